import { expect, test } from 'vitest';
import type { MarketCoin } from './ad.ts';
import { openCoins } from './open-coins.ts';

const coin = (code: string, isOpen = true) => ({ code, isOpen }) as MarketCoin;

test('USDT stands first, and what is closed nowhere', () => {
  const coins = [coin('BTC'), coin('ETH', false), coin('USDT')];
  expect(openCoins(coins).map(({ code }) => code)).toEqual(['USDT', 'BTC']);
  expect(openCoins([coin('USDT', false)])).toEqual([]);
});
