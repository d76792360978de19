import type { Amount, PriceTicks, QuantityLots } from './amount.ts';
import { formatDecimal, parseDecimal, type DecimalError } from './decimal.ts';
import { divide } from './rounding.ts';

/**
 * The grid of one market: the worth of a tick and of a lot.
 *
 * A tick is the smallest price step: `tickSize` smallest units of the quote currency for ONE WHOLE
 * base coin. A lot is the smallest quantity step: `lotSize` smallest units of the base currency.
 * The catalog only lists markets where tick x lot is a whole number of quote units, so that a
 * notional never rounds: `notional = ticks * lots * notionalUnit`.
 */
export interface MarketScale {
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly tickSize: bigint;
  readonly lotSize: bigint;
}

export type GridError = DecimalError | 'offGrid' | 'notPositive';
export type OnGrid<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: GridError };

/**
 * Quote units that one tick times one lot is worth; undefined if that is no whole number (the
 * catalog refuses such a market).
 */
export function notionalUnit(scale: MarketScale): bigint | undefined {
  const product = scale.tickSize * scale.lotSize;
  const oneCoin = 10n ** BigInt(scale.baseScale);
  return product % oneCoin === 0n && product > 0n ? product / oneCoin : undefined;
}

/** Parses a price in quote currency (a plain decimal string, above zero, on the tick grid). */
export function parsePrice(text: string, scale: MarketScale): OnGrid<PriceTicks> {
  return parseOnGrid<PriceTicks>(text, scale.quoteScale, scale.tickSize);
}

/** Parses a quantity of base currency (a plain decimal string, above zero, on the lot grid). */
export function parseQuantity(text: string, scale: MarketScale): OnGrid<QuantityLots> {
  return parseOnGrid<QuantityLots>(text, scale.baseScale, scale.lotSize);
}

function parseOnGrid<T extends number>(text: string, decimals: number, step: bigint): OnGrid<T> {
  const parsed = parseDecimal(text, decimals);
  if (!parsed.ok) return parsed;
  if (parsed.units <= 0n) return { ok: false, error: 'notPositive' };
  if (parsed.units % step !== 0n) return { ok: false, error: 'offGrid' };
  const steps = parsed.units / step;
  if (steps > BigInt(Number.MAX_SAFE_INTEGER)) return { ok: false, error: 'range' };
  return { ok: true, value: Number(steps) as T };
}

/** The price as a plain decimal string in quote currency. */
export function formatPrice(ticks: number, scale: MarketScale): string {
  return formatDecimal(BigInt(ticks) * scale.tickSize, scale.quoteScale);
}

/**
 * The average price of so many lots, rounded half up to the quote currency's scale: it is only
 * looked at.
 * @param lotTicks the ticks of each lot, added up
 */
export function formatAveragePrice(
  lotTicks: bigint,
  lots: bigint,
  { tickSize, quoteScale }: Pick<MarketScale, 'tickSize' | 'quoteScale'>,
): string {
  return formatDecimal(divide(lotTicks * tickSize, lots, 'halfUp'), quoteScale);
}

/** The quantity as a plain decimal string in base currency. */
export function formatQuantity(lots: number, scale: MarketScale): string {
  return formatDecimal(BigInt(lots) * scale.lotSize, scale.baseScale);
}

/** Cost of `lots` at `ticks`, in smallest units of the quote currency. Exact. */
export function notional(ticks: number, lots: number, scale: MarketScale): Amount {
  const unit = notionalUnit(scale);
  if (unit === undefined) throw new RangeError('tick x lot is not a whole number of quote units');
  return (BigInt(ticks) * BigInt(lots) * unit) as Amount;
}
