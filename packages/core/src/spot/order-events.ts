import type { PlaceOrder } from './spot-commands.ts';
import type { OrderPlaced, OrderReduced, OrderRested } from './spot-events.ts';
import type { OrderId } from '../ids.ts';
import { SIDES, type OrderPool, type OrderSlot } from './order-pool.ts';

export function orderPlaced(order: OrderId, command: PlaceOrder): OrderPlaced {
  const placed: OrderPlaced & { clientOrderId?: string } = {
    type: 'orderPlaced',
    order,
    user: command.user,
    market: command.market,
    side: command.side,
    orderType: command.type,
    priceTicks: command.priceTicks,
    quantityLots: command.quantityLots,
    timeInForce: command.timeInForce,
    postOnly: command.postOnly,
    selfTrade: command.selfTrade,
  };
  if (command.clientOrderId !== undefined) placed.clientOrderId = command.clientOrderId;
  return placed;
}

export function orderRested(pool: OrderPool, slot: OrderSlot): OrderRested {
  return {
    type: 'orderRested',
    order: pool.id[slot],
    user: pool.user[slot],
    market: pool.market[slot],
    side: SIDES[pool.side[slot]],
    priceTicks: pool.priceTicks[slot],
    remainingLots: pool.remainingLots[slot],
  };
}

export function orderReduced(pool: OrderPool, slot: OrderSlot, lots: number): OrderReduced {
  return {
    type: 'orderReduced',
    order: pool.id[slot],
    user: pool.user[slot],
    market: pool.market[slot],
    side: SIDES[pool.side[slot]],
    priceTicks: pool.priceTicks[slot],
    reducedLots: lots,
    remainingLots: pool.remainingLots[slot],
  };
}
