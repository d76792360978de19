import type { Output } from '@meridian/contract/client/named-calls';
import type { Language } from '@meridian/contract/languages';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { walletOf, WIRE_WALLETS } from '../../realtime/wallet-translate.ts';
import { STATEMENT } from '../../realtime/wallets.ts';
import type { WalletName } from '../../shared/wallets.ts';
import type { Movement, StatementMovement } from './model/movement.ts';

const fetchLog = apiCall('POST /api/wallet/legal_log');
const fetchStatement = apiCall('POST /api/account/list');
const fetchExport = apiCall('POST /api/wallet/export');

/** As `/api/wallet/legal_log` numbers the wallets. */
const LOG_NUMBERS = {
  p2p: '1',
  spot: '2',
  margin: 'lever',
  seconds: '4',
} as const satisfies Record<WalletName, string>;

/** The log of one currency in one wallet. */
export function logQuery(wallet: WalletName, currency: number, language: Language) {
  return infiniteQueryOptions({
    queryKey: [...STATEMENT, wallet, currency, language],
    queryFn: async ({ pageParam, signal }) => {
      const input = { type: LOG_NUMBERS[wallet], currency, page: pageParam };
      const { list, ...page } = await fetchLog(input, { signal });
      return { ...page, movements: list.map(movementOf) };
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.movements.length === last.limit ? last.page + 1 : undefined),
  });
}

export interface StatementFilter {
  readonly wallet?: WalletName;
  readonly currency?: number;
}

export function statementQuery(filter: StatementFilter, language: Language) {
  return infiniteQueryOptions({
    queryKey: [...STATEMENT, 'all', filter, language],
    queryFn: async ({ pageParam, signal }) => {
      const input = { page: pageParam, ...wireStatement(filter) };
      const { data, ...page } = await fetchStatement(input, { signal });
      return {
        ...page,
        movements: data.map((row): StatementMovement => ({
          ...movementOf(row),
          wallet: walletOf(row.account),
          currency: row.currency_name,
        })),
      };
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last.movements.length === last.limit ? last.page + 1 : undefined),
  });
}

/** The whole statement as a file. */
export function exportStatement(filter: StatementFilter) {
  return fetchExport(wireStatement(filter));
}

function wireStatement({ wallet, ...rest }: StatementFilter) {
  return { ...rest, ...(wallet === undefined ? {} : { account: WIRE_WALLETS[wallet] }) };
}

function movementOf(row: Output<'POST /api/wallet/legal_log'>['list'][number]): Movement {
  return {
    id: row.id,
    atMs: row.created_time_ms,
    value: row.value,
    balance: row.balance,
    info: row.info,
    market: row.market,
    order: row.order,
    subject: row.subject,
    counter: row.counter,
    transaction: row.transaction,
  };
}
