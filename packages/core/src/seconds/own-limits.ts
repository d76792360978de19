import type { Amount } from '@meridian/money/amount';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Rejection } from '../rejections.ts';
import { changedLimit, DAY_MS, limitAt, NO_LIMIT, utcDay, type OwnLimit } from './own-limit.ts';
import type { BeginBreak, LimitLoss, LimitTime } from './seconds-commands.ts';
import type { SecondsEvent } from './seconds-events.ts';
import type { SnapshotOwnLimits } from './seconds-snapshot.ts';

const MINUTE_MS = 60_000;

interface LossLimit {
  limit: OwnLimit<bigint>;
  /** The UTC day that `lost` belongs to. */
  day: number;
  /** Loss of the tickets settled on it, with their fees and less their profits. */
  lost: bigint;
}

/** Limits and breaks that one user has set. A user without any has no state here. */
interface Own {
  /** By currency. */
  readonly losses: Map<CurrencyId, LossLimit>;
  minutes: OwnLimit<number>;
  /** When the first ticket of the last day with a time limit was opened; 0 for none. */
  startedMs: number;
  /** Length of the break that ends last; 0 for none. */
  breakDays: number;
  breakEndsMs: number;
}

/** A ticket that is to be opened. */
interface Stake {
  readonly user: UserId;
  readonly currency: CurrencyId;
  /** The most that it can lose: stake and fee. */
  readonly amount: bigint;
  /** The same of the user's open tickets in the currency. */
  readonly open: bigint;
}

/**
 * Owns the limits that customers set themselves on seconds contracts, and their breaks. Promises
 * S7: no ticket is opened during a break, after the day's time, or that could bring the day's loss
 * above its limit. Nobody can end a break or loosen a limit early, operators neither: no command
 * does that.
 *
 * It stands against the customer who wants a decision of a calm moment undone after a loss, against
 * many tickets at once (open tickets count), the turn of the day (a ticket counts on the day of its
 * settlement, and until then as open), and any client, old or new: it decides in the command that
 * opens a ticket. Rules and reasons: docs/decisions/0037-own-limits.md.
 */
export class OwnLimits {
  readonly #checks: InvariantChecks;
  readonly #owners = new Map<UserId, Own>();

  constructor(checks: InvariantChecks) {
    this.#checks = checks;
  }

  limitLoss({ user, currency, amount }: LimitLoss, timeMs: number): SecondsEvent {
    const loss = this.#own(user).losses.get(currency) ?? { limit: NO_LIMIT, day: 0, lost: 0n };
    const limit = changedLimit<bigint>(loss.limit, amount ?? null, timeMs);
    this.#own(user).losses.set(currency, { ...loss, limit });
    return {
      type: 'lossLimitSet',
      user,
      currency,
      limit: limit.value as Amount | null,
      next: limit.next as Amount | null,
      nextAtMs: limit.nextAtMs,
    };
  }

  limitTime({ user, minutes }: LimitTime, timeMs: number): SecondsEvent {
    const own = this.#own(user);
    own.minutes = changedLimit<number>(own.minutes, minutes ?? null, timeMs);
    const { value, next, nextAtMs } = own.minutes;
    return { type: 'timeLimitSet', user, limit: value, next, nextAtMs };
  }

  /** @returns why not, or the event */
  beginBreak({ user, days }: BeginBreak, timeMs: number): Rejection | SecondsEvent {
    const endsMs = timeMs + days * DAY_MS;
    const endsBefore = this.#owners.get(user)?.breakEndsMs ?? 0;
    if (endsMs <= endsBefore) return 'break_not_longer';
    const own = this.#own(user);
    own.breakDays = days;
    own.breakEndsMs = endsMs;
    return { type: 'breakBegun', user, days, endsMs };
  }

  /** Why a user may open no ticket at all now. */
  problemNow(user: UserId, timeMs: number): Rejection | undefined {
    const own = this.#owners.get(user);
    if (own === undefined) return undefined;
    if (timeMs < own.breakEndsMs) return 'seconds_on_break';
    const minutes = limitAt(own.minutes, timeMs);
    const isOver =
      minutes !== null && hasStarted(own, timeMs) && timeMs >= own.startedMs + minutes * MINUTE_MS;
    return isOver ? 'seconds_time_limit' : undefined;
  }

