import type { QuotationGroup, QuotationRow } from '@meridian/contract/market/calls';
import { decimalsOf, parseDecimal } from '@meridian/money/decimal';
import type { MarketScale } from '@meridian/money/market-scale';

export interface Pair {
  readonly legal_id: number;
  readonly currency_id: number;
}

/** A market as the screens know it: its rules, not its prices. */
export interface Market extends Pair {
  readonly key: string;
  /** Its number (`match_id`). */
  readonly id: number;
  /** For example BTC. */
  readonly base: string;
  /** For example USDT. */
  readonly quote: string;
  /** For example BTC/USDT. */
  readonly symbol: string;
  readonly logo: string;
  readonly scale: MarketScale;
  /** Decimals that a price, a quantity of this market can have. */
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** Percent, plain decimal. */
  readonly makerFee: string;
  readonly takerFee: string;
  /** Least worth of an order, plain decimal in quote currency. */
  readonly minTotal: string;
  /** Which orders are taken: all, cancels only, none. */
  readonly status: QuotationRow['status'];
  /** Whether seconds contracts are offered on it. */
  readonly hasSeconds: boolean;
}

export interface MarketGroup {
  readonly id: number;
  readonly name: string;
  readonly markets: readonly Market[];
}

export function pairKey({ legal_id, currency_id }: Pair): string {
  return `${currency_id}/${legal_id}`;
}

export function marketGroups(groups: readonly QuotationGroup[]): MarketGroup[] {
  return groups.map(({ id, name, quotation }) => ({
    id,
    name,
    markets: quotation.filter((row) => row.is_display === 1).map(marketOf),
  }));
}

/** The groups with only those markets that a page offers; all of them where it does not say. */
export function offeredGroups(
  groups: readonly MarketGroup[],
  isOffered?: (market: Market) => boolean,
): readonly MarketGroup[] {
  if (isOffered === undefined) return groups;
  return groups
    .map((group) => ({ ...group, markets: group.markets.filter(isOffered) }))
    .filter(({ markets }) => markets.length > 0);
}

/** Contracts of a market that are paid in another currency than the market's: play money. */
export function contractIn(
  market: Market,
  { legal_id, code }: { readonly legal_id: number; readonly code: string },
): Market {
  return {
    ...market,
    legal_id,
    quote: code,
    symbol: `${market.base}/${code}`,
    key: pairKey({ legal_id, currency_id: market.currency_id }),
  };
}

/** Decimals that an amount of a market's two currencies can have. They never change. */
type Scales = Pick<MarketScale, 'baseScale' | 'quoteScale'>;

type WireRules = Pick<
  QuotationRow,
  'tick_size' | 'lot_size' | 'min_total' | 'maker_fee' | 'taker_fee' | 'status' | 'open_microtrade'
>;

/** What of a market an operator can change while one looks. */
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
  const { legal_id, currency_id } = row;
  return {
    key: pairKey(row),
    id: row.id,
    legal_id,
    currency_id,
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
