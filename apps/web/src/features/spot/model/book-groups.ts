import { formatDecimal } from '@meridian/money/decimal';
import type { Market } from '../../../shared/market/market.ts';

/** How many ticks a row of the book may gather. */
export const BOOK_GROUPS = [1, 10, 100, 1000] as const;

/** The price step of a group of ticks, for the menu: 0.01, 0.1, 1, 10. */
export function groupStep(market: Market, group: number): string {
  return formatDecimal(market.scale.tickSize * BigInt(group), market.scale.quoteScale);
}

/** Decimals that grouped prices of a market have. */
export function groupDecimals(market: Market, group: number): number {
  return Math.max(0, market.priceDecimals - Math.round(Math.log10(group)));
}

/** The row that a price is gathered in, as the book gathers: bids down, asks up. */
export function groupedTicks(ticks: number, side: 'asks' | 'bids', group: number): number {
  return (side === 'bids' ? Math.floor(ticks / group) : Math.ceil(ticks / group)) * group;
}
