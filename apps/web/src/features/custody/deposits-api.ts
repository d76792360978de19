import type { Output } from '@meridian/contract/client/named-calls';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import type { Claim, Deposit, NewClaim } from './model/deposit.ts';
import { nextPage } from './model/next-page.ts';

const fetchAddress = apiCall('POST /api/wallet/get_in_address');
const fetchDeposits = apiCall('POST /api/wallet/deposits');
const fetchClaims = apiCall('POST /api/wallet/claims');
const requestCharge = apiCall('POST /api/wallet/charge_req');

const DEPOSITS = [OWN, 'deposits'] as const;
const CLAIMS = [OWN, 'claims'] as const;
/** How often a deposit that waits for blocks is asked for; and one that may come at any time. */
const PENDING_POLL_MS = 2_000;
const IDLE_POLL_MS = 4_000;

/** The own address for deposits of a currency; undefined where the network has none. */
export function addressQuery(currency: number, network: NetworkName) {
  return queryOptions({
    queryKey: [OWN, 'deposit-address', currency],
    queryFn: ({ signal }) => fetchAddress({ currency }, { signal }),
    select: (given) => addressOn(network, given),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The address of a network, from the server's answer for its currency. */
export function addressOn(
  network: NetworkName,
  given: Output<'POST /api/wallet/get_in_address'>,
): string | undefined {
  if (typeof given === 'string') return given;
  const { depositField } = NETWORKS[network];
  return depositField === undefined ? undefined : given[depositField];
}

async function fetchDepositPage(page: number, currency?: number, signal?: AbortSignal) {
  const input = { page, ...(currency === undefined ? {} : { currency }) };
  const { list, ...rest } = await fetchDeposits(input, signal && { signal });
  return { ...rest, list: list.map(depositOf) };
}

/**
 * Live: asked for often while one waits for its blocks, and not while nobody looks. @param currency
 * undefined for all
 */
export function depositsQuery(currency?: number) {
  return infiniteQueryOptions({
    queryKey: [...DEPOSITS, currency],
    queryFn: ({ pageParam, signal }) => fetchDepositPage(pageParam, currency, signal),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(({ status }) => status === 'pending'))
        ? PENDING_POLL_MS
        : IDLE_POLL_MS,
  });
}

/** One page of all deposits, for a file of them. */
export async function depositsPage(page: number): Promise<readonly Deposit[]> {
  return (await fetchDepositPage(page)).list;
}

async function fetchClaimPage(page: number, signal?: AbortSignal) {
  const { list, ...rest } = await fetchClaims({ page }, signal && { signal });
  return { ...rest, list: list.map(claimOf) };
}

export const claimsQuery = infiniteQueryOptions({
  queryKey: CLAIMS,
  queryFn: ({ pageParam, signal }) => fetchClaimPage(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** One page of all claims, for a file of them. */
export async function claimsPage(page: number): Promise<readonly Claim[]> {
  return (await fetchClaimPage(page)).list;
}

export function claimDeposit(claim: NewClaim): Promise<string> {
  const { currency, amount, from, hash, picture, network } = claim;
  return requestCharge({ currency, amount, acc: from, hash, pic: picture, type: network });
}

export async function refreshDeposits(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: DEPOSITS });
}

export async function refreshClaims(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: CLAIMS });
}

function depositOf(row: Output<'POST /api/wallet/deposits'>['list'][number]): Deposit {
  return {
    id: row.id,
    code: row.currency_name,
    network: row.network,
    amount: row.number,
    address: row.address,
    hash: row.hash,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    status: row.status,
    createdAt: row.created_time,
  };
}

function claimOf(row: Output<'POST /api/wallet/claims'>['list'][number]): Claim {
  return {
    id: row.id,
    code: row.currency_name,
    amount: row.amount,
    hash: row.hash,
    status: row.status,
    reason: row.reason,
    createdAt: row.created_time,
  };
}
