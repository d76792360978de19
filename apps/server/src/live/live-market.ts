import type { CandleSource } from '@meridian/contract/market/candle-period';
import type { IndexPriceSet } from '@meridian/core/catalog/catalog-events';
import type { Traded } from '@meridian/core/spot/spot-events';
import type { SnapshotMarket } from '@meridian/core/catalog/catalog-snapshot';
import type { SnapshotOrder } from '@meridian/core/spot/spot-snapshot';
import { LiveCandles } from './live-candles.ts';
import { LiveDepth } from './live-depth.ts';
import { LiveTicker } from './live-ticker.ts';
import { RecentTrades } from './live-trades.ts';

/** Engine sequence number and time of the command that an event belongs to. */
export interface At {
  readonly seq: number;
  readonly timeMs: number;
}

/** Everything live of one market but its settings and orders. */
export class LiveMarket {
  readonly depth: LiveDepth;
  readonly ticker = new LiveTicker();
  readonly trades = new RecentTrades();
  readonly candles: Record<CandleSource, LiveCandles> = {
    trade: new LiveCandles(),
    index: new LiveCandles(),
  };
  /** 0 before the first index price. */
  indexTicks = 0;
  indexTimeMs = 0;
  markTicks = 0;
  /** Price of the last trade, 0 before the first. */
  lastTicks = 0;

  constructor(orders: readonly SnapshotOrder[], at: At, market?: SnapshotMarket) {
    this.depth = new LiveDepth(orders, at);
    if (market === undefined) return;
    this.indexTicks = market.indexTicks;
    this.indexTimeMs = market.indexTimeMs;
    this.markTicks = market.markTicks;
    this.lastTicks = market.lastTicks;
  }

  setIndex(event: IndexPriceSet, at: At): void {
    this.indexTicks = event.priceTicks;
    this.markTicks = event.markTicks;
    this.indexTimeMs = at.timeMs;
    this.candles.index.add(
      { priceTicks: event.priceTicks, volumeLots: 0n, quoteVolume: 0n },
      at.timeMs,
    );
  }

  trade(event: Traded, at: At): void {
    const { trade: id, market, priceTicks, quantityLots, notional, takerSide } = event;
    this.lastTicks = priceTicks;
    const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
    this.depth.change(makerSide, { ticks: priceTicks, lots: -quantityLots }, at);
    const point = { priceTicks, volumeLots: BigInt(quantityLots), quoteVolume: notional };
    this.ticker.add(point, at.timeMs);
    this.candles.trade.add(point, at.timeMs);
    this.trades.add({
      id,
      market,
      seq: at.seq,
      timeMs: at.timeMs,
      priceTicks,
      quantityLots,
      notional,
      takerSide,
    });
  }
}
