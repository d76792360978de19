import type { OrderType, SelfTrade, TimeInForce } from '@meridian/core/spot/spot-commands';
import type { Side } from '@meridian/core/catalog/side';
import type { CloseReason } from '@meridian/core/spot/spot-events';

/** Tables of migrations/{020-projections,167-maker-rebates}.sql, which describe each column. */
export interface SpotTables {
  orders: {
    id: bigint;
    user_id: bigint;
    market: number;
    side: Side;
    type: OrderType;
    time_in_force: TimeInForce;
    post_only: boolean;
    price_ticks: bigint;
    quantity_lots: bigint;
    filled_lots: bigint;
    remaining_lots: bigint;
    filled_notional: bigint;
    fee: bigint;
    rebate: bigint;
    self_trade: SelfTrade;
    placed_seq: bigint;
    placed_ms: bigint;
    close_reason: CloseReason | null;
    client_order_id: string | null;
    closed_seq: bigint | null;
    closed_ms: bigint | null;
  };
  fills: {
    order_id: bigint;
    seq: bigint;
    trade: bigint;
    user_id: bigint;
    market: number;
    side: Side;
    role: 'maker' | 'taker';
    price_ticks: bigint;
    quantity_lots: bigint;
    notional: bigint;
    fee: bigint;
    rebate: bigint;
    time_ms: bigint;
  };
}
