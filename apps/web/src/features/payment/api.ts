import type { Output } from '@meridian/contract/client/named-calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { asking, moneyCall } from '../../shared/http/money-call.ts';
import { OWN } from '../../shared/session.ts';
import type { GatewayForm, Payment, Terms } from './model/payment.ts';

const fetchTerms = apiCall('GET /api/payment/terms');
const fetchList = apiCall('GET /api/payment/list');
const fetchOrderForm = apiCall('POST /api/payment/form');
export const makePayment = asking(
  moneyCall('POST /api/payment/intent'),
  ({ account, money }: Pick<Payment, 'account' | 'money'>) => ({ account, amount: money }),
);

/** The form of a payment that still waits, once more. */
export function fetchForm(order: string): Promise<GatewayForm> {
  return fetchOrderForm({ order });
}

export const termsQuery = queryOptions({
  queryKey: [OWN, 'payment', 'terms'],
  queryFn: async ({ signal }) => termsOf(await fetchTerms({}, { signal })),
});

async function fetchPage(page: number, signal?: AbortSignal) {
  const { list, ...rest } = await fetchList({ page }, signal && { signal });
  return { ...rest, list: list.map(paymentOf) };
}

export const paymentsQuery = infiniteQueryOptions({
  queryKey: [OWN, 'payment', 'list'],
  queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: (last) => (last.list.length === last.limit ? last.page + 1 : undefined),
});

/** One page of payments, for a file of them. */
export async function paymentsPage(page: number): Promise<readonly Payment[]> {
  return (await fetchPage(page)).list;
}

function termsOf(row: Output<'GET /api/payment/terms'>): Terms {
  return {
    isOpen: row.is_open === 1,
    rate: row.rate,
    least: row.min_amount,
    most: row.max_amount,
    minutes: row.minutes,
  };
}

function paymentOf(row: Output<'GET /api/payment/list'>['list'][number]): Payment {
  return {
    order: row.order,
    account: row.account,
    money: row.amount,
    coins: row.number,
    rate: row.rate,
    state: row.state,
    createdAt: row.create_time,
    expiresAt: row.expires_time,
  };
}
