import fc from 'fast-check';
import { expect, test } from 'vitest';
import { levelOf, type Level } from './margin-watch.ts';

/** 30 percent, in basis points. */
const MAINTENANCE = 3_000n;

function levels(ratios: readonly number[]): Level[] {
  let level: Level = 0;
  return ratios.map((ratio) => (level = levelOf(BigInt(ratio), MAINTENANCE, level)));
}

test('an account is warned at twice the maintenance, called at 1.3 times, and left alone again a quarter above', () => {
  expect(levels([9_000, 6_000, 5_999, 3_900, 3_899, 4_874, 4_875, 7_499, 7_500])).toEqual([
    0, 0, 1, 1, 2, 2, 1, 1, 0,
  ]);
});

test('a price that trembles around a threshold says each thing once', () => {
  const said = (ratios: readonly number[]): number =>
    levels(ratios).filter((level, index, all) => level > (all[index - 1] ?? 0)).length;
  fc.assert(
    fc.property(
      fc.constantFrom(6_000, 3_900),
      fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 2, maxLength: 200 }),
      (threshold, moves) => {
        expect(said(moves.map((move) => threshold + move))).toBeLessThanOrEqual(
          threshold === 3_900 ? 2 : 1,
        );
      },
    ),
  );
});
