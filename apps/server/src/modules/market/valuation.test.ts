import type { PriceTicks } from '@meridian/money/amount';
import { InProcessEngine } from '@meridian/testkit/in-process-engine';
import { beforeEach, expect, test } from 'vitest';
import { openLiveView, type LiveView } from '../live-view.ts';
import { STARTING_CURRENCIES, STARTING_MARKETS } from './starting-catalog.ts';
import { cnyText, oneCoin, usdtPrice, usdtWorth } from './valuation.ts';

const BTC = 1;
const ETH = 2;
const USDT = 3;
const BTC_USDT = 1;

let engine: InProcessEngine;
let live: LiveView;

beforeEach(async () => {
  engine = new InProcessEngine();
  live = openLiveView(() => engine.timeMs);
  live.load(await engine.recovered());
  engine.onDurable((batch) => live.apply(batch));
  for (const currency of STARTING_CURRENCIES)
    await engine.submit({ kind: 'currency.list', currency });
  for (const market of STARTING_MARKETS) await engine.submit({ kind: 'market.list', market });
});

async function setIndex(ticks: number): Promise<void> {
  await engine.submit({
    kind: 'index.set',
    source: 'test',
    prices: [[BTC_USDT, ticks as PriceTicks]],
  });
}

test('a USDT is worth one USDT, and a coin without a price nothing', () => {
  expect(usdtPrice(live, USDT)).toBe(100_000_000n);
  expect(usdtPrice(live, ETH)).toBe(0n);
  expect(usdtPrice(live, 99)).toBe(0n);
});

test('worths are added exactly and rounded down once', async () => {
  await setIndex(6_000_001); // 60,000.01 USDT
  expect(usdtPrice(live, BTC)).toBe(6_000_001_000_000n);
  // A satoshi is worth 60,000.01 units of 10^-8 USDT; two of them lose 0.02 units together, not
  // 0.01 each.
  expect(usdtWorth(live, [{ currency: BTC, units: 1n }])).toBe(60_000n);
  expect(
    usdtWorth(
      live,
      Array.from({ length: 100 }, () => ({ currency: BTC, units: 1n })),
    ),
  ).toBe(6_000_001n);
});

test('CNY is rounded down to two decimals', async () => {
  await setIndex(6_000_001);
  const bitcoin = live.currency(BTC);
  if (bitcoin === undefined) throw new Error('BTC is not listed');
  expect(cnyText(live, [oneCoin(bitcoin)])).toBe('426000.07'); // 426,000.071
  expect(cnyText(live, [])).toBe('0.00');
});
