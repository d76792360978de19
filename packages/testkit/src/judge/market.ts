/** A market as recomputed from the journal, with its book and trades. */
import type { BookSide, Order, Side } from './book.ts';
import * as rules from './rules.ts';
import type { MarketSettings, RecordedCommand } from './rules.ts';

export interface Market {
  settings: MarketSettings;
  /** Quote units of one tick times one lot. */
  readonly unit: bigint;
  index: bigint;
  indexMs: number;
  quotedMs: number;
  sources: number;
  mark: number;
  readonly book: Record<Side, BookSide>;
  /** Number of open orders of each user. */
  readonly open: Map<number, number>;
  /** The newest trades, newest last. */
  newest: Trade[];
}

export interface Trade {
  readonly id: number;
  readonly market: number;
  readonly price: bigint;
  readonly lots: bigint;
  readonly notional: bigint;
  readonly taker: Order;
  readonly maker: Order;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
  /** The part of the taker's fee that the maker got. */
  readonly makerRebate: bigint;
  readonly seq: number;
  readonly timeMs: number;
}

/** Two orders that trade. */
export interface Match {
  readonly taker: Order;
  readonly maker: Order;
  readonly market: Market;
  readonly lots: bigint;
}

/** An order on its way in. */
export interface Arrival {
  readonly command: RecordedCommand;
  readonly market: Market;
  readonly side: Side;
  readonly user: number;
  readonly price: bigint;
  readonly lots: bigint;
  readonly isMarketOrder: boolean;
  /** Best price of the other side within the band; undefined if there is none. */
  readonly best: bigint | undefined;
  /** The worst price that it may trade at. */
  readonly limit: bigint;
}

export function other(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** Whether an order of this side and limit may trade at a price. */
export function reaches(side: Side, price: bigint, limit: bigint): boolean {
  return side === 'buy' ? price <= limit : price >= limit;
}

/** The best price of a side that may trade: orders outside the band expire when they are met. */
export function bestInBand(market: Market, side: Side): bigint | undefined {
  for (const { price } of market.book[side].inTurn()) if (isInBand(price, market)) return price;
  return undefined;
}

export function isInBand(
  price: bigint,
  { settings, index }: Pick<Market, 'settings' | 'index'>,
): boolean {
  const { low, high } = rules.bandOf(index, settings.bandBps);
  return price >= low && price <= high;
}
