import fc from 'fast-check';
import { expect, test } from 'vitest';
import { overnightOf } from './position.ts';

test('the fee of nights is their exact sum, rounded up once', () => {
  const whole = (most: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: most });
  fc.assert(
    fc.property(
      whole(Number.MAX_SAFE_INTEGER),
      whole(2 ** 36),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      whole(10_000),
      whole(1_000),
      (entryTicks, lots, unit, nights, overnightBps) => {
        const exact = BigInt(entryTicks) * BigInt(lots) * unit * BigInt(nights * overnightBps);
        const fee = overnightOf({ entryTicks, lots, unit, nights, overnightBps });
        expect(fee).toBe((exact + 9_999n) / 10_000n);
        expect(fee * 10_000n - exact).toBeLessThan(10_000n);
      },
    ),
  );
});
