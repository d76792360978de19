import type { TickLevel } from '../live/live-depth.ts';

/** One price of a book. */
export interface Level {
  readonly ticks: number;
  readonly lots: number;
}

/** Other users' levels of one side of the book: without the bot's own lots, best first. */
export function foreignLevels(
  levels: readonly TickLevel[],
  own: readonly { priceTicks: number; remainingLots: number }[],
): Level[] {
  const ownLots = new Map<number, number>();
  for (const { priceTicks, remainingLots } of own)
    ownLots.set(priceTicks, (ownLots.get(priceTicks) ?? 0) + remainingLots);
  return levels
    .map(([ticks, lots]) => ({ ticks, lots: lots - (ownLots.get(ticks) ?? 0) }))
    .filter(({ lots }) => lots > 0);
}
