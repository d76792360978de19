import type { MarketCoin } from './ad.ts';

/** The coin that most people come for. */
const FIRST = 'USDT';

/** Coins that are open, the one that most people come for first. */
export function openCoins(coins: readonly MarketCoin[]): readonly MarketCoin[] {
  const open = coins.filter(({ isOpen }) => isOpen);
  return [
    ...open.filter(({ code }) => code === FIRST),
    ...open.filter(({ code }) => code !== FIRST),
  ];
}
