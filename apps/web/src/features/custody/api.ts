import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchAddresses = apiCall('POST /api/wallet/get_address');
const fetchNetworks = apiCall('GET /api/wallet/networks');
const fetchWhitelist = apiCall('GET /api/wallet/whitelist');
export const addToBook = apiCall('POST /api/wallet/addaddress');
export const removeFromBook = apiCall('POST /api/wallet/deladdress');
export const switchWhitelist = apiCall('POST /api/wallet/whitelist');

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
