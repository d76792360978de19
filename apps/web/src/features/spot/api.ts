import type { CandlePeriod, CandleSource } from '@meridian/contract/candle-period';
import type { currencyDetail, newTimeshar } from '@meridian/contract/market';
import type { KlineEvent } from '@meridian/contract/socket-events';
import type { transactionComplete, transactionDel, transactionIn, transactionInList, transactionOut, transactionOutList } from '@meridian/contract/spot';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import { FINISHED_ORDERS, OPEN_ORDERS } from '../../realtime/account-feed.ts';
import type { BarRange, ChartBar } from '../../shared/chart/price-chart.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import type { Language } from '@meridian/contract/languages';
import { pairKey, type Market } from '../../shared/market/market.ts';
import type { Side } from './model/trade-inputs.ts';

export const placeBuy = apiCall<typeof transactionIn>({ method: 'POST', path: '/api/transaction/in' });
export const placeSell = apiCall<typeof transactionOut>({ method: 'POST', path: '/api/transaction/out' });
export const revokeOrder = apiCall<typeof transactionDel>({ method: 'POST', path: '/api/transaction_del' });
const fetchBuyOrders = apiCall<typeof transactionInList>({ method: 'POST', path: '/api/transaction_in' });
const fetchSellOrders = apiCall<typeof transactionOutList>({ method: 'POST', path: '/api/transaction_out' });
const fetchFinished = apiCall<typeof transactionComplete>({ method: 'POST', path: '/api/transaction_complete' });
const fetchDetail = apiCall<typeof currencyDetail>({ method: 'GET', path: '/api/currency/detail' });
const fetchBars = apiCall<typeof newTimeshar>({ method: 'GET', path: '/api/currency/new_timeshar' });

const ORDERS_PER_PAGE = 10;
/** Refreshed this often while no live socket brings the news. */
export const POLL_MS = 5_000;

export function openOrdersQuery({ legal_id, currency_id }: Market, side: Side) {
  const fetchOrders = side === 'buy' ? fetchBuyOrders : fetchSellOrders;
  return infiniteQueryOptions({
    queryKey: [...OPEN_ORDERS, side, legal_id, currency_id],
    queryFn: ({ pageParam, signal }) => fetchOrders({ page: pageParam, legal_id, currency_id }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.reduce((count, page) => count + page.list.length, 0) < last.total && last.list.length > 0 ? last.page + 1 : undefined),
  });
}

export function finishedOrdersQuery({ legal_id, currency_id }: Market, language: Language) {
  return infiniteQueryOptions({
    queryKey: [...FINISHED_ORDERS, legal_id, currency_id, language],
    queryFn: ({ pageParam, signal }) => fetchFinished({ page: pageParam, legal_id, currency_id }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.list.length === ORDERS_PER_PAGE ? last.page + 1 : undefined),
  });
}

export function coinDetailQuery(id: number, language: Language) {
  return queryOptions({ queryKey: ['coin', id, language], queryFn: ({ signal }) => fetchDetail({ id }, { signal }), staleTime: Number.POSITIVE_INFINITY });
}

export async function loadBars(market: Market, { period, source, fromS, toS }: BarRange): Promise<readonly ChartBar[]> {
  const { data } = await fetchBars({ symbol: market.symbol, period, source, from: Math.max(0, fromS), to: toS });
  return data;
}

/** Follows the current bar of a market. Returns what ends it. */
export function subscribeBar(market: Market, of: { period: CandlePeriod; source: CandleSource }, listener: (bar: ChartBar) => void): () => void {
  const { legal_id, currency_id, key } = market;
  const ends = [
    connection().on<KlineEvent>('kline', (event) => {
      if (pairKey(event) === key && event.period === of.period && event.source === of.source) listener(event);
    }),
    connection().subscribe({ channel: 'kline', legal_id, currency_id, ...of }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
