import type { CurrencyId, UserId } from '@meridian/core/ids';
import { limitAt, NO_LIMIT, utcDay, type OwnLimit } from '@meridian/core/seconds/own-limit';
import type {
  BreakBegun,
  LossLimitSet,
  TicketClosed,
  TimeLimitSet,
} from '@meridian/core/seconds/seconds-events';
import type { SnapshotOwnLimits } from '@meridian/core/seconds/seconds-snapshot';

/** The own limit of a day's loss in a currency. */
export interface LiveLossLimit {
  readonly currency: CurrencyId;
  readonly limit: OwnLimit<bigint>;
  /** The UTC day of `lost`: the loss of all tickets settled on it, below zero if they won. */
  readonly day: number;
  readonly lost: bigint;
}

/** The limits that a user has set, and their break. */
export interface LiveOwnLimits {
  /** By currency. */
  readonly losses: readonly LiveLossLimit[];
  readonly minutes: OwnLimit<number>;
  /** First ticket of the last day with a time limit; 0 for none. */
  readonly startedMs: number;
  readonly breakDays: number;
  /** 0: there was none. */
  readonly breakEndsMs: number;
}

const NONE: LiveOwnLimits = {
  losses: [],
  minutes: NO_LIMIT,
  startedMs: 0,
  breakDays: 0,
  breakEndsMs: 0,
};

/**
 * The own limits of all customers, as the durable events left them: for the answers that show them.
 */
export class LiveOwnLimitsOfAll {
  readonly #byUser = new Map<UserId, LiveOwnLimits>();

  load(rows: readonly SnapshotOwnLimits[]): void {
    this.#byUser.clear();
    for (const { user, losses, ...own } of rows)
      this.#byUser.set(user, {
        ...own,
        losses: losses.map(({ limit, lost, ...loss }) => ({
          ...loss,
          limit: { ...limit, value: amountOf(limit.value), next: amountOf(limit.next) },
          lost: BigInt(lost),
        })),
      });
  }

  set(event: LossLimitSet | TimeLimitSet | BreakBegun): void {
    const own = this.of(event.user);
    switch (event.type) {
      case 'lossLimitSet': {
        const { currency, limit: value, next, nextAtMs } = event;
        const before = own.losses.find((each) => each.currency === currency);
        const loss = { currency, day: 0, lost: 0n, ...before, limit: { value, next, nextAtMs } };
        const others = own.losses.filter((each) => each !== before);
        const losses = [...others, loss].sort((a, b) => a.currency - b.currency);
        this.#byUser.set(event.user, { ...own, losses });
        return;
      }
      case 'timeLimitSet': {
        const { limit: value, next, nextAtMs } = event;
        this.#byUser.set(event.user, { ...own, minutes: { value, next, nextAtMs } });
        return;
      }
      case 'breakBegun': {
        const { days: breakDays, endsMs: breakEndsMs } = event;
        this.#byUser.set(event.user, { ...own, breakDays, breakEndsMs });
      }
    }
  }

  opened(user: UserId, timeMs: number): void {
    const own = this.#byUser.get(user);
    if (own === undefined || limitAt(own.minutes, timeMs) === null) return;
    if (own.startedMs === 0 || utcDay(own.startedMs) !== utcDay(timeMs))
      this.#byUser.set(user, { ...own, startedMs: timeMs });
  }

  closed({ user, currency, fee, profit }: TicketClosed, timeMs: number): void {
    const own = this.#byUser.get(user);
    if (own === undefined) return;
    const day = utcDay(timeMs);
    const losses = own.losses.map((loss) =>
      loss.currency === currency
        ? { ...loss, day, lost: (loss.day === day ? loss.lost : 0n) + fee - profit }
        : loss,
    );
    this.#byUser.set(user, { ...own, losses });
  }

  of(user: UserId): LiveOwnLimits {
    return this.#byUser.get(user) ?? NONE;
  }
}

function amountOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
