import type { InvariantId } from '@meridian/core/invariants';
import type {
  BreakBegun,
  LossLimitSet,
  TicketClosed,
  TicketOpened,
  TimeLimitSet,
} from '@meridian/core/seconds/seconds-events';

const DAY_MS = 24 * 60 * 60 * 1000;

type Prove = (id: InvariantId, holds: boolean, detail: string) => void;
type LimitSet = LossLimitSet | TimeLimitSet;

/** The record of the losses of a user in a currency since the first limit. */
interface AuditedLoss {
  set: LossLimitSet;
  /** Loss of the tickets settled on each day. */
  readonly lost: Map<number, bigint>;
  /** The limit under which the last ticket was opened. */
  bound: bigint | undefined;
}

/**
 * Proves S7 from events alone: tickets are opened outside breaks, within the day's time and within
 * the limit; no day loses more than the limit under which its last ticket was opened; and no limit
 * is loosened within 24 hours.
 */
export class OwnLimitsAuditor {
  readonly #prove: Prove;
  readonly #losses = new Map<string, AuditedLoss>();
  readonly #times = new Map<number, TimeLimitSet>();
  /** The first ticket of each user and day that was opened under a time limit. */
  readonly #started = new Map<string, number>();
  readonly #breaks = new Map<number, number>();

  constructor(prove: Prove) {
    this.#prove = prove;
  }

  follow(event: LimitSet | BreakBegun, timeMs: number): void {
    switch (event.type) {
      case 'lossLimitSet': {
        const name = `${event.user}/${event.currency}`;
        const loss = this.#losses.get(name);
        this.#change(loss?.set, event, timeMs);
        if (loss === undefined)
          this.#losses.set(name, { set: event, lost: new Map(), bound: undefined });
        else loss.set = event;
        break;
      }
      case 'timeLimitSet':
        this.#change(this.#times.get(event.user), event, timeMs);
        this.#times.set(event.user, event);
        break;
      case 'breakBegun':
        this.#prove(
          'S7',
          event.endsMs === timeMs + event.days * DAY_MS &&
            event.endsMs > (this.#breaks.get(event.user) ?? 0),
          `the break of user ${event.user} ends early`,
        );
        this.#breaks.set(event.user, event.endsMs);
    }
  }

  /** @param atStake stakes and fees of the user's open tickets in the currency, this one too */
  opened({ ticket, user, currency }: TicketOpened, atStake: bigint, timeMs: number): void {
    this.#prove(
      'S7',
      timeMs >= (this.#breaks.get(user) ?? 0),
      `ticket ${ticket} is opened during a break`,
    );
    const minutes = holding(this.#times.get(user), timeMs);
    if (minutes !== null) {
      const name = `${user}/${dayOf(timeMs)}`;
      const startedMs = this.#started.get(name) ?? timeMs;
      this.#started.set(name, startedMs);
      this.#prove(
        'S7',
        timeMs - startedMs < Number(minutes) * 60_000,
        `ticket ${ticket} is opened after the time of the day`,
      );
    }
    const loss = this.#losses.get(`${user}/${currency}`);
    if (loss === undefined) return;
    const limit = holding(loss.set, timeMs);
    loss.bound = limit === null ? undefined : BigInt(limit);
    const lost = loss.lost.get(dayOf(timeMs)) ?? 0n;
    this.#prove(
      'S7',
      loss.bound === undefined || atStake + (lost > 0n ? lost : 0n) <= loss.bound,
      `ticket ${ticket} may lose more than its owner's limit`,
    );
  }

  closed({ user, currency, fee, profit }: TicketClosed, timeMs: number): void {
    const loss = this.#losses.get(`${user}/${currency}`);
    if (loss === undefined) return;
    const lost = (loss.lost.get(dayOf(timeMs)) ?? 0n) + fee - profit;
    loss.lost.set(dayOf(timeMs), lost);
    this.#prove(
      'S7',
      loss.bound === undefined || lost <= loss.bound,
      `user ${user} lost ${lost} of currency ${currency} in a day`,
    );
  }

  #change(before: LimitSet | undefined, after: LimitSet, timeMs: number): void {
    const limit = holding(before, timeMs);
    const isLooser =
      limit !== null && (after.limit === null || BigInt(after.limit) > BigInt(limit));
    const waits = after.nextAtMs === 0 || after.nextAtMs === timeMs + DAY_MS;
    this.#prove('S7', !isLooser && waits, `a limit of user ${after.user} is loosened at once`);
  }
}

function holding(set: LimitSet | undefined, timeMs: number): bigint | number | null {
  if (set === undefined) return null;
  return set.nextAtMs > 0 && timeMs >= set.nextAtMs ? set.next : set.limit;
}

function dayOf(timeMs: number): number {
  return (timeMs - (timeMs % DAY_MS)) / DAY_MS;
}
