import type { QuotationGroup, QuotationRow } from '@meridian/contract/market/calls';
import { decimalsOf, parseDecimal } from '@meridian/money/decimal';
import type { MarketScale } from '@meridian/money/market-scale';
import { pairKey, type Market, type MarketGroup, type Pair } from '../shared/market/market.ts';

/** A pair as calls and socket events name it. */
interface WirePair {
  readonly legal_id: number;
  readonly currency_id: number;
}

export function pairOf({ legal_id, currency_id }: WirePair): Pair {
  return { baseId: currency_id, quoteId: legal_id };
}

export function wirePair({ baseId, quoteId }: Pair): WirePair {
  return { legal_id: quoteId, currency_id: baseId };
}

/** The filter of a list by base or quote currency: a missing one does not filter. */
export function wireFilter({ baseId, quoteId }: Partial<Pair>): Partial<WirePair> {
  return {
    ...(quoteId === undefined ? {} : { legal_id: quoteId }),
    ...(baseId === undefined ? {} : { currency_id: baseId }),
  };
}

/** `pairKey` of the market that an event or a row is about. */
export function keyOf(pair: WirePair): string {
  return pairKey(pairOf(pair));
}

export function marketGroups(groups: readonly QuotationGroup[]): MarketGroup[] {
  return groups.map(({ id, name, quotation }) => ({
    id,
    name,
    markets: quotation.filter((row) => row.is_display === 1).map(marketOf),
  }));
}

/** Decimals of the market's two currencies. They never change. */
type Scales = Pick<MarketScale, 'baseScale' | 'quoteScale'>;

type WireRules = Pick<
  QuotationRow,
  'tick_size' | 'lot_size' | 'min_total' | 'maker_fee' | 'taker_fee' | 'status' | 'open_microtrade'
>;

/** The parts of a market that an operator can change while the page is open. */
export function rulesOf(
  row: WireRules,
  { baseScale, quoteScale }: Scales,
): Pick<
  Market,
  | 'scale'
  | 'priceDecimals'
  | 'quantityDecimals'
  | 'makerFee'
  | 'takerFee'
  | 'minTotal'
  | 'status'
  | 'hasSeconds'
> {
  return {
    scale: {
      baseScale,
      quoteScale,
      tickSize: units(row.tick_size, quoteScale),
      lotSize: units(row.lot_size, baseScale),
    },
    priceDecimals: decimalsOf(row.tick_size),
    quantityDecimals: decimalsOf(row.lot_size),
    makerFee: row.maker_fee,
    takerFee: row.taker_fee,
    minTotal: row.min_total,
    status: row.status,
    hasSeconds: row.open_microtrade === 1,
  };
}

function marketOf(row: QuotationRow): Market {
  return {
    ...pairOf(row),
    key: keyOf(row),
    id: row.id,
    base: row.currency_name,
    quote: row.legal_name,
    symbol: `${row.currency_name}/${row.legal_name}`,
    logo: row.logo,
    ...rulesOf(row, { baseScale: row.currency_decimals, quoteScale: row.legal_decimals }),
  };
}

function units(text: string, scale: number): bigint {
  const parsed = parseDecimal(text, scale);
  if (!parsed.ok || parsed.units <= 0n) throw new RangeError(`${text} is no step of a market`);
  return parsed.units;
}
