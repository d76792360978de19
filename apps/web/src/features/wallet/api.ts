import type {
  addresses,
  cancelWithdrawal,
  chargeRequest,
  checkAddress,
  claims,
  confirmBegin,
  depositAddress,
  deposits,
  networks,
  NetworkName,
  withdraw,
  withdrawals,
  withdrawInfo,
} from '@meridian/contract/custody/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Language } from '@meridian/contract/languages';
import type {
  accountList,
  legalLog,
  statementExport,
  walletDetail,
} from '@meridian/contract/wallet/calls';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../realtime/account-feed.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type { WithdrawalOrder } from './model/unanswered-withdrawals.ts';
import type { WalletName } from './model/wallets.ts';

const fetchNetworks = apiCall<typeof networks>({ method: 'GET', path: '/api/wallet/networks' });
const fetchAddress = apiCall<typeof depositAddress>({
  method: 'POST',
  path: '/api/wallet/get_in_address',
});
const fetchDeposits = apiCall<typeof deposits>({ method: 'POST', path: '/api/wallet/deposits' });
const fetchClaims = apiCall<typeof claims>({ method: 'POST', path: '/api/wallet/claims' });
const fetchTerms = apiCall<typeof withdrawInfo>({ method: 'POST', path: '/api/wallet/get_info' });
const fetchWithdrawals = apiCall<typeof withdrawals>({
  method: 'POST',
  path: '/api/wallet/withdrawals',
});
const fetchBook = apiCall<typeof addresses>({ method: 'POST', path: '/api/wallet/get_address' });
const fetchDetail = apiCall<typeof walletDetail>({ method: 'POST', path: '/api/wallet/detail' });
const fetchLog = apiCall<typeof legalLog>({ method: 'POST', path: '/api/wallet/legal_log' });
const fetchStatement = apiCall<typeof accountList>({ method: 'POST', path: '/api/account/list' });
export const exportStatement = apiCall<typeof statementExport>({
  method: 'POST',
  path: '/api/wallet/export',
});
export const claimDeposit = apiCall<typeof chargeRequest>({
  method: 'POST',
  path: '/api/wallet/charge_req',
});
const beginConfirmation = apiCall<typeof confirmBegin>({
  method: 'POST',
  path: '/api/wallet/confirm_begin',
});
export const mayReceive = apiCall<typeof checkAddress>({
  method: 'POST',
  path: '/api/wallet/check_address',
});
export const askWithdrawal = moneyCall<typeof withdraw>({
  method: 'POST',
  path: '/api/wallet/out',
});
export const takeBack = moneyCall<typeof cancelWithdrawal>({
  method: 'POST',
  path: '/api/wallet/cancel',
});

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
  legal: '1',
  change: '2',
  lever: 'lever',
  micro: '4',
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
export const depositsPage = async (page: number): Promise<CallOutput<typeof deposits>['list']> =>
  (await fetchDeposits({ page })).list;
export const withdrawalsPage = async (
  page: number,
): Promise<CallOutput<typeof withdrawals>['list']> => (await fetchWithdrawals({ page })).list;
export const claimsPage = async (page: number): Promise<CallOutput<typeof claims>['list']> =>
  (await fetchClaims({ page })).list;

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
    queryFn: ({ pageParam, signal }) =>
      fetchLog({ type: LOG_NUMBERS[wallet], currency, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.list.length === last.limit ? last.page + 1 : undefined),
  });
}

export interface StatementFilter {
  readonly account?: WalletName;
  readonly currency?: number;
}

export function statementQuery(filter: StatementFilter, language: Language) {
  return infiniteQueryOptions({
    queryKey: [...STATEMENT, 'all', filter, language],
    queryFn: ({ pageParam, signal }) => fetchStatement({ page: pageParam, ...filter }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.data.length === last.limit ? last.page + 1 : undefined),
  });
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
