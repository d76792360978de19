import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions } from '@tanstack/react-query';
import { OPENING_POLL_MS } from '../../realtime/balances.ts';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import type { BookAddress, NewAddress } from './model/book-address.ts';
import { isOpen, type Network } from './model/network.ts';

const fetchNetworks = apiCall('GET /api/wallet/networks');
const fetchBook = apiCall('POST /api/wallet/get_address');
const fetchWhitelist = apiCall('GET /api/wallet/whitelist');
const addAddress = apiCall('POST /api/wallet/addaddress');
const deleteAddress = apiCall('POST /api/wallet/deladdress');
const setWhitelist = apiCall('POST /api/wallet/whitelist');

const NETWORKS_FRESH_MS = 60_000;

/** Asked for again soon while none is open: chains open a moment after the server. */
export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: async ({ signal }) => (await fetchNetworks({}, { signal })).map(networkOf),
  staleTime: NETWORKS_FRESH_MS,
  refetchInterval: ({ state }) => (state.data?.some(isOpen) === true ? false : OPENING_POLL_MS),
});

/** The address book. @param currency undefined for all */
export function bookQuery(currency?: number) {
  return queryOptions({
    queryKey: [OWN, 'addresses', currency],
    queryFn: async ({ signal }) =>
      (await fetchBook(currency === undefined ? {} : { currency }, { signal })).map(bookAddressOf),
  });
}

export function addToBook({ currency, network, address, notes }: NewAddress): Promise<string> {
  return addAddress({ currency_id: currency, type: network, address, notes });
}

export function removeFromBook(id: number): Promise<string> {
  return deleteAddress({ address_id: id });
}

/** Whether only addresses of the book may be withdrawn to. */
export const whitelistQuery = queryOptions({
  queryKey: [OWN, 'whitelist'],
  queryFn: async ({ signal }) => (await fetchWhitelist({}, { signal })).enabled === 1,
});

export function switchWhitelist(isOn: boolean): Promise<string> {
  return setWhitelist({ enabled: isOn ? '1' : '0' });
}

function networkOf(row: Output<'GET /api/wallet/networks'>[number]): Network {
  return {
    currency: row.currency,
    code: row.currency_name,
    name: row.name,
    label: row.label,
    decimals: row.decimals,
    minDeposit: row.min_deposit,
    confirmations: row.confirmations,
    isDepositOpen: row.is_deposit_open === 1,
    isWithdrawOpen: row.is_withdraw_open === 1,
  };
}

function bookAddressOf(row: Output<'POST /api/wallet/get_address'>[number]): BookAddress {
  return {
    id: row.id,
    currency: row.currency,
    code: row.currency_name,
    network: row.network,
    address: row.address,
    notes: row.notes,
    usableFrom: row.usable_time,
    firstWaits: row.first_waits === 1,
  };
}
