import type { OrderType, SelfTrade, TimeInForce } from '@meridian/core/spot/spot-commands';
import type { Side } from '@meridian/core/catalog/side';
import type { MarketId, UserId } from '@meridian/core/ids';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import { ORDERS_PER_PAGE } from '@meridian/contract/spot/bounds';
import type { Queries } from '../../database/database.ts';

/** An order that has ended. */
export interface FinishedOrderRow {
  readonly id: number;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly filledLots: number;
  readonly filledNotional: bigint;
  readonly fee: bigint;
  readonly rebate: bigint;
  readonly placedMs: number;
  readonly closedMs: number;
  readonly closeReason: CloseReason;
  readonly clientOrderId: string | undefined;
}

export interface FillRow {
  readonly order: number;
  readonly trade: number;
  readonly role: 'maker' | 'taker';
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly notional: bigint;
  readonly fee: bigint;
  readonly rebate: bigint;
  readonly timeMs: number;
}

interface HistoryFilter {
  /** From 1. */
  readonly page: number;
  /** Only these; undefined for all. */
  readonly markets: readonly MarketId[] | undefined;
  readonly side: Side | undefined;
  /** Ended at or after, and before: milliseconds UTC. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** A page of the user's ended orders, newest first. */
export async function finishedOrders(
  queries: Queries,
  user: UserId,
  { page, markets, side, from, to }: HistoryFilter,
): Promise<FinishedOrderRow[]> {
  let query = queries
    .selectFrom('orders')
    .select([
      'id',
      'market',
      'side',
      'type',
      'time_in_force',
      'post_only',
      'self_trade',
      'price_ticks',
      'quantity_lots',
      'filled_lots',
      'filled_notional',
      'fee',
      'rebate',
      'placed_ms',
      'close_reason',
      'closed_ms',
      'client_order_id',
    ])
    .where('user_id', '=', BigInt(user))
    .where('closed_seq', 'is not', null)
    .orderBy('closed_seq', 'desc')
    .orderBy('id', 'desc')
    .limit(ORDERS_PER_PAGE)
    .offset((page - 1) * ORDERS_PER_PAGE);
  if (markets !== undefined) query = query.where('market', 'in', markets);
  if (side !== undefined) query = query.where('side', '=', side);
  if (from !== undefined) query = query.where('closed_ms', '>=', BigInt(from));
  if (to !== undefined) query = query.where('closed_ms', '<', BigInt(to));
  const rows = await query.execute();
  return rows.map((row) => ({
    id: Number(row.id),
    market: row.market,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    selfTrade: row.self_trade,
    priceTicks: Number(row.price_ticks),
    quantityLots: Number(row.quantity_lots),
    filledLots: Number(row.filled_lots),
    filledNotional: row.filled_notional,
    fee: row.fee,
    rebate: row.rebate,
    placedMs: Number(row.placed_ms),
    closedMs: Number(row.closed_ms),
    closeReason: row.close_reason ?? 'cancelled',
    clientOrderId: row.client_order_id ?? undefined,
  }));
}

/** The trades of some orders, by order, newest first. */
export async function fillsOf(
  queries: Queries,
  orders: readonly number[],
): Promise<Map<number, FillRow[]>> {
  if (orders.length === 0) return new Map();
  const rows = await queries
    .selectFrom('fills')
    .select([
      'order_id',
      'trade',
      'role',
      'price_ticks',
      'quantity_lots',
      'notional',
      'fee',
      'rebate',
      'time_ms',
    ])
    .where('order_id', 'in', orders.map(BigInt))
    .orderBy('trade', 'desc')
    .execute();
  const fills = rows.map((row) => ({
    order: Number(row.order_id),
    trade: Number(row.trade),
    role: row.role,
    priceTicks: Number(row.price_ticks),
    quantityLots: Number(row.quantity_lots),
    notional: row.notional,
    fee: row.fee,
    rebate: row.rebate,
    timeMs: Number(row.time_ms),
  }));
  return Map.groupBy(fills, (fill) => fill.order);
}
