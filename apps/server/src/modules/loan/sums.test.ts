import type { ListedMarket } from '@meridian/core/catalog/listings';
import { isWithinLevel } from '@meridian/core/loan/loan-sums';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ltvBpsAt, type PricedMarket } from './sums.ts';

const COIN = 100_000_000n;
/** Bitcoins in USDT: a tick of 0.01, a lot of 0.00001. */
const MARKET = { settings: { lotSize: 1_000n }, unit: 10n } as unknown as PricedMarket;

it('the ratio is the least level that the core says the debt is within', () => {
  const units = fc.bigInt({ min: COIN / 100n, max: 1_000_000n * COIN });
  fc.assert(
    fc.property(
      units,
      units,
      fc.integer({ min: 100, max: 100_000_000 }),
      (debt, pledged, ticks) => {
        const levelBps = ltvBpsAt(debt, pledged, MARKET, ticks) ?? 0;
        const market = MARKET as ListedMarket;
        const isWithin = (level: number): boolean =>
          isWithinLevel(debt, pledged, market, { levelBps: level, ticks });
        expect(isWithin(levelBps)).toBe(true);
        expect(isWithin(levelBps - 1)).toBe(false);
      },
    ),
  );
});

it('there is no ratio without a price or collateral', () => {
  expect(ltvBpsAt(COIN, COIN, MARKET, 0)).toBeUndefined();
  expect(ltvBpsAt(COIN, 0n, MARKET, 6_000_000)).toBeUndefined();
  expect(ltvBpsAt(30_000n * COIN, COIN, MARKET, 6_000_000)).toBe(5_000);
});
