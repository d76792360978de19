import { create } from 'zustand';
import { readStored, writeStored } from '../stored.ts';
import type { Market, MarketGroup, Pair } from './market.ts';

/** Price scale that the specification gives on a first visit. */
const PRICE_SCALE = '100000';

function storedPair(): Pair | undefined {
  const legal_id = Number(readStored('legal_id'));
  const currency_id = Number(readStored('currency_id'));
  return Number.isSafeInteger(legal_id) &&
    Number.isSafeInteger(currency_id) &&
    legal_id > 0 &&
    currency_id > 0
    ? { legal_id, currency_id }
    : undefined;
}

/** The pair that the visitor chose; undefined before the first choice. */
export const useSelectedPair = create<{ readonly pair: Pair | undefined }>(() => ({
  pair: storedPair(),
}));

export function selectMarket(market: Market): void {
  writeStored('legal_id', String(market.legal_id));
  writeStored('currency_id', String(market.currency_id));
  writeStored('legal_name', market.quote);
  writeStored('currency_name', market.base);
  writeStored('symbol', market.symbol);
  writeStored('priceScale', PRICE_SCALE);
  useSelectedPair.setState({
    pair: { legal_id: market.legal_id, currency_id: market.currency_id },
  });
}

/**
 * The chosen market; the first of the first group where none was chosen or it is no longer listed.
 */
export function selectedOf(
  groups: readonly MarketGroup[],
  pair: Pair | undefined,
): Market | undefined {
  const markets = groups.flatMap((group) => group.markets);
  return (
    markets.find(
      (market) => market.legal_id === pair?.legal_id && market.currency_id === pair.currency_id,
    ) ?? markets[0]
  );
}
