import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { readSettings } from '../../site-settings.ts';

/** Decimals of the price of payments, CNY for one USDT. */
export const RATE_SCALE = 4;
/** CNY for one USDT: a price beyond these is a typing mistake, at any price of the market. */
const RATE_BOUNDS = ['1', '100'] as const;
/**
 * Most that one change may move the price: a larger move takes two changes, each by two operators.
 */
const MOST_MOVE_BPS = 1_000n;
/** Largest distance from the index, if a market has one. */
const MOST_OFF_BPS = 300n;
const FULL_BPS = 10_000n;
const HOUR_MS = 3_600_000;

type RateView = Pick<LiveView, 'currencyByCode' | 'marketByPair' | 'index'>;

export interface PaymentRate {
  /** CNY for one USDT as set, '' if never set. */
  readonly rate: string;
  /**
   * The reason why payments are closed at this price: it was never set, it is older than allowed,
   * it is too far from the index; undefined if they are open.
   */
  readonly fault: 'unset' | 'old' | 'off' | undefined;
}

/** The present price of payments. */
export async function paymentRate(
  queries: Queries,
  live: RateView,
  nowMs: number,
): Promise<PaymentRate> {
  const { payment_rate: rate, payment_rate_hours: hours } = await readSettings(queries);
  if (rate === '') return { rate, fault: 'unset' };
  const { set_at } = await queries
    .selectFrom('site_settings')
    .select('set_at')
    .where('key', '=', 'payment_rate')
    .executeTakeFirstOrThrow();
  if (nowMs - set_at.getTime() > Number(hours) * HOUR_MS) return { rate, fault: 'old' };
  return { rate, fault: isOff(rateUnits(rate), live) ? 'off' : undefined };
}

/**
 * Refuses an implausible price: one beyond all bounds, one that moves more than a tenth of the
 * present price at once, one that is far from the index if there is a market for it. '' closes
 * payments.
 *
 * @param before the price until now, '' without one
 */
export function checkRate(value: string, before: string, live: RateView): void {
  if (value === '') return;
  const parsed = parseDecimal(value, RATE_SCALE);
  if (!parsed.ok) throw new Refusal(`number_${parsed.error}`, { field: 'value' });
  const [least, most] = boundsOf(before === '' ? undefined : rateUnits(before));
  if (parsed.units < least || parsed.units > most)
    throw new Refusal('payment_rate_off', {
      field: 'value',
      least: formatDecimal(least, RATE_SCALE),
      most: formatDecimal(most, RATE_SCALE),
    });
  const index = indexRate(live);
  if (index === undefined || !isOff(parsed.units, live)) return;
  const [low, high] = around(index, MOST_OFF_BPS);
  throw new Refusal('payment_rate_off', {
    field: 'value',
    least: formatDecimal(low, RATE_SCALE),
    most: formatDecimal(high, RATE_SCALE),
  });
}

/** A price in units of its last decimal. */
export function rateUnits(rate: string): bigint {
  const parsed = parseDecimal(rate, RATE_SCALE);
  if (!parsed.ok) throw new Error(`${rate} is no price`);
  return parsed.units;
}

function boundsOf(before: bigint | undefined): readonly [bigint, bigint] {
  const [least, most] = [rateUnits(RATE_BOUNDS[0]), rateUnits(RATE_BOUNDS[1])];
  if (before === undefined) return [least, most];
  const [low, high] = around(before, MOST_MOVE_BPS);
  return [low > least ? low : least, high < most ? high : most];
}

function around(units: bigint, bps: bigint): readonly [bigint, bigint] {
  return [(units * (FULL_BPS - bps)) / FULL_BPS, (units * (FULL_BPS + bps)) / FULL_BPS];
}

function isOff(units: bigint, live: RateView): boolean {
  const index = indexRate(live);
  if (index === undefined) return false;
  const [low, high] = around(index, MOST_OFF_BPS);
  return units < low || units > high;
}

/** The index of USDT in CNY; undefined without a fresh one. */
function indexRate(live: RateView): bigint | undefined {
  const [usdt, cny] = [live.currencyByCode('USDT'), live.currencyByCode('CNY')];
  const market =
    usdt === undefined || cny === undefined ? undefined : live.marketByPair(usdt.id, cny.id);
  if (market === undefined || cny === undefined) return undefined;
  const { priceTicks, isStale } = live.index(market.id);
  if (priceTicks === 0 || isStale) return undefined;
  return (
    (BigInt(priceTicks) * market.tickSize * 10n ** BigInt(RATE_SCALE)) / 10n ** BigInt(cny.scale)
  );
}
