import { useQuery } from '@tanstack/react-query';
import { marketsQuery } from '../../../realtime/tickers.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { pairKey, type Pair } from '../../../shared/market/market.ts';
import { decimalsOf } from '../model/order-filter.ts';

/** Prices and quantities with the decimals of their order's market; as they are where it is no longer listed. */
export function useOrderFigures() {
  const language = useLanguage();
  const { data } = useQuery(marketsQuery);
  const marketOf = (pair: Pair) => data?.flatMap(({ markets }) => markets).find(({ key }) => key === pairKey(pair));
  return {
    price: (pair: Pair, text: string): string => fixed(text, marketOf(pair)?.priceDecimals ?? decimalsOf(text), { language }),
    quantity: (pair: Pair, text: string): string => fixed(text, marketOf(pair)?.quantityDecimals ?? decimalsOf(text), { language }),
  };
}
