import type { CandlePeriod, CandleSource } from '@meridian/contract/market/candle-period';
import type { Output } from '@meridian/contract/client/named-calls';
import type { KlineEvent } from '@meridian/contract/market/events';
import { queryOptions } from '@tanstack/react-query';
import { connection } from '../../realtime/connection.ts';
import type { BarRange, ChartBar } from '../../shared/chart/price-chart.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import type { Language } from '@meridian/contract/languages';
import type { Market } from '../../shared/market/market.ts';
import { keyOf, wirePair } from '../../realtime/market-translate.ts';
import type { PlacedOrder } from './model/order-told.ts';
import type { OrderRequest, SelfTrade, TradeMode } from './model/trade-inputs.ts';

type WireMode = Output<'POST /api/transaction_complete'>['list'][number]['mode'];

const WIRE_MODE = { market: 1, limit: 2 } as const satisfies Record<TradeMode, WireMode>;
export const MODE_OF = { 1: 'market', 2: 'limit' } as const satisfies Record<WireMode, TradeMode>;
const WIRE_SELF_TRADE = {
  expireTaker: 'expire_taker',
  expireMaker: 'expire_maker',
  expireBoth: 'expire_both',
  decrement: 'decrement',
} as const satisfies Record<SelfTrade, string>;
export const SELF_TRADE_OF = {
  expire_taker: 'expireTaker',
  expire_maker: 'expireMaker',
  expire_both: 'expireBoth',
  decrement: 'decrement',
} as const satisfies Record<
  Output<'POST /api/transaction_complete'>['list'][number]['self_trade'],
  SelfTrade
>;
export const placeBuy = asking(moneyCall('POST /api/transaction/in', 'bare'), wireOrder);
export const placeSell = asking(moneyCall('POST /api/transaction/out', 'bare'), wireOrder);
const fetchDetail = apiCall('GET /api/currency/detail');
const fetchBars = apiCall('GET /api/currency/new_timeshar', 'bare');

function wireOrder(order: OrderRequest) {
  const { quantity, mode, price, timeInForce, isPostOnly, selfTrade, ...pair } = order;
  return {
    ...wirePair(pair),
    num: quantity,
    mode: WIRE_MODE[mode],
    self_trade: WIRE_SELF_TRADE[selfTrade],
    ...(price === undefined ? {} : { price }),
    ...(timeInForce === undefined ? {} : { time_in_force: timeInForce }),
    ...(isPostOnly === undefined ? {} : { post_only: 1 as const }),
  };
}

/** An answer to an order, in our words. */
export function placedOrder({
  message,
  complete_number,
  complete_money,
}: Output<'POST /api/transaction/in'>): PlacedOrder {
  return { message, filledQuantity: complete_number, filledTotal: complete_money };
}

export function coinDetailQuery(id: number, language: Language) {
  return queryOptions({
    queryKey: ['coin', id, language],
    queryFn: async ({ signal }) => {
      const { name, full_name, desc, logo } = await fetchDetail({ id }, { signal });
      return { code: name, name: full_name, about: desc, logo };
    },
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

/** Follows the current bar of a market. Returns a function that ends it. */
export function subscribeBar(
  market: Market,
  of: { period: CandlePeriod; source: CandleSource },
  listener: (bar: ChartBar) => void,
): () => void {
  const ends = [
    connection().on<KlineEvent>('kline', (event) => {
      if (keyOf(event) === market.key && event.period === of.period && event.source === of.source)
        listener(event);
    }),
    connection().subscribe({ channel: 'kline', ...wirePair(market), ...of }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
