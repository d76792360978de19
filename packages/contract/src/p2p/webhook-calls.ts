import { Type, type Static } from 'typebox';
import { Done } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { Id, Page, Text } from '../schema/scalars.ts';

/** Deliveries on a page of the log, and days for which it has them. */
export const WEBHOOK_RULES = { rows: 20, days: 30, letters: 500, retryHours: 24 } as const;
/** Events that an endpoint receives. `test` is sent when the merchant asks for it. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.paid',
  'order.released',
  'order.cancelled',
  'order.expired',
  'order.appealed',
  'order.ruled',
  'order.message',
  'test',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** Where a delivery stands; dropped: the webhook was switched off before. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up', 'dropped'] as const;
/** Why an attempt had no answer. */
export const DELIVERY_FAILURES = ['', 'address', 'certificate', 'timeout', 'connection'] as const;

const ofMerchant = { area: 'p2p', access: 'private' } as const;
const Flag = Type.Enum([0, 1]);

export const WebhookDelivery = Type.Object({
  id: Type.Integer(),
  event: Type.String({ description: 'id of the event, the same in every attempt' }),
  type: Type.Enum([...WEBHOOK_EVENTS]),
  deal_id: Type.Integer({ description: '0 of a test' }),
  state: Type.Enum([...DELIVERY_STATES]),
  attempts: Type.Integer(),
  status: Type.Integer({ description: 'HTTP status of the last answer, 0 without one' }),
  failure: Type.Enum([...DELIVERY_FAILURES], { description: 'why there was no answer' }),
  duration_ms: Type.Integer({ description: 'of the last attempt' }),
  create_time_ms: Type.Integer({ description: 'milliseconds UTC, like all times here' }),
  send_time_ms: Type.Integer({ description: 'of the last attempt, 0 before the first' }),
  next_time_ms: Type.Integer({ description: 'of the next attempt, 0 where none follows' }),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const webhook = defineCall({
  ...ofMerchant,
  method: 'GET',
  path: '/api/c2c/webhook',
  summary: `The own endpoint, for merchants, and what it was told in the last ${WEBHOOK_RULES.days} days, newest first`,
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    is_merchant: Flag,
    endpoint: Type.Array(
      Type.Object({ url: Type.String(), is_enabled: Flag, change_time_ms: Type.Integer() }),
      { description: 'one at most' },
    ),
    deliveries: Type.Array(WebhookDelivery),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});

export const webhookSave = defineCall({
  ...ofMerchant,
  method: 'POST',
  path: '/api/c2c/webhook',
  cost: 10,
  summary:
    'Sets the endpoint that is told of own deals, for merchants: https, port 443 or 8443, a public address. Needs a step-up. Answers a new secret, which signs what is sent and is shown this once',
  input: Type.Object({ url: Text(WEBHOOK_RULES.letters) }),
  output: Type.Object({ secret: Type.String() }),
});

export const webhookEnable = defineCall({
  ...ofMerchant,
  method: 'POST',
  path: '/api/c2c/webhook_enable',
  cost: 10,
  summary:
    'Switches the own webhook off, which drops what waits, or on again; what happened meanwhile is not told',
  input: Type.Object({ is_enabled: Type.Enum(['0', '1']) }),
  output: Done,
});

export const webhookTest = defineCall({
  ...ofMerchant,
  method: 'POST',
  path: '/api/c2c/webhook_test',
  cost: 20,
  summary: 'Sends a test to the own endpoint. Its answer stands in the log',
  input: Type.Object({}),
  output: Done,
});

export const webhookResend = defineCall({
  ...ofMerchant,
  method: 'POST',
  path: '/api/c2c/webhook_resend',
  cost: 20,
  summary: 'Sends an own delivery once more, under the same id',
  input: Type.Object({ id: Id }),
  output: Done,
});
