import { create } from 'zustand';
import { readStored, writeStored } from '../stored.ts';
import type { Market, MarketGroup, Pair } from './market.ts';

/** Price scale of a first visit, by the specification. */
const PRICE_SCALE = '100000';

function storedPair(): Pair | undefined {
  const quoteId = Number(readStored('quoteId'));
  const baseId = Number(readStored('baseId'));
  return Number.isSafeInteger(quoteId) && Number.isSafeInteger(baseId) && quoteId > 0 && baseId > 0
    ? { quoteId, baseId }
    : undefined;
}

/** The visitor's chosen pair; undefined before the first choice. */
export const useSelectedPair = create<{ readonly pair: Pair | undefined }>(() => ({
  pair: storedPair(),
}));

export function selectMarket(market: Market): void {
  writeStored('quoteId', String(market.quoteId));
  writeStored('baseId', String(market.baseId));
  writeStored('quote', market.quote);
  writeStored('base', market.base);
  writeStored('symbol', market.symbol);
  writeStored('priceScale', PRICE_SCALE);
  useSelectedPair.setState({
    pair: { quoteId: market.quoteId, baseId: market.baseId },
  });
}

/**
 * The chosen market; without a choice, or if it is no longer listed, the first of the first group.
 */
export function selectedOf(
  groups: readonly MarketGroup[],
  pair: Pair | undefined,
): Market | undefined {
  const markets = groups.flatMap((group) => group.markets);
  return (
    markets.find((market) => market.quoteId === pair?.quoteId && market.baseId === pair.baseId) ??
    markets[0]
  );
}
