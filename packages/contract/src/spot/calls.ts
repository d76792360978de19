import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { DecimalText, Id, Page, Text, withExamples } from '../schema/scalars.ts';
import { DecimalOut } from '../schema/answers.ts';
import { TIMES_IN_FORCE } from './bounds.ts';
import { ORDER_REASONS } from './order-reasons.ts';

/** `mode` on the wire. */
export const MODE = { market: 1, limit: 2 } as const;
const MODES = Object.values(MODE);
const SELF_TRADES = ['expire_taker', 'expire_maker', 'expire_both', 'decrement'] as const;
/** `way` on the wire. */
export const WAY = { sell: 1, buy: 2 } as const;

/** The user's own id of an order, in the core's format. */
const ClientOrderId = withExamples(
  Type.String({
    maxLength: 36,
    pattern: '^[A-Za-z0-9._:/-]{1,36}$',
    description: "the caller's own name of the order: 1 to 36 letters, digits and . _ : / -",
  }),
  // Empty: with one id for all, every second order of a test would be refused as used.
  [''],
);

const PlaceOrderInput = Type.Object({
  legal_id: withExamples(Id, [3]),
  currency_id: withExamples(Id, [1]),
  price: Type.Optional(withExamples(DecimalText, ['60000', '59990', '60010', '59000.5', '61000'])),
  num: withExamples(DecimalText, ['0.1', '0.025', '1']),
  mode: Type.Enum([...MODES, ...MODES.map((mode) => `${mode}` as const)], {
    description: '1 market (price is ignored), 2 limit',
  }),
  time_in_force: Type.Optional(
    Type.Enum(TIMES_IN_FORCE, {
      description: 'limit: gtc by default; market: ioc by default',
    }),
  ),
  post_only: Type.Optional(
    Type.Enum([0, 1, '0', '1'], { description: '1: refused where it would trade at once' }),
  ),
  self_trade: Type.Optional(
    Type.Enum(SELF_TRADES, {
      description: 'what happens where it meets an own order; expire_taker by default',
    }),
  ),
  /**
   * Our addition: an order with the same id and content is placed once, while it is open and for 24
   * hours after.
   */
  client_order_id: Type.Optional(ClientOrderId),
});

/**
 * `partly_filled`: ended with a part traded. A resting order is `open`, even if a part of it has
 * traded.
 */
export const OrderStatus = Type.Enum(['open', 'filled', 'partly_filled', 'cancelled']);
export type OrderStatus = Static<typeof OrderStatus>;

/** `message` is the text for a person; the other fields are for programs. */
const PlaceOrderOutput = Type.Object({
  type: Type.Literal('ok'),
  message: Type.String(),
  id: Type.Integer({ description: 'order id' }),
  status: OrderStatus,
  complete_number: Type.String({ description: 'quantity that traded at once' }),
  complete_money: Type.String({ description: 'its worth in legal currency' }),
});

export const transactionIn = defineCall({
  method: 'POST',
  path: '/api/transaction/in',
  access: 'private',
  area: 'spot',
  summary: 'Places a buy order',
  input: PlaceOrderInput,
  output: PlaceOrderOutput,
  envelope: 'bare',
  money: true,
});

export const transactionOut = defineCall({
  method: 'POST',
  path: '/api/transaction/out',
  access: 'private',
  area: 'spot',
  summary: 'Places a sell order',
  input: PlaceOrderInput,
  output: PlaceOrderOutput,
  envelope: 'bare',
  money: true,
});

const ClientOrderIdOut = Type.String({
  description: "the caller's own name of the order, '' without one",
});

/** An order that rests in the book. */
export const OpenOrder = Type.Object({
  id: Type.Integer(),
  client_order_id: ClientOrderIdOut,
  create_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
  create_time_ms: Type.Integer({ description: 'milliseconds UTC' }),
  currency_id: Type.Integer(),
  legal_id: Type.Integer(),
  currency_name: Type.String(),
  legal_name: Type.String(),
  type: Type.Enum(['in', 'out']),
  price: DecimalOut,
  number: Type.String({ description: 'remaining quantity' }),
  total_number: Type.String({ description: 'quantity as placed' }),
  complete_number: Type.String({ description: 'quantity that traded' }),
  total_money: Type.String({ description: 'worth of the remaining quantity at the price' }),
});
export type OpenOrder = Static<typeof OpenOrder>;

const orderFilter = {
  page: Type.Optional(Page),
  currency_id: Type.Optional(Id),
  legal_id: Type.Optional(Id),
  from: Type.Optional(Id),
  to: Type.Optional(Id),
};
/**
 * `from` (inclusive) and `to` (exclusive): milliseconds UTC, of an open order's placement, of an
 * ended order's end.
 */
