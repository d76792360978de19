import type { MarketScale } from '@meridian/money/market-scale';

export interface Pair {
  /** Number of the currency that is traded. */
  readonly baseId: number;
  /** Number of the currency that is paid. */
  readonly quoteId: number;
}

/** A market for display: its rules, not its prices. */
export interface Market extends Pair {
  readonly key: string;
  /** Its number. */
  readonly id: number;
  /** For example BTC. */
  readonly base: string;
  /** For example USDT. */
  readonly quote: string;
  /** For example BTC/USDT. */
  readonly symbol: string;
  readonly logo: string;
  readonly scale: MarketScale;
  /** Decimals of the market's prices and quantities. */
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** Percent, plain decimal. */
  readonly makerFee: string;
  readonly takerFee: string;
  /** Least worth of an order, plain decimal in quote currency. */
  readonly minTotal: string;
  /** Accepted orders: all, cancels only, none. */
  readonly status: 'open' | 'cancel_only' | 'closed';
  /** Whether it offers seconds contracts. */
  readonly hasSeconds: boolean;
}

export interface MarketGroup {
  readonly id: number;
  readonly name: string;
  readonly markets: readonly Market[];
}

export function pairKey({ baseId, quoteId }: Pair): string {
  return `${baseId}/${quoteId}`;
}

/** The groups with only the markets that a page offers; all of them by default. */
export function offeredGroups(
  groups: readonly MarketGroup[],
  isOffered?: (market: Market) => boolean,
): readonly MarketGroup[] {
  if (isOffered === undefined) return groups;
  return groups
    .map((group) => ({ ...group, markets: group.markets.filter(isOffered) }))
    .filter(({ markets }) => markets.length > 0);
}

/** The contract of a market in another currency than the market's: play money. */
export function contractIn(
  market: Market,
  { quoteId, code }: { readonly quoteId: number; readonly code: string },
): Market {
  return {
    ...market,
    quoteId,
    quote: code,
    symbol: `${market.base}/${code}`,
    key: pairKey({ quoteId, baseId: market.baseId }),
  };
}
