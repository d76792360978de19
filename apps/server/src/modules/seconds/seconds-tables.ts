import type { Direction } from '@meridian/core/seconds/seconds-commands';
import type { TicketResult } from '@meridian/core/seconds/seconds-events';

/**
 * Tables of migrations/040-seconds.sql, 041-ticket-quotes.sql and 042-ticket-venues.sql, which
 * describe each column.
 */
export interface SecondsTables {
  tickets: {
    id: bigint;
    user_id: bigint;
    market: number;
    currency: number;
    direction: Direction;
    seconds: number;
    stake: bigint;
    fee: bigint;
    fee_bps: number;
    payout: bigint;
    payout_bps: number;
    opened_ms: bigint;
    due_ms: bigint;
    max_tick_age_ms: bigint;
    policy: bigint;
    open_delay_ms: bigint | null;
    min_sources: number;
    result: TicketResult | null;
    open_tick: bigint | null;
    open_ticks: bigint | null;
    settle_tick: bigint | null;
    settle_ticks: bigint | null;
    charged: bigint | null;
    profit: bigint | null;
    closed_seq: bigint | null;
    closed_ms: bigint | null;
  };
  ticks: {
    seq: bigint;
    time_ms: bigint;
    markets: number[];
    prices: bigint[];
    quoted: bigint[] | null;
    sources: number | null;
  };
}
