import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';
import type { currencyDetail, newTimeshar } from '@meridian/contract/market/calls';
import type { KlineEvent } from '@meridian/contract/market/events';
import type { transactionIn, transactionOut } from '@meridian/contract/spot/calls';
import { queryOptions } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import type { BarRange, ChartBar } from '../../shared/chart/price-chart.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import type { Language } from '@meridian/contract/languages';
import { pairKey, type Market } from '../../shared/market/market.ts';

export const placeBuy = moneyCall<typeof transactionIn>({
  method: 'POST',
  path: '/api/transaction/in',
  envelope: 'bare',
});
export const placeSell = moneyCall<typeof transactionOut>({
  method: 'POST',
  path: '/api/transaction/out',
  envelope: 'bare',
});
const fetchDetail = apiCall<typeof currencyDetail>({ method: 'GET', path: '/api/currency/detail' });
const fetchBars = apiCall<typeof newTimeshar>({
  method: 'GET',
  path: '/api/currency/new_timeshar',
  envelope: 'bare',
});

export function coinDetailQuery(id: number, language: Language) {
  return queryOptions({
    queryKey: ['coin', id, language],
    queryFn: ({ signal }) => fetchDetail({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function loadBars(
  market: Market,
  { period, source, fromS, toS }: BarRange,
): Promise<readonly ChartBar[]> {
  const { data } = await fetchBars({
    symbol: market.symbol,
    period,
    source,
    from: Math.max(0, fromS),
    to: toS,
  });
  return data;
}

/** Follows the current bar of a market. Returns what ends it. */
export function subscribeBar(
  market: Market,
  of: { period: CandlePeriod; source: CandleSource },
  listener: (bar: ChartBar) => void,
): () => void {
  const { legal_id, currency_id, key } = market;
  const ends = [
    connection().on<KlineEvent>('kline', (event) => {
      if (pairKey(event) === key && event.period === of.period && event.source === of.source)
        listener(event);
    }),
    connection().subscribe({ channel: 'kline', legal_id, currency_id, ...of }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
