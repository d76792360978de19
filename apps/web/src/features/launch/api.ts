import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import type { NewCoin } from './model/coin.ts';

/** What is issued changes with the ledger, and states change with time. */
const LOOK_MS = 30_000;
const STATES = { 1: 'upcoming', 2: 'running', 3: 'over' } as const;

const fetchCoins = apiCall('GET /api/upstart', 'bare');

type CoinRow = Output<'GET /api/upstart'>['message'][number];

export const newCoinsQuery = queryOptions({
  queryKey: ['launch', 'coins'],
  queryFn: async ({ signal }): Promise<readonly NewCoin[]> =>
    (await fetchCoins({}, { signal })).message.map(coinOf),
  refetchInterval: LOOK_MS,
});

function coinOf(row: CoinRow): NewCoin {
  return {
    id: row.id,
    name: row.name,
    code: row.currency_name,
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
