import type { MarketId } from '@meridian/core/ids';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { Traded } from '@meridian/core/spot/spot-events';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';

/** Trades of one market that followed each other. Prices in ticks. */
export interface TradeRange {
  readonly market: MarketId;
  /** Numbers of its first and of its last trade. */
  readonly first: number;
  readonly newest: number;
  readonly low: number;
  readonly high: number;
  readonly close: number;
}

/**
 * Lowest and highest price of the trades that were not compared with alerts yet, so that a price
 * that was there only for one trade meets an alert too. Owns no alert.
 */
export class LiveTradeRanges implements LiveFold {
  #newestTrade = 0;
  readonly #open = new Map<MarketId, TradeRange>();
  readonly #closed: TradeRange[] = [];

  load({ nextTrade }: ExchangeSnapshot): void {
    this.#newestTrade = nextTrade - 1;
    this.#open.clear();
    this.#closed.length = 0;
  }

  fold({ market, trade, priceTicks }: Traded): void {
    this.#newestTrade = trade;
    const before = this.#open.get(market);
    this.#open.set(market, {
      market,
      first: before?.first ?? trade,
      newest: trade,
      low: Math.min(before?.low ?? priceTicks, priceTicks),
      high: Math.max(before?.high ?? priceTicks, priceTicks),
      close: priceTicks,
    });
  }

  /**
   * Ends the market's range: later trades are in another one. An alert that is set now is armed by
   * the answer, and a range is either before it or after it, never both.
   *
   * @returns number of the newest trade of all markets, 0 before the first
   */
  cut(market: MarketId): number {
    const range = this.#open.get(market);
    if (range !== undefined) this.#closed.push(range);
    this.#open.delete(market);
    return this.#newestTrade;
  }

  /** All ranges so far, oldest first. They stay until `forget`. */
  take(): readonly TradeRange[] {
    for (const market of [...this.#open.keys()]) this.cut(market);
    return [...this.#closed];
  }

  /** @param count ranges that were compared, the oldest ones */
  forget(count: number): void {
    this.#closed.splice(0, count);
  }

  get newestTrade(): number {
    return this.#newestTrade;
  }
}

export const alertLive: LiveArea<LiveTradeRanges> = {
  takes: { traded: true },
  open: () => new LiveTradeRanges(),
};
