import type { CallOutput } from '@meridian/contract/schema/call';
import type {
  paymentForm,
  paymentIntent,
  paymentList,
  paymentTerms,
} from '@meridian/contract/payment/calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';

const fetchTerms = apiCall<typeof paymentTerms>({ method: 'GET', path: '/api/payment/terms' });
const fetchList = apiCall<typeof paymentList>({ method: 'GET', path: '/api/payment/list' });
export const makePayment = moneyCall<typeof paymentIntent>({
  method: 'POST',
  path: '/api/payment/intent',
});
export const fetchForm = apiCall<typeof paymentForm>({ method: 'POST', path: '/api/payment/form' });

export type Terms = CallOutput<typeof paymentTerms>;
export type Payment = CallOutput<typeof paymentList>['list'][number];
export type GatewayForm = Pick<CallOutput<typeof paymentIntent>, 'url' | 'fields'>;

/** What is paid, and what is got for it. */
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
