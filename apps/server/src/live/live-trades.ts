import type { Side } from '@meridian/core/catalog/side';
import type { MarketId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';

/** A trade as the public sees it. */
export interface LiveTrade {
  /** From 1, over all markets. */
  readonly id: number;
  readonly market: MarketId;
  /** Engine sequence number and time (milliseconds UTC) of the command that caused it. */
  readonly seq: number;
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  /** In smallest quote units. */
  readonly notional: Amount;
  readonly takerSide: Side;
}

/** Most trades kept for each market. */
export const RECENT_TRADES = 50;

/** The newest trades of one market. */
export class RecentTrades {
  /** Oldest first; trimmed when it has grown to twice the number that is kept. */
  readonly #trades: LiveTrade[] = [];

  add(trade: LiveTrade): void {
    this.#trades.push(trade);
    if (this.#trades.length >= 2 * RECENT_TRADES)
      this.#trades.splice(0, this.#trades.length - RECENT_TRADES);
  }

  /** Newest first. @param limit 1 to 50 */
  newest(limit: number): LiveTrade[] {
    return this.#trades.slice(-Math.min(limit, RECENT_TRADES)).reverse();
  }
}
