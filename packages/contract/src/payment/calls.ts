import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Page, Text } from '../schema/scalars.ts';

/** Rows of a page of payments. */
export const PAYMENT_ROWS = 20;
/** Minutes for which the price of a payment is fixed, and the payment waits. */
export const PAYMENT_MINUTES = 15;
/** Payments of one user that may wait at a time. */
export const MAX_OPEN_PAYMENTS = 5;
/** The currency of payments, and the currency that they buy. */
export const PAYMENT_CURRENCY = 'CNY';

/**
 * `paid` will be credited; `late` was paid after its time and waits for an operator, who credits it
 * or returns the money (`refunded`).
 */
export const PAYMENT_STATES = [
  'waiting',
  'paid',
  'credited',
  'expired',
  'refused',
  'late',
  'refunded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

const inPayment = { area: 'payment', access: 'private' } as const;
const Money = Type.String({ description: 'CNY, two decimals' });
const Coins = Type.String({ description: 'USDT' });
const Rate = Type.String({ description: "CNY for one USDT; '' while payments are closed" });
const Time = Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' });

const Form = Type.Object({
  order: Type.String({ description: 'name of the payment' }),
  url: Type.String({ description: 'where the form goes' }),
  fields: Type.Object({
    merchant_id: Type.String(),
    order_id: Type.String(),
    account: Type.String(),
    amount: Money,
    currency: Type.String(),
    lang: Type.String(),
    notify_url: Type.String(),
    return_url: Type.String(),
    sign_type: Type.String(),
    sign: Type.String({ description: 'MD5 over the other fields and a secret' }),
  }),
  number: Coins,
  rate: Rate,
  expires_time: Time,
});

export const paymentTerms = defineCall({
  ...inPayment,
  method: 'GET',
  path: '/api/payment/terms',
  summary: 'What paying through the gateway costs now',
  input: Type.Object({}),
  output: Type.Object({
    is_open: Type.Enum([0, 1]),
    rate: Rate,
    min_amount: Money,
    max_amount: Money,
    minutes: Type.Integer({ description: 'how long the price of a payment holds' }),
  }),
});

export const paymentIntent = defineCall({
  ...inPayment,
  method: 'POST',
  path: '/api/payment/intent',
  money: true,
  summary:
    'Stores a payment with its price, and tells what form to post to the gateway. Nothing moves before the gateway says that it was paid',
  input: Type.Object({
    account: Text(64, "the payer's, at the gateway: letters, digits and @ . _ + -"),
    amount: DecimalText,
  }),
  output: Form,
});

export const paymentForm = defineCall({
  ...inPayment,
  method: 'POST',
  path: '/api/payment/form',
  summary: 'The form of an own payment that still waits, once more',
  input: Type.Object({ order: Text(64) }),
  output: Form,
});

export const paymentList = defineCall({
  ...inPayment,
  method: 'GET',
  path: '/api/payment/list',
  summary: 'Own payments, newest first',
  input: Type.Object({ page: Type.Optional(Page) }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        order: Type.String(),
        account: Type.String(),
        amount: Money,
        number: Coins,
        rate: Rate,
        state: Type.Enum([...PAYMENT_STATES]),
        create_time: Time,
        expires_time: Time,
      }),
    ),
    page: Type.Integer(),
    limit: Type.Integer(),
  }),
});

/** Our answer to a payment gateway's callback; without it the gateway repeats the callback. */
export const CALLBACK_DONE = 'success';
export const CALLBACK_STATES = ['paid', 'refused'] as const;

export const paymentCallback = defineCall({
  area: 'payment',
  access: 'public',
  method: 'POST',
  path: '/api/payment/callback',
  signed: true,
  envelope: 'text',
  summary:
    "The gateway tells what became of a payment. Needs the gateway's MD5 and an HMAC-SHA256 in X-Signature, both over all fields; told again it does nothing and answers the same",
  input: Type.Object({
    merchant_id: Text(64),
    order_id: Text(64),
    transaction_id: Text(64, "the gateway's number of the payment"),
    amount: Text(20, 'CNY, two decimals'),
    currency: Text(8),
    state: Type.Enum([...CALLBACK_STATES]),
    sign_type: Text(8),
    sign: Text(32),
  }),
  output: Type.String({ description: CALLBACK_DONE }),
});
