import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Page, Text, withExamples } from '../schema/scalars.ts';
import { DecimalOut } from '../schema/answers.ts';
import { inOffice } from '../schema/office-call.ts';

/** Orders of the spot market for operators. An operator can cancel them and do nothing else. */

/**
 * Owner of an open order: a customer, or an account of the exchange, for example the demo's market
 * maker.
 */
export const ORDER_OWNERS = ['customer', 'house'] as const;

export const officeOrders = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/orders',
  permission: 'users.read',
  summary: 'Open orders of the spot market, oldest first. `total` is counted to 10,000',
  input: Type.Object({
    page: Type.Optional(Page),
    q: Type.Optional(Text(120, 'how the account begins, or the id of a user')),
    symbol: Type.Optional(Text(24, 'of one market: BTC/USDT')),
    owner: Type.Optional(
      Type.Enum([...ORDER_OWNERS], {
        description: "of customers, or of the exchange's own accounts; of all without it",
      }),
    ),
  }),
  output: Type.Object({
    list: Type.Array(
      Type.Object({
        id: Type.Integer(),
        user: Type.Integer(),
        account: Type.String({ description: "'' for an account of the house" }),
        symbol: Type.String(),
        side: Type.Enum(['buy', 'sell']),
        price: DecimalOut,
        number: Type.String({ description: 'remaining quantity' }),
        total_number: Type.String({ description: 'quantity as placed' }),
        base_name: Type.String(),
        placed_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
      }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
  }),
});

export const officeOrdersCancel = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/orders_cancel',
  permission: 'orders.cancel',
  change: { free: 'it only ends what is open' },
  summary:
    'Cancels an open order, all of a user, or all of a market, whatever its state: journaled commands. New orders are not stopped',
  input: Type.Object({
    scope: Type.Enum(['order', 'user', 'market']),
    id: withExamples(Id, [1]),
    reason: Text(300, 'for the log'),
  }),
  output: Type.Object({ cancelled: Type.Integer({ description: 'orders' }) }),
});
