import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Text } from '../schema/scalars.ts';

/** Calls of the faucet that one user may make in one hour. */
export const FAUCET_PER_HOUR = 5;
/** Messages that the outbox shows. */
export const OUTBOX_ROWS = 20;

export const demoFaucet = defineCall({
  method: 'POST',
  path: '/api/demo/faucet',
  access: 'private',
  area: 'demo',
  summary: 'Credits play money to the own exchange wallet. Demo mode only',
  input: Type.Object({}),
  output: Type.Object({
    type: Type.Literal('ok'),
    message: Type.String({ description: 'text for the person' }),
    credited: Type.Array(
      Type.Object({
        currency: Type.Integer(),
        currency_name: Type.String(),
        amount: Type.String(),
      }),
    ),
  }),
  envelope: 'bare',
  money: true,
});

/** A mail or text message that a production server would have sent. */
export const OutboxMessage = Type.Object({
  id: Type.Integer(),
  to: Type.String(),
  kind: Type.Enum(['mail', 'sms']),
  subject: Type.String(),
  text: Type.String(),
  code: Type.String({ description: "the verification code in it, '' where it has none" }),
  created_at: Type.String({ description: 'ISO 8601, UTC' }),
});
export type OutboxMessage = Static<typeof OutboxMessage>;

export const demoOutbox = defineCall({
  method: 'GET',
  path: '/api/demo/outbox',
  access: 'public',
  area: 'demo',
  summary: 'The newest messages, to one receiver or to all, newest first. Demo mode only',
  input: Type.Object({ to: Type.Optional(Text(120, 'e-mail address or phone number')) }),
  output: Type.Array(OutboxMessage),
});

/** A public account of the demo, and its purpose. */
export const DemoAccount = Type.Object({
  account: Type.String(),
  password: Type.String(),
  purpose: Type.Enum(['trades', 'proposes', 'decides'], {
    description: 'a customer; an operator who proposes; one who decides',
  }),
});
export type DemoAccount = Static<typeof DemoAccount>;

export const demoAccounts = defineCall({
  method: 'GET',
  path: '/api/demo/accounts',
  access: 'public',
  area: 'demo',
  summary:
    'The accounts that a visitor may use, with their passwords: pages have none of them. Demo mode only; operators only where the demo is open to nobody else',
  input: Type.Object({}),
  output: Type.Array(DemoAccount),
});