  /** Whether the day's loss could come above its limit by one more ticket. */
  isTooMuch(stake: Stake, timeMs: number): boolean {
    const loss = this.#owners.get(stake.user)?.losses.get(stake.currency);
    if (loss === undefined) return false;
    const limit = limitAt(loss.limit, timeMs);
    return limit !== null && lossOf(loss, timeMs) + stake.open + stake.amount > limit;
  }

  /** @param stake with `open` from before it */
  countOpened(stake: Stake, timeMs: number): void {
    const own = this.#owners.get(stake.user);
    if (own === undefined) return;
    if (limitAt(own.minutes, timeMs) !== null && !hasStarted(own, timeMs)) own.startedMs = timeMs;
    this.#checks.check(
      'S7',
      this.problemNow(stake.user, timeMs) === undefined && !this.isTooMuch(stake, timeMs),
      `user ${stake.user} has opened a ticket against their own limits`,
    );
  }

  /** @param lost by a ticket, below zero if it won */
  countSettled(user: UserId, currency: CurrencyId, lost: bigint, timeMs: number): void {
    const loss = this.#owners.get(user)?.losses.get(currency);
    if (loss === undefined) return;
    const day = utcDay(timeMs);
    loss.lost = (loss.day === day ? loss.lost : 0n) + lost;
    loss.day = day;
  }

  /**
   * Full scan: the amount that the limits count for open stakes is the sum of the open tickets.
   * @param sums of the open tickets, and of the amounts that the accounts hold, of a user in a
   * currency
   */
  verify(
    sums: (user: UserId, currency: CurrencyId) => readonly [open: bigint, held: bigint],
  ): void {
    for (const [user, { losses }] of this.#owners)
      for (const currency of losses.keys()) {
        const [open, held] = sums(user, currency);
        this.#checks.check(
          'S7',
          open === held,
          `user ${user} has ${open} of currency ${currency} in tickets, and ${held} counts`,
        );
      }
  }

  /** By user; undefined while nobody has set anything, as in every journal before these limits. */
  snapshot(): readonly SnapshotOwnLimits[] | undefined {
    if (this.#owners.size === 0) return undefined;
    return [...this.#owners]
      .sort(([a], [b]) => a - b)
      .map(([user, { losses, ...own }]) => ({
        user,
        losses: [...losses]
          .sort(([a], [b]) => a - b)
          .map(([currency, { limit, day, lost }]) => ({
            currency,
            limit: {
              value: limit.value?.toString() ?? null,
              next: limit.next?.toString() ?? null,
              nextAtMs: limit.nextAtMs,
            },
            day,
            lost: lost.toString(),
          })),
        minutes: own.minutes,
        startedMs: own.startedMs,
        breakDays: own.breakDays,
        breakEndsMs: own.breakEndsMs,
      }));
  }

  restore(rows: readonly SnapshotOwnLimits[]): void {
    for (const { user, losses, ...own } of rows)
      this.#owners.set(user, {
        losses: new Map(
          losses.map(({ currency, limit, day, lost }) => [
            currency,
            {
              limit: { ...limit, value: amountOf(limit.value), next: amountOf(limit.next) },
              day,
              lost: BigInt(lost),
            },
          ]),
        ),
        ...own,
      });
  }

  #own(user: UserId): Own {
    const known = this.#owners.get(user);
    if (known !== undefined) return known;
    const own = {
      losses: new Map<CurrencyId, LossLimit>(),
      minutes: NO_LIMIT,
      startedMs: 0,
      breakDays: 0,
      breakEndsMs: 0,
    };
    this.#owners.set(user, own);
    return own;
  }
}

/** Whether the time of the day runs already. */
function hasStarted({ startedMs }: Pick<Own, 'startedMs'>, timeMs: number): boolean {
  return startedMs !== 0 && utcDay(startedMs) === utcDay(timeMs);
}

/** A day that won lost nothing: its profit is no room for more. */
function lossOf({ day, lost }: Pick<LossLimit, 'day' | 'lost'>, timeMs: number): bigint {
  return day === utcDay(timeMs) && lost > 0n ? lost : 0n;
}

function amountOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
