import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../shared/i18n/language.ts';
import { marketFigure, type MarketFigure } from '../shared/market/market-figures.ts';
import { pairKey, type Market, type Pair } from '../shared/market/market.ts';
import { marketsQuery } from './tickers.ts';

/** Finds a listed market by its pair, for lists of many markets. */
export function useMarketOf(): (pair: Pair) => Market | undefined {
  const { data } = useQuery(marketsQuery);
  return (pair) => data?.flatMap(({ markets }) => markets).find(({ key }) => key === pairKey(pair));
}

/** Writes figures of any market with that market's decimals. */
export function useMarketFigures() {
  const language = useLanguage();
  const marketOf = useMarketOf();
  const write =
    (kind: MarketFigure) =>
    (pair: Pair, text: string | undefined): string =>
      marketFigure(marketOf(pair), kind, text, language);
  return { price: write('price'), quantity: write('quantity'), total: write('total') };
}
