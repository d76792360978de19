import type { Output } from '@meridian/contract/client/named-calls';
import type { NetworkName } from '@meridian/contract/custody/networks';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { refreshAccount } from '../../realtime/account-feed.ts';
import { STATEMENT, walletsQuery } from '../../realtime/wallets.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import { nextPage } from './model/next-page.ts';
import type { WithdrawTerms } from './model/withdraw-form.ts';
import type {
  Confirmation,
  Hold,
  SentWithdrawal,
  Withdrawal,
  WithdrawalOrder,
} from './model/withdrawal.ts';

export const askWithdrawal = asking(
  moneyCall('POST /api/wallet/out'),
  ({ ticket, proof, ...order }: SentWithdrawal) => ({ ...wireOrder(order), ticket, value: proof }),
);
export const takeBack = moneyCall('POST /api/wallet/cancel');
const beginConfirmation = apiCall('POST /api/wallet/confirm_begin');
const checkAddress = apiCall('POST /api/wallet/check_address');
const fetchTerms = apiCall('POST /api/wallet/get_info');
const fetchWithdrawals = apiCall('POST /api/wallet/withdrawals');

const WITHDRAWALS = [OWN, 'withdrawals'] as const;
const CONFIRMATION = ['withdrawal-confirmation'] as const;
const WITHDRAWAL_POLL_MS = 3_000;
/** A minute less than a confirmation is valid. */
const CONFIRMATION_FRESH_MS = 9 * 60_000;

export function termsQuery(currency: number, network: NetworkName) {
  return queryOptions({
    queryKey: [...WITHDRAWALS, 'terms', currency, network],
    queryFn: async ({ signal }) =>
      termsOf(await fetchTerms({ currency, type: network }, { signal })),
  });
}

/**
 * Whether a withdrawal may go to an address. Answers the address as its chain writes it, and
 * another one that it could be taken for ('' where there is none).
 */
export async function mayReceive({
  currency,
  network,
  address,
}: Omit<WithdrawalOrder, 'amount'>): Promise<{ address: string; lookAlike: string }> {
  const answer = await checkAddress({ currency, type: network, address });
  return { address: answer.address, lookAlike: answer.look_alike };
}

/**
 * The confirmation of one withdrawal. A begun confirmation is used again while it is valid: a code
 * is sent once, however often the dialog is opened.
 */
export function confirmationQuery(order: WithdrawalOrder) {
  return queryOptions({
    queryKey: [...CONFIRMATION, order],
    queryFn: async () => confirmationOf(await beginConfirmation(wireOrder(order))),
    staleTime: CONFIRMATION_FRESH_MS,
    gcTime: CONFIRMATION_FRESH_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/**
 * The last known hold of a withdrawal to the same destination, without the reason that comes from
 * its amount. Undefined where no hold or no other reason is known.
 */
export function lastHold(
  client: QueryClient,
  { currency, network, address }: Omit<WithdrawalOrder, 'amount'>,
): Hold | undefined {
  const [last] = client
    .getQueryCache()
    .findAll({ queryKey: [...CONFIRMATION, { currency, network, address }] })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((left, right) => right.state.dataUpdatedAt - left.state.dataUpdatedAt);
  if (last === undefined) return undefined;
  const { hold } = last.state.data as Confirmation;
  const reasons = hold.reasons.filter(({ reason }) => reason !== 'amount');
  return reasons.length === 0 ? undefined : { ...hold, reasons };
}

function wireOrder({ currency, amount, address, network }: WithdrawalOrder) {
  return { currency, number: amount, address, type: network };
}

async function fetchWithdrawalPage(page: number, currency?: number, signal?: AbortSignal) {
  const input = { page, ...(currency === undefined ? {} : { currency }) };
  const { list, ...rest } = await fetchWithdrawals(input, signal && { signal });
  return { ...rest, list: list.map(withdrawalOf) };
}

/** @param currency undefined for all */
export function withdrawalsQuery(currency?: number) {
  return infiniteQueryOptions({
    queryKey: [...WITHDRAWALS, currency],
    queryFn: ({ pageParam, signal }) => fetchWithdrawalPage(pageParam, currency, signal),
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

/** One page of all withdrawals, for a file of them. */
export async function withdrawalsPage(page: number): Promise<readonly Withdrawal[]> {
  return (await fetchWithdrawalPage(page)).list;
}

/**
 * Fetches lists, terms, balances and statement again, after a withdrawal was requested or taken
 * back.
 */
export async function refreshWithdrawals(client: QueryClient): Promise<void> {
  refreshAccount(client);
  await Promise.all(
    [WITHDRAWALS, walletsQuery.queryKey, STATEMENT].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

function termsOf(row: Output<'POST /api/wallet/get_info'>): WithdrawTerms {
  return {
    code: row.name,
    decimals: row.decimals,
    available: row.change_balance,
    min: row.min_number,
    max: row.max_number,
    fee: row.rate,
    dayLimit: row.day_limit,
    dayLeft: row.day_left,
    heldUntil: row.held_until,
    isOpen: row.is_open === 1,
  };
}

function confirmationOf(row: Output<'POST /api/wallet/confirm_begin'>): Confirmation {
  return {
    ticket: row.ticket,
    methods: row.methods,
    options: row.options,
    sentTo: row.sent_to,
    resendSeconds: row.resend_seconds,
    fee: row.rate,
    hold: holdOf(row),
  };
}

type WireWithdrawal = Output<'POST /api/wallet/withdrawals'>['list'][number];

function withdrawalOf(row: WireWithdrawal): Withdrawal {
  return {
    id: row.id,
    code: row.currency_name,
    network: row.network,
    amount: row.number,
    fee: row.fee,
    received: row.received,
    address: row.address,
    status: row.status === 'in_site' ? 'inSite' : row.status,
    hold: holdOf(row),
    isCancellable: row.is_cancellable === 1,
    reason: row.reason,
    hash: row.hash,
    createdAt: row.created_time,
  };
}

function holdOf(row: Pick<WireWithdrawal, 'hold_text' | 'hold_reasons' | 'waits_until'>): Hold {
  return { text: row.hold_text, reasons: row.hold_reasons, waitsUntil: row.waits_until };
}
