import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Page, Text } from '../schema/scalars.ts';
import { TimeOut } from '../schema/answers.ts';
import { inOffice } from '../schema/office-call.ts';

/**
 * `crediting` is being paid out; `short` was paid, but the house has too little; `late` was paid
 * after its end. Both wait for an operator.
 */
export const OFFICE_PAYMENT_STATES = [
  'late',
  'short',
  'waiting',
  'crediting',
  'credited',
  'refunded',
  'expired',
  'refused',
] as const;

export const officePayments = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/payments',
  permission: 'payments.read',
  summary:
    'Payments through the gateway, newest first; what waits for an operator, the longest waiting first',
  input: Type.Object({
    page: Type.Optional(Page),
    q: Type.Optional(Text(120, "a customer, an order or the gateway's number")),
    status: Type.Optional(Type.Enum([...OFFICE_PAYMENT_STATES])),
  }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        order: Type.String({ description: 'what the gateway knows it by' }),
        user: Type.Integer(),
        account: Type.String(),
        payer: Type.String({ description: 'account at the gateway' }),
        amount: Type.String({ description: 'CNY' }),
        number: Type.String({ description: 'USDT' }),
        rate: Type.String({ description: 'CNY for one USDT' }),
        status: Type.Enum([...OFFICE_PAYMENT_STATES]),
        note: Type.String({
          description: 'why the house did not pay; why an operator decided as they did',
        }),
        gateway_id: Type.String({ description: "the gateway's number, '' before it is paid" }),
        decided_by: Type.String(),
        created_time: TimeOut,
        expires_time: TimeOut,
        paid_time: TimeOut,
      }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
  }),
});

export const officePaymentDecide = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/payment_decide',
  permission: 'payments.decide',
  decides: true,
  change: 'decision',
  summary:
    'Credits a payment that is late or that the house was short of, or records that the money was given back at the gateway. Never of oneself',
  input: Type.Object({ id: Id, credited: Type.Enum(['0', '1']), reason: Text(300) }),
  output: Type.String({ description: 'text for the operator' }),
});
