import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchTerms = apiCall('GET /api/payment/terms');
const fetchList = apiCall('GET /api/payment/list');
export const makePayment = moneyCall('POST /api/payment/intent');
export const fetchForm = apiCall('POST /api/payment/form');

export type Terms = Output<'GET /api/payment/terms'>;
export type Payment = Output<'GET /api/payment/list'>['list'][number];
export type GatewayForm = Pick<Output<'POST /api/payment/intent'>, 'url' | 'fields'>;

/** The paid and the received currency. */
export const FIAT = 'CNY';
export const COIN = 'USDT';

export const termsQuery = queryOptions({
  queryKey: [OWN, 'payment', 'terms'],
  queryFn: ({ signal }) => fetchTerms({}, { signal }),
});

export const paymentsQuery = infiniteQueryOptions({
  queryKey: [OWN, 'payment', 'list'],
  queryFn: ({ pageParam, signal }) => fetchList({ page: pageParam }, { signal }),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === last.limit ? last.page + 1 : undefined),
});

/** One page of payments, for a file of them. */
export const paymentsPage = async (page: number): Promise<readonly Payment[]> =>
  (await fetchList({ page })).list;
