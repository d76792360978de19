import type { Currency } from '@meridian/core/catalog/catalog';
import type { CurrencyId } from '@meridian/core/ids';
import { formatFixed, parseDecimal } from '@meridian/money/decimal';
import { divide, rescale } from '@meridian/money/rounding';
import type { LiveView } from '../live-view.ts';

/** Currency that worths are reckoned in. */
const UNIT_CODE = 'USDT';
const CNY_DECIMALS = 2;
const CNY_RATE_DECIMALS = 4;
/**
 * Scale that amounts of different currencies are brought to before they are added: no currency has
 * more decimals.
 */
const SUM_SCALE = 18;

/** An amount of a currency in its smallest unit. */
export interface Holding {
  readonly currency: CurrencyId;
  readonly units: bigint;
}

/**
 * Worth of one whole coin, in smallest units of USDT: by the index, else by the last trade; 0 where
 * no market has a price.
 */
export function usdtPrice(live: LiveView, currency: CurrencyId): bigint {
  const unit = live.currencyByCode(UNIT_CODE);
  if (unit === undefined) return 0n;
  if (currency === unit.id) return 10n ** BigInt(unit.scale);
  const market = live.marketByPair(currency, unit.id);
  if (market === undefined) return 0n;
  const { priceTicks } = live.index(market.id);
  return BigInt(priceTicks > 0 ? priceTicks : live.lastPrice(market.id)) * market.tickSize;
}

/** Worth of the holdings together, in smallest units of USDT. Added exactly, rounded down once. */
export function usdtWorth(live: LiveView, holdings: readonly Holding[]): bigint {
  let sum = 0n;
  for (const { currency, units } of holdings) {
    const scale = live.currency(currency)?.scale ?? 0;
    sum += units * usdtPrice(live, currency) * 10n ** BigInt(SUM_SCALE - scale);
  }
  return divide(sum, 10n ** BigInt(SUM_SCALE), 'down');
}

/** The worth in CNY as text with two decimals, rounded down. */
export function cnyText(live: LiveView, holdings: readonly Holding[]): string {
  const rate = parseDecimal(live.cnyPerUsdt, CNY_RATE_DECIMALS);
  if (!rate.ok) throw new Error(`${live.cnyPerUsdt} is no price`);
  const from = unitScale(live) + CNY_RATE_DECIMALS;
  return formatFixed(
    rescale(usdtWorth(live, holdings) * rate.units, { from, to: CNY_DECIMALS }, 'down'),
    CNY_DECIMALS,
  );
}

/** One whole coin as a holding. */
export function oneCoin(currency: Currency): Holding {
  return { currency: currency.id, units: 10n ** BigInt(currency.scale) };
}

/** Decimals of a USDT amount. */
export function unitScale(live: LiveView): number {
  return live.currencyByCode(UNIT_CODE)?.scale ?? 0;
}
