import type { Output } from '@meridian/contract/client/named-calls';
import type { NetworkName } from '@meridian/contract/custody/calls';
import type { Language } from '@meridian/contract/languages';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../realtime/account-feed.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type { WithdrawalOrder } from './model/unanswered-withdrawals.ts';
import { walletOf, WIRE_WALLETS } from '../../realtime/wallet-translate.ts';
import type { WalletName } from '../../shared/wallets.ts';
import type { Movement, StatementMovement } from './model/movement.ts';

const fetchNetworks = apiCall('GET /api/wallet/networks');
const fetchAddress = apiCall('POST /api/wallet/get_in_address');
const fetchDeposits = apiCall('POST /api/wallet/deposits');
const fetchClaims = apiCall('POST /api/wallet/claims');
const fetchTerms = apiCall('POST /api/wallet/get_info');
const fetchWithdrawals = apiCall('POST /api/wallet/withdrawals');
const fetchBook = apiCall('POST /api/wallet/get_address');
const fetchDetail = apiCall('POST /api/wallet/detail');
const fetchLog = apiCall('POST /api/wallet/legal_log');
const fetchStatement = apiCall('POST /api/account/list');
const fetchExport = apiCall('POST /api/wallet/export');
export const claimDeposit = apiCall('POST /api/wallet/charge_req');
const beginConfirmation = apiCall('POST /api/wallet/confirm_begin');
export const mayReceive = apiCall('POST /api/wallet/check_address');
export const askWithdrawal = moneyCall('POST /api/wallet/out');
export const takeBack = moneyCall('POST /api/wallet/cancel');

/** A minute less than a confirmation is good for. */
const CONFIRMATION_FRESH_MS = 9 * 60_000;
/** How often a deposit that waits for blocks is asked for; and one that may come at any time. */
const PENDING_POLL_MS = 2_000;
const IDLE_POLL_MS = 4_000;
const WITHDRAWAL_POLL_MS = 3_000;
const NETWORKS_FRESH_MS = 60_000;
/** While coins cannot come in or go out. */
export const OPENING_POLL_MS = 4_000;
const CNY_REFRESH_MS = 60_000;

/** As `/api/wallet/legal_log` numbers the wallets. */
const LOG_NUMBERS = {
  p2p: '1',
  spot: '2',
  margin: 'lever',
  seconds: '4',
} as const satisfies Record<WalletName, string>;

/** Asked for again soon while none is open: chains open a moment after the server. */
export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: ({ signal }) => fetchNetworks({}, { signal }),
  staleTime: NETWORKS_FRESH_MS,
  refetchInterval: ({ state }) =>
    state.data?.some(
      ({ is_deposit_open, is_withdraw_open }) => is_deposit_open === 1 || is_withdraw_open === 1,
    ) === true
      ? false
      : OPENING_POLL_MS,
});

export function addressQuery(currency: number) {
  return queryOptions({
    queryKey: [OWN, 'deposit-address', currency],
    queryFn: ({ signal }) => fetchAddress({ currency }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

interface CustodyPage {
  readonly list: readonly unknown[];
  readonly total: number;
  readonly page: number;
}

function nextPage(last: CustodyPage, pages: readonly CustodyPage[]): number | undefined {
  return last.list.length > 0 &&
    pages.reduce((count, { list }) => count + list.length, 0) < last.total
    ? last.page + 1
    : undefined;
}

const DEPOSITS = [OWN, 'deposits'] as const;
const WITHDRAWALS = [OWN, 'withdrawals'] as const;
const CLAIMS = [OWN, 'claims'] as const;
const STATEMENT = [OWN, 'statement'] as const;

/**
 * Live: asked for often while one waits for its blocks, and not while nobody looks. @param currency
 * undefined for all
 */
export function depositsQuery(currency?: number) {
  return infiniteQueryOptions({
    queryKey: [...DEPOSITS, currency],
    queryFn: ({ pageParam, signal }) =>
      fetchDeposits(
        { page: pageParam, ...(currency === undefined ? {} : { currency }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(({ status }) => status === 'pending'))
        ? PENDING_POLL_MS
        : IDLE_POLL_MS,
  });
}

export function withdrawalsQuery(currency?: number) {
  return infiniteQueryOptions({
    queryKey: [...WITHDRAWALS, currency],
    queryFn: ({ pageParam, signal }) =>
      fetchWithdrawals(
        { page: pageParam, ...(currency === undefined ? {} : { currency }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) =>
        list.some(({ status }) => status === 'applying' || status === 'agreed'),
      )
        ? WITHDRAWAL_POLL_MS
        : false,
  });
}

/** One page of deposits, of withdrawals, for a file of them. */
export const depositsPage = async (
  page: number,
): Promise<Output<'POST /api/wallet/deposits'>['list']> => (await fetchDeposits({ page })).list;
export const withdrawalsPage = async (
  page: number,
): Promise<Output<'POST /api/wallet/withdrawals'>['list']> =>
  (await fetchWithdrawals({ page })).list;
export const claimsPage = async (
  page: number,
): Promise<Output<'POST /api/wallet/claims'>['list']> => (await fetchClaims({ page })).list;

export const claimsQuery = infiniteQueryOptions({
  queryKey: CLAIMS,
  queryFn: ({ pageParam, signal }) => fetchClaims({ page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

export function termsQuery(currency: number, network: NetworkName) {
  return queryOptions({
    queryKey: [...WITHDRAWALS, 'terms', currency, network],
    queryFn: ({ signal }) => fetchTerms({ currency, type: network }, { signal }),
  });
}

/**
 * The confirmation of one withdrawal. What was begun is used again while it is good: a code is sent
 * once, however often the dialog is opened.
 */
export function confirmationQuery(order: WithdrawalOrder) {
  return queryOptions({
    queryKey: ['withdrawal-confirmation', order],
    queryFn: () => beginConfirmation(order),
    staleTime: CONFIRMATION_FRESH_MS,
    gcTime: CONFIRMATION_FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function bookQuery(currency: number) {
  return queryOptions({
    queryKey: [OWN, 'addresses', currency],
    queryFn: ({ signal }) => fetchBook({ currency }, { signal }),
  });
}

/** CNY for one coin. */
export function cnyPriceQuery(currency: number) {
  return queryOptions({
    queryKey: [OWN, 'cny', currency],
    queryFn: ({ signal }) => fetchDetail({ currency }, { signal }),
    select: ({ cny_price }) => cny_price,
    refetchInterval: CNY_REFRESH_MS,
  });
}

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

export async function refreshClaims(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: CLAIMS });
}

export async function refreshDeposits(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: DEPOSITS });
}

/**
 * After a withdrawal was asked for or taken back: what is listed, its terms, the balances and the
 * statement.
 */
export async function refreshWithdrawals(client: QueryClient): Promise<void> {
  refreshAccount(client);
  await Promise.all(
    [WITHDRAWALS, [OWN, 'wallets'], STATEMENT].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
