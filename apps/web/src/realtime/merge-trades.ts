import type { RecentTrade } from '@meridian/contract/market/calls';

/** Trades that the list keeps. */
export const RECENT_TRADES = 20;

/** Two lists as one: newest first, each trade once, the newest 20. Ids rise and tell repeats. */
export function mergeTrades(
  known: readonly RecentTrade[],
  more: readonly RecentTrade[],
): readonly RecentTrade[] {
  const byId = new Map([...known, ...more].map((trade) => [trade.id, trade]));
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, RECENT_TRADES);
}
