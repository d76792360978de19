import type { CurrencyId } from '../ids.ts';
import { divideUp, FULL_BPS, WHOLE_PPB } from '../integers.ts';
import type { HoldSlot } from '../ledger/ledger.ts';
import type { ProductId } from './earn-commands.ts';

/** The common part of all savings in a product. */
export interface SavingsPool {
  readonly product: ProductId;
  readonly currency: CurrencyId;
  /** The running Shanghai day, and its rate, whose interest the source keeps (`reserve`). */
  day: number;
  ratePpb: number;
  reserve: HoldSlot | undefined;
  /** Principal that earns today, and that comes to it at the next midnight. */
  earning: bigint;
  pending: bigint;
  /** Sum of the rates of all days that are over: interest of a unit, in billionths. */
  index: bigint;
  /** Principal that borrowers have. */
  lent: bigint;
  /**
   * Interest of all savings since the beginning, the part that was paid out, and the fractions that
   * nobody has a claim to any more. Billionths of a unit.
   */
  earnedPpb: bigint;
  paidPpb: bigint;
  forgonePpb: bigint;
}

export function newPool(product: ProductId, currency: CurrencyId, day: number): SavingsPool {
  return {
    product,
    currency,
    day,
    ratePpb: 0,
    reserve: undefined,
    earning: 0n,
    pending: 0n,
    index: 0n,
    lent: 0n,
    earnedPpb: 0n,
    paidPpb: 0n,
    forgonePpb: 0n,
  };
}

/**
 * The highest rate of a day, at most the wanted one, whose interest a source can pay: its interest
 * and a unit for the fractions of the days before.
 * @param available of the source
 */
export function fundedRate(earning: bigint, wantedPpb: number, available: bigint): number {
  if (earning === 0n) return wantedPpb;
  if (available < 1n) return 0;
  const most = ((available - 1n) * WHOLE_PPB) / earning;
  return most < BigInt(wantedPpb) ? Number(most) : wantedPpb;
}

/** The most that a day can cost, in whole units. */
export function dayCost(earning: bigint, ratePpb: number): bigint {
  if (earning === 0n || ratePpb === 0) return 0n;
  return (earning * BigInt(ratePpb)) / WHOLE_PPB + 1n;
}

/**
 * The most principal that can earn tomorrow at the wanted rate.
 * @param available of the source, without the interest that it keeps for the running day
 * @param reserved interest that the source keeps for the running day
 */
export function fundedPrincipal(
  pool: SavingsPool,
  wantedPpb: number,
  { available, reserved }: { readonly available: bigint; readonly reserved: bigint },
): bigint {
  const left = available + reserved - dayInterest(pool);
  return left < 1n ? 0n : ((left - 1n) * WHOLE_PPB) / BigInt(wantedPpb);
}

/** Interest of the running day, in whole units, with the fractions left by the days before. */
export function dayInterest({ earning, ratePpb, earnedPpb }: SavingsPool): bigint {
  return (earnedPpb + earning * BigInt(ratePpb)) / WHOLE_PPB - earnedPpb / WHOLE_PPB;
}

/** The most that the pool's account may lend now. @param lendBps part of the principal */
export function lendable({ earning, pending, lent }: SavingsPool, lendBps: number): bigint {
  const most = ((earning + pending) * BigInt(lendBps)) / FULL_BPS - lent;
  return most > 0n ? most : 0n;
}

/** Principal that the present loans do not need. @param lendBps part of the principal */
export function unneeded(
  { earning, pending, lent }: Pick<SavingsPool, 'earning' | 'pending' | 'lent'>,
  lendBps: number,
): bigint {
  if (lent === 0n) return earning + pending;
  if (lendBps === 0) return 0n;
  const needed = divideUp(lent * FULL_BPS, BigInt(lendBps));
  return needed < earning + pending ? earning + pending - needed : 0n;
}

/** The balance that the pool's account must have. */
export function poolBalance(pool: SavingsPool): bigint {
  const { earning, pending, lent, earnedPpb, paidPpb } = pool;
  return earning + pending - lent + earnedPpb / WHOLE_PPB - paidPpb / WHOLE_PPB;
}
