import type {
  addAddress,
  addresses,
  deleteAddress,
  networks,
  setWhitelist,
  whitelist,
} from '@meridian/contract/custody/calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchAddresses = apiCall<typeof addresses>({
  method: 'POST',
  path: '/api/wallet/get_address',
});
const fetchNetworks = apiCall<typeof networks>({ method: 'GET', path: '/api/wallet/networks' });
const fetchWhitelist = apiCall<typeof whitelist>({ method: 'GET', path: '/api/wallet/whitelist' });
export const addToBook = apiCall<typeof addAddress>({
  method: 'POST',
  path: '/api/wallet/addaddress',
});
export const removeFromBook = apiCall<typeof deleteAddress>({
  method: 'POST',
  path: '/api/wallet/deladdress',
});
export const switchWhitelist = apiCall<typeof setWhitelist>({
  method: 'POST',
  path: '/api/wallet/whitelist',
});

export const addressesQuery = queryOptions({
  queryKey: [OWN, 'addresses'],
  queryFn: ({ signal }) => fetchAddresses({}, { signal }),
});
export const whitelistQuery = queryOptions({
  queryKey: [OWN, 'whitelist'],
  queryFn: ({ signal }) => fetchWhitelist({}, { signal }),
});
export const networksQuery = queryOptions({
  queryKey: ['networks'],
  queryFn: ({ signal }) => fetchNetworks({}, { signal }),
});
