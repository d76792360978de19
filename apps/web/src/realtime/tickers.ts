import type { QuotationRow } from '@meridian/contract/market/calls';
import type { DayMarketEvent } from '@meridian/contract/market/events';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { movement, type Direction } from '../shared/figures.ts';
import { apiCall } from '../shared/http/api-call.ts';
import { KeyedStore } from '../shared/keyed-store.ts';
import { offeredGroups, type Market } from '../shared/market/market.ts';
import { selectedOf, useSelectedPair } from '../shared/market/selected-market.ts';
import { connection } from './connection.ts';
import { frames } from './frame-scheduler.ts';
import { keyOf, marketGroups } from './market-translate.ts';

/** Figures of the last 24 hours of one market. Plain decimals. */
export interface Ticker {
  readonly price: string;
  /** The direction of the last price change; flat before the first one. */
  readonly tick: Direction;
  readonly change: string;
  readonly volume: string;
  readonly high: string;
  readonly low: string;
  /** CNY for one base coin, as of the last list of markets. */
  readonly cnyPrice: string;
  readonly seq: number;
}

const LIST_REFRESH_MS = 30_000;
const fetchQuotations = apiCall('GET /api/currency/quotation_new');
const tickers = new KeyedStore<Ticker>();
const arrived = new Map<string, DayMarketEvent>();

/**
 * All markets, in groups. Their figures are not in it but in the tickers, so that a tick paints one
 * row and not all.
 */
export const marketsQuery = queryOptions({
  queryKey: ['markets'],
  queryFn: async ({ signal }) => {
    const groups = await fetchQuotations({}, { signal });
    for (const row of groups.flatMap((group) => group.quotation)) seed(row);
    return marketGroups(groups);
  },
  refetchInterval: LIST_REFRESH_MS,
  staleTime: LIST_REFRESH_MS,
});

/** Keeps the tickers live from now on. Called once, at boot. */
export function startTickers(): void {
  connection().subscribe({ channel: 'daymarket' });
  connection().on<DayMarketEvent>('daymarket', (event) => {
    arrived.set(keyOf(event), event);
    frames().request(flush);
  });
}

/**
 * The market that is looked at, of those that the page offers; undefined until the list is there.
 */
export function useSelectedMarket(isOffered?: (market: Market) => boolean): Market | undefined {
  const { data } = useQuery(marketsQuery);
  const pair = useSelectedPair((state) => state.pair);
  return data === undefined ? undefined : selectedOf(offeredGroups(data, isOffered), pair);
}

export function useTicker(key: string): Ticker | undefined {
  const subscribe = useCallback((listener: () => void) => tickers.subscribe(key, listener), [key]);
  return useSyncExternalStore(subscribe, () => tickers.get(key));
}

/** The figures as they are now, for sorting. */
export function tickerNow(key: string): Ticker | undefined {
  return tickers.get(key);
}

function seed(row: QuotationRow): void {
  const key = keyOf(row);
  const known = tickers.get(key);
  // A list does not say how new its figures are: figures of the socket stay.
  if (known !== undefined && known.seq > 0) {
    if (known.cnyPrice !== row.cny_price) tickers.set(key, { ...known, cnyPrice: row.cny_price });
    return;
  }
  tickers.set(key, {
    price: row.now_price,
    tick: 'flat',
    change: row.change,
    volume: row.volume,
    high: row.high,
    low: row.low,
    cnyPrice: row.cny_price,
    seq: 0,
  });
}

function flush(): void {
  for (const [key, event] of arrived) {
    const known = tickers.get(key);
    if (known !== undefined && event.seq < known.seq) continue;
    const { now_price: price, change, volume, high, low, seq } = event;
    tickers.set(key, {
      price,
      tick: movement(known?.price, price) ?? known?.tick ?? 'flat',
      change,
      volume,
      high,
      low,
      seq,
      cnyPrice: known?.cnyPrice ?? '',
    });
  }
  arrived.clear();
}