const OpenOrdersInput = Type.Object(orderFilter);
const OpenOrdersOutput = Type.Object({
  list: Type.Array(OpenOrder),
  page: Type.Integer(),
  total: Type.Integer({ description: 'orders on all pages' }),
});

export const transactionInList = defineCall({
  method: 'POST',
  path: '/api/transaction_in',
  access: 'private',
  area: 'spot',
  summary: 'Own open buy orders, newest first, 10 a page',
  input: OpenOrdersInput,
  output: OpenOrdersOutput,
});

export const transactionOutList = defineCall({
  method: 'POST',
  path: '/api/transaction_out',
  access: 'private',
  area: 'spot',
  summary: 'Own open sell orders, newest first, 10 a page',
  input: OpenOrdersInput,
  output: OpenOrdersOutput,
});

export const transactionOpen = defineCall({
  method: 'POST',
  path: '/api/transaction_open',
  access: 'private',
  area: 'spot',
  summary: 'Own open orders of both sides, newest first, 10 a page',
  input: OpenOrdersInput,
  output: OpenOrdersOutput,
});

const Rebate = Type.String({
  description:
    "what a maker received of the takers' fees: legal currency for a buyer, the coin for a seller",
});

/** A trade of an own order. */
export const OrderFill = Type.Object({
  id: Type.Integer(),
  time_ms: Type.Integer({ description: 'milliseconds UTC' }),
  price: DecimalOut,
  number: DecimalOut,
  total: Type.String({ description: 'worth in legal currency' }),
  fee: Type.String({
    description: 'in what was received: the coin for a buyer, legal currency for a seller',
  }),
  rebate: Rebate,
  role: Type.Enum(['maker', 'taker']),
});

/** An order that has ended, with its trades. */
export const FinishedOrder = Type.Object({
  id: Type.Integer(),
  client_order_id: ClientOrderIdOut,
  time: Type.String({ description: 'when it ended: YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
  time_ms: Type.Integer({ description: 'milliseconds UTC' }),
  create_time: Type.String({
    description: 'when it was placed: YYYY-MM-DD HH:mm:ss, Asia/Shanghai',
  }),
  currency_id: Type.Integer(),
  legal_id: Type.Integer(),
  currency_name: Type.String(),
  legal_name: Type.String(),
  type: Type.Enum(['in', 'out']),
  way: Type.Enum([WAY.sell, WAY.buy], { description: '2 buy, 1 sell' }),
  mode: Type.Enum(MODES, { description: '1 market, 2 limit' }),
  time_in_force: Type.Enum(TIMES_IN_FORCE, { description: 'how long it was to stand' }),
  post_only: Type.Enum([0, 1], {
    description: '1: it was to be refused where it would trade at once',
  }),
  self_trade: Type.Enum(SELF_TRADES, {
    description: 'what was to happen where it met an own order',
  }),
  price: Type.String({
    description: 'average price of its trades; its limit where nothing traded',
  }),
  limit_price: Type.String({ description: "its limit; '' of a market order" }),
  number: Type.String({ description: 'quantity that traded' }),
  total_number: Type.String({ description: 'quantity as placed' }),
  total: Type.String({ description: 'deal total in legal currency' }),
  in_fee: Type.String({ description: 'fee of a buy, in the coin' }),
  out_fee: Type.String({ description: 'fee of a sell, in legal currency' }),
  rebate: Rebate,
  status: Type.Enum(['filled', 'partly_filled', 'cancelled']),
  status_name: Type.String({ description: "status in the caller's language" }),
  reason: Type.String({
    description: `why it ended: ${ORDER_REASONS.join(', ')}`,
  }),
  fills: Type.Array(OrderFill),
});
export type FinishedOrder = Static<typeof FinishedOrder>;

export const transactionComplete = defineCall({
  method: 'POST',
  path: '/api/transaction_complete',
  access: 'private',
  area: 'spot',
  summary: 'Own orders that have ended, newest first, 10 a page',
  input: Type.Object({ ...orderFilter, type: Type.Optional(Type.Enum(['in', 'out'])) }),
  output: Type.Object({ list: Type.Array(FinishedOrder), page: Type.Integer() }),
});

export const transactionDel = defineCall({
  method: 'POST',
  path: '/api/transaction_del',
  access: 'private',
  area: 'spot',
  summary: 'Revokes an open order',
  input: Type.Object({
    id: Id,
    type: Type.Optional(Text(16, "ignored: the order's own side counts")),
  }),
  output: Type.Object({
    type: Type.Literal('ok'),
    message: Type.String(),
    id: Type.Integer(),
    status: OrderStatus,
  }),
  envelope: 'bare',
  money: true,
});
