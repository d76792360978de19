/** A trade of a market. Plain decimals. */
export interface Trade {
  readonly id: number;
  readonly timeMs: number;
  readonly price: string;
  readonly quantity: string;
  /** Of the order that met one in the book. */
  readonly takerSide: 'buy' | 'sell';
}

/** Trades that the list keeps. */
export const RECENT_TRADES = 20;

/** Two lists as one: newest first, each trade once, the newest 20. Ids rise and tell repeats. */
export function mergeTrades(known: readonly Trade[], more: readonly Trade[]): readonly Trade[] {
  const byId = new Map([...known, ...more].map((trade) => [trade.id, trade]));
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, RECENT_TRADES);
}
