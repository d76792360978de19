import {
  WEBHOOK_RULES,
  webhook,
  webhookEnable,
  webhookResend,
  webhookSave,
  webhookTest,
  type WebhookDelivery,
} from '@meridian/contract/p2p/webhook-calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { textOf } from '../../texts.ts';
import { originOf } from '../account/device.ts';
import type { Ground } from './ground.ts';
import { isLoopbackAllowed, webhookUrl } from './webhook-target.ts';
import { Webhooks, type Delivery } from './webhooks.ts';

/** The endpoint of a merchant, and the log of its deliveries. */
export function registerWebhooks(gateway: CallRegistry, ground: Ground): void {
  const { access, securityLog } = ground;
  const webhooks = new Webhooks(ground);
  gateway.registerCall(webhook, (context) => state(webhooks, context));
  gateway.registerCall(webhookSave, async (context) => {
    const { session, input } = context;
    webhooks.requireMerchant(session.user);
    const url = webhookUrl(input.url, isLoopbackAllowed(ground));
    // A thief would read along, and take the secret.
    await access.requireStepUp(session);
    const secret = await webhooks.save(session.user, url);
    await securityLog.record(session.user, 'webhook_set', originOf(context));
    return { secret };
  });
  gateway.registerCall(webhookEnable, async (context) => {
    const { input, language } = context;
    const { user } = context.session;
    const isEnabled = input.is_enabled === '1';
    if (isEnabled) webhooks.requireMerchant(user);
    await webhooks.enable(user, isEnabled);
    await securityLog.record(user, 'webhook_set', originOf(context));
    return textOf(language, isEnabled ? 'answer.p2p.webhookOn' : 'answer.p2p.webhookOff');
  });
  gateway.registerCall(webhookTest, async ({ session: { user }, language }) => {
    webhooks.requireMerchant(user);
    await webhooks.test(user);
    return textOf(language, 'answer.p2p.webhookTested');
  });
  gateway.registerCall(webhookResend, async ({ session: { user }, input, language }) => {
    webhooks.requireMerchant(user);
    await webhooks.resend(user, input.id);
    return textOf(language, 'answer.p2p.webhookResent');
  });
}

async function state(
  webhooks: Webhooks,
  { session: { user }, input: { page = 1 } }: CallContext<typeof webhook>,
): Promise<CallOutput<typeof webhook>> {
  const [endpoint, deliveries] = await Promise.all([
    webhooks.of(user),
    webhooks.deliveries(user, page),
  ]);
  return {
    is_merchant: webhooks.isMerchant(user) ? 1 : 0,
    endpoint:
      endpoint === undefined
        ? []
        : [
            {
              url: endpoint.url,
              is_enabled: endpoint.isEnabled ? 1 : 0,
              change_time_ms: endpoint.changedMs,
            },
          ],
    deliveries: deliveries.map(deliveryRow),
    page,
    limit: WEBHOOK_RULES.rows,
  };
}

function deliveryRow(row: Delivery): WebhookDelivery {
  return {
    id: Number(row.id),
    event: row.event,
    type: row.kind,
    deal_id: Number(row.deal),
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    failure: row.failure,
    duration_ms: row.duration_ms,
    create_time_ms: row.created_at.getTime(),
    send_time_ms: row.sent_at?.getTime() ?? 0,
    next_time_ms: row.state === 'waiting' ? row.due_at.getTime() : 0,
  };
}
