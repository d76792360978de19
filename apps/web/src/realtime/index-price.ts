import type { MarketDetailEvent } from '@meridian/contract/market/events';
import { useEffect, useState } from 'react';
import { pairKey, type Pair } from '../shared/market/market.ts';
import { connection } from './connection.ts';
import { keyOf, wirePair } from './market-translate.ts';

/** The index price of a market, live; undefined before the first. */
export function useIndexPrice({ baseId, quoteId }: Pair): string | undefined {
  const [price, setPrice] = useState<string>();
  useEffect(() => {
    setPrice(undefined);
    const pair = { baseId, quoteId };
    const key = pairKey(pair);
    const ends = [
      connection().subscribe({ channel: 'market_detail', ...wirePair(pair) }),
      connection().on<MarketDetailEvent>(
        'market_detail',
        (event) => keyOf(event) === key && event.index_price !== '0' && setPrice(event.index_price),
      ),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [baseId, quoteId]);
  return price;
}
