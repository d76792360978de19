import type { WebhookDelivery } from '@meridian/contract/p2p/webhook-calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { OWN } from '../../shared/session.ts';
import type { Delivery, Webhook } from './model/webhook.ts';

const fetchWebhook = apiCall('GET /api/c2c/webhook');
const callEnable = apiCall('POST /api/c2c/webhook_enable');
const callTest = apiCall('POST /api/c2c/webhook_test');

/** Sets the endpoint; its new secret, which is shown once. */
export const saveWebhook = apiCall('POST /api/c2c/webhook');
export const resendDelivery = apiCall('POST /api/c2c/webhook_resend');
export const testWebhook = (): Promise<string> => callTest({});
export const enableWebhook = (isEnabled: boolean): Promise<string> =>
  callEnable({ is_enabled: isEnabled ? '1' : '0' });

const STATES = {
  waiting: 'waiting',
  delivered: 'delivered',
  given_up: 'givenUp',
  dropped: 'dropped',
} as const satisfies Record<WebhookDelivery['state'], Delivery['state']>;

/** The own endpoint, and pages of the deliveries to it, newest first. */
export const webhookQuery = infiniteQueryOptions({
  queryKey: [OWN, 'p2p', 'webhook'],
  queryFn: async ({ pageParam, signal }) => {
    const answer = await fetchWebhook({ page: pageParam }, { signal });
    const { is_merchant, endpoint, deliveries, page, limit } = answer;
    const [own] = endpoint.map(({ url, is_enabled }): Webhook => ({
      url,
      isEnabled: is_enabled === 1,
    }));
    return {
      isMerchant: is_merchant === 1,
      endpoint: own,
      deliveries: deliveries.map(deliveryOf),
      page,
      limit,
    };
  },
  initialPageParam: 1,
  getNextPageParam: (last) => (last.deliveries.length === last.limit ? last.page + 1 : undefined),
});

function deliveryOf(row: WebhookDelivery): Delivery {
  return {
    id: row.id,
    event: row.type,
    dealId: row.deal_id,
    state: STATES[row.state],
    attempts: row.attempts,
    status: row.status,
    failure: row.failure,
    durationMs: row.duration_ms,
    createdMs: row.create_time_ms,
  };
}
