import type { Generated } from 'kysely';
import type { PositionSide } from '@meridian/core/margin/margin-commands';
import type { MarginOrderEnd, PositionEnd } from '@meridian/core/margin/margin-events';

/** An order that waits, the position that it became, or how either ended. */
export type PositionStatus = 'waiting' | 'open' | 'closed' | 'cancelled';

/** Table of migrations/030-margin.sql, 168, 169 and 173, which describe each column. */
export interface MarginTables {
  positions: {
    id: bigint;
    user_id: bigint;
    market: number;
    side: PositionSide;
    status: PositionStatus;
    leverage: number;
    lots: bigint;
    unit: bigint;
    price_ticks: bigint;
    index_ticks: bigint;
    entry_ticks: bigint;
    margin: bigint;
    fee: bigint;
    take_profit_ticks: bigint;
    stop_loss_ticks: bigint;
    overnight: bigint;
    placed_ms: bigint;
    opened_ms: bigint | null;
    ended_ms: bigint | null;
    reason: MarginOrderEnd | PositionEnd | null;
    close_ticks: bigint | null;
    profit: Generated<bigint>;
    bad_debt: bigint | null;
    closed_lots: Generated<bigint>;
    parts_overnight: Generated<bigint>;
    parts_lot_ticks: Generated<bigint>;
    is_isolated: Generated<boolean>;
    added: Generated<bigint>;
  };
}
