import { parseDecimal } from '@meridian/money/decimal';
import type { MessageId } from '../../../shared/i18n/translate.ts';

/** Undefined: no limit. */
export interface NextLimit<T> {
  readonly limit: T | undefined;
  readonly fromMs: number;
}

/** The own limit of a day's loss in a currency. Plain decimals. */
export interface LossLimit {
  readonly currencyId: number;
  readonly currency: string;
  readonly decimals: number;
  readonly limit: string | undefined;
  /** A looser limit that does not hold yet. */
  readonly next: NextLimit<string> | undefined;
  readonly lost: string;
  /** Amount that the open tickets could lose. */
  readonly open: string;
  /** Amount that a ticket may still lose; undefined without a limit. */
  readonly left: string | undefined;
}

/** The own limits and the rest of each, as of the time of the call. */
export interface OwnLimits {
  readonly losses: readonly LossLimit[];
  readonly minutes: {
    readonly limit: number | undefined;
    readonly next: NextLimit<number> | undefined;
    /** End of today's time; 0 before the first ticket. */
    readonly endsMs: number;
    readonly isOver: boolean;
  };
  readonly break:
    { readonly days: number; readonly isExclusion: boolean; readonly endsMs: number } | undefined;
  readonly dayEndsMs: number;
  readonly nowMs: number;
}

/** The reason for which no ticket is taken, and the time until which it holds. */
export interface LimitNotice {
  readonly id: MessageId;
  readonly untilMs: number;
  /** Rest of the loss limit. */
  readonly left?: string;
}

/**
 * The own limit that refuses a ticket; undefined where none does.
 * @param cost amount that the ticket could lose, fee included; undefined while no amount is typed
 */
export function limitNotice(
  limits: OwnLimits | undefined,
  { currency, cost }: { readonly currency: number; readonly cost: string | undefined },
): LimitNotice | undefined {
  if (limits === undefined) return undefined;
  if (limits.break !== undefined) {
    const { isExclusion, endsMs } = limits.break;
    return { id: isExclusion ? 'seconds.onExclusion' : 'seconds.onBreak', untilMs: endsMs };
  }
  if (limits.minutes.isOver) return { id: 'seconds.timeIsOver', untilMs: limits.dayEndsMs };
  const loss = limits.losses.find(({ currencyId }) => currencyId === currency);
  if (loss?.left === undefined) return undefined;
  const units = (plain: string): bigint => {
    const parsed = parseDecimal(plain, loss.decimals);
    return parsed.ok ? parsed.units : 0n;
  };
  const left = units(loss.left);
  return left === 0n || (cost !== undefined && units(cost) > left)
    ? { id: 'seconds.lossIsReached', untilMs: limits.dayEndsMs, left: loss.left }
    : undefined;
}

/** Milliseconds after which these limits change by themselves. */
export function changesAfterMs({ minutes, dayEndsMs, nowMs, ...limits }: OwnLimits): number {
  const times = [
    dayEndsMs,
    minutes.endsMs,
    minutes.next?.fromMs ?? 0,
    limits.break?.endsMs ?? 0,
    ...limits.losses.map(({ next }) => next?.fromMs ?? 0),
  ];
  return Math.min(...times.filter((ms) => ms > nowMs).map((ms) => ms - nowMs));
}
