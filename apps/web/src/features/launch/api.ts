import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { SALE_KINDS, SALE_STATES, type CoinSale, type NewCoin } from './model/coin.ts';

/** The issued supply changes with the ledger, and states change with time. */
const LOOK_MS = 30_000;
const STATES = { 1: 'upcoming', 2: 'running', 3: 'over' } as const;

const fetchCoins = apiCall('GET /api/upstart', 'bare');
const fetchSales = {
  sale: apiCall('GET /api/sale/list'),
  crowd: apiCall('GET /api/crowd/list'),
} as const;

type CoinRow = Output<'GET /api/upstart'>['message'][number];

export const newCoinsQuery = queryOptions({
  queryKey: ['launch', 'coins'],
  queryFn: async ({ signal }): Promise<readonly NewCoin[]> =>
    (await fetchCoins({}, { signal })).message.map(coinOf),
  refetchInterval: LOOK_MS,
});

/** Sales that can be taken part in, now or soon. */
export const coinSalesQuery = queryOptions({
  queryKey: ['launch', 'sales'],
  queryFn: async ({ signal }): Promise<readonly CoinSale[]> => {
    const lists = SALE_KINDS.map(async (kind) =>
      (await fetchSales[kind]({}, { signal })).flatMap(({ currency_id: currency, state: now }) => {
        const state = SALE_STATES.find((each) => each === now);
        return state === undefined ? [] : [{ kind, state, currency }];
      }),
    );
    return (await Promise.all(lists)).flat();
  },
  refetchInterval: LOOK_MS,
});

function coinOf(row: CoinRow): NewCoin {
  return {
    id: row.id,
    name: row.name,
    code: row.currency_name,
    currency: row.cid,
    market: row.currency_match,
    state: STATES[row.type],
    issued: row.faxing,
    planned: row.start_planned,
    startPrice: row.start_price,
    start: row.start_time,
    end: row.end_time,
    paper: row.pdf_path,
  };
}
