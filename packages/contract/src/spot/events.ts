import { Type, type Static } from 'typebox';
import { Pair, Stamp } from '../schema/event.ts';

/** `orders_{user}`: the present state of each own order that changed. */
export const OrdersEvent = Type.Object({
  orders: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...Pair,
      currency_name: Type.String(),
      legal_name: Type.String(),
      type: Type.Enum(['in', 'out'], { description: 'buy or sell' }),
      price: Type.String({ description: "limit; '0' for a market order" }),
      number: Type.String({ description: 'remaining quantity' }),
      total_number: Type.String({ description: 'quantity as placed' }),
      complete_number: Type.String({ description: 'quantity that traded' }),
      create_time_ms: Type.Integer({ description: 'milliseconds UTC' }),
      status: Type.Enum(['open', 'filled', 'partly_filled', 'cancelled'], {
        description: '`partly_filled`: ended with a part traded; an order that rests is `open`',
      }),
      reason: Type.String({ description: "why it ended, '' while it is open" }),
    }),
  ),
  ...Stamp,
});
export type OrdersEvent = Static<typeof OrdersEvent>;
export function ordersEventName(user: number): string {
  return `orders_${user}`;
}
