import type { Rejection } from '@meridian/core/rejections';
import type {
  BeginBreak,
  LimitLoss,
  LimitTime,
  OpenTicket,
} from '@meridian/core/seconds/seconds-commands';
import { isTrader, isWholeNumber, LARGEST_NOTIONAL } from './naive-rules.ts';

const HOUR_MS = 3_600_000;

/** A limit that a customer asked for once. */
interface Asked<T> {
  readonly wanted: T | undefined;
  readonly timeMs: number;
}

/**
 * The limits that customers set themselves a second time, by docs/decisions/0037: all that was ever
 * asked for, opened and settled is kept, and each question reads it from the beginning.
 */
export class NaiveOwnLimits {
  readonly #losses: (Asked<bigint> & {
    readonly user: number;
    readonly currency: number;
    /** How many tickets were settled before it. */
    readonly settledBefore: number;
  })[] = [];
  readonly #times: (Asked<number> & { readonly user: number })[] = [];
  readonly #breaks: { readonly user: number; readonly endsMs: number }[] = [];
  readonly #opened: { readonly user: number; readonly timeMs: number; isTimed: boolean }[] = [];
  readonly #settled: {
    readonly user: number;
    readonly currency: number;
    readonly lost: bigint;
    readonly timeMs: number;
  }[] = [];

  limitLoss({ user, currency, amount }: LimitLoss, timeMs: number): void {
    const settledBefore = this.#settled.length;
    this.#losses.push({ user, currency, wanted: amount, timeMs, settledBefore });
  }

  limitTime({ user, minutes }: LimitTime, timeMs: number): void {
    this.#times.push({ user, wanted: minutes, timeMs });
  }

  beginBreak({ user, days }: BeginBreak, timeMs: number): Rejection | undefined {
    const endsMs = timeMs + days * 24 * HOUR_MS;
    const isLonger = this.#breaks.every((each) => each.user !== user || each.endsMs < endsMs);
    if (!isLonger) return 'break_not_longer';
    this.#breaks.push({ user, endsMs });
    return undefined;
  }

  /** Why a user opens nothing now. */
  stops(user: number, timeMs: number): Rejection | undefined {
    if (this.#breaks.some((each) => each.user === user && each.endsMs > timeMs))
      return 'seconds_on_break';
    const minutes = this.#minutes(user, timeMs);
    const first = this.#opened.find(
      (each) => each.user === user && each.isTimed && dayOf(each.timeMs) === dayOf(timeMs),
    );
    if (minutes === undefined || first === undefined) return undefined;
    return (timeMs - first.timeMs) / 60_000 >= minutes ? 'seconds_time_limit' : undefined;
  }

  /** @param atStake stakes and fees of open tickets and the new one */
  allowsLoss({ user, currency }: OpenTicket, atStake: bigint, timeMs: number): boolean {
    const own = this.#losses.filter((each) => each.user === user && each.currency === currency);
    const limit = inForce(own, timeMs);
    if (limit === undefined) return true;
    const lost = this.#settled
      .slice(own[0]?.settledBefore)
      .filter((each) => each.user === user && each.currency === currency)
      .filter((each) => dayOf(each.timeMs) === dayOf(timeMs))
      .reduce((sum, each) => sum + each.lost, 0n);
    return atStake + (lost < 0n ? 0n : lost) <= limit;
  }

  open(user: number, timeMs: number): void {
    const isTimed = this.#minutes(user, timeMs) !== undefined;
    this.#opened.push({ user, timeMs, isTimed });
  }

  settle(settled: { user: number; currency: number; lost: bigint; timeMs: number }): void {
    this.#settled.push(settled);
  }

  #minutes(user: number, timeMs: number): number | undefined {
    return inForce(
      this.#times.filter((each) => each.user === user),
      timeMs,
    );
  }
}

/** Whether every field has its type and range. */
export function isLimitWellFormed(command: LimitLoss | LimitTime | BeginBreak): boolean {
  if (!isTrader(command.user)) return false;
  switch (command.kind) {
    case 'seconds.limitLoss': {
      const { amount, currency } = command;
      const isAmount =
        amount === undefined ||
        (typeof amount === 'bigint' && amount > 0n && amount < LARGEST_NOTIONAL);
      return isAmount && isWholeNumber(currency, 1, 1023);
    }
    case 'seconds.limitTime':
      return command.minutes === undefined || isWholeNumber(command.minutes, 1, 24 * 60);
    case 'seconds.beginBreak':
      return [1, 7, 30, 183, 365, 1826].some((days) => days === command.days);
  }
}

/** The limit that follows from all that was asked for: a looser one waits for a day. */
function inForce<T extends bigint | number>(
  asked: readonly Asked<T>[],
  timeMs: number,
): T | undefined {
  let holds: T | undefined;
  let waiting: { readonly wanted: T | undefined; readonly fromMs: number } | undefined;
  const pass = (nowMs: number): void => {
    if (waiting === undefined || nowMs < waiting.fromMs) return;
    holds = waiting.wanted;
    waiting = undefined;
  };
  for (const { wanted, timeMs: askedMs } of asked) {
    pass(askedMs);
    const isStrict = holds === undefined || (wanted !== undefined && wanted <= holds);
    waiting = isStrict ? undefined : { wanted, fromMs: askedMs + 24 * HOUR_MS };
    if (isStrict) holds = wanted;
  }
  pass(timeMs);
  return holds;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
