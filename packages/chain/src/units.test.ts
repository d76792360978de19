import { describe, expect, test } from 'vitest';
import { toChain, toExchange } from './units.ts';

describe('units', () => {
  test('18 decimals lose what the exchange cannot hold, and say how much', () => {
    expect(toExchange(1_234_567_890_123_456_789n, 18)).toEqual({
      units: 123_456_789n,
      remainder: 123_456_789n,
    });
    expect(toExchange(9_999_999_999n, 18)).toEqual({ units: 0n, remainder: 9_999_999_999n });
  });

  test('6 decimals fit exactly inwards and are rounded down outwards', () => {
    expect(toExchange(1_000_001n, 6)).toEqual({ units: 100_000_100n, remainder: 0n });
    expect(toChain(100_000_199n, 6)).toEqual({ units: 1_000_001n, remainder: 99n });
  });

  test('8 decimals are the same', () => {
    expect(toExchange(21n, 8)).toEqual({ units: 21n, remainder: 0n });
    expect(() => toExchange(-1n, 8)).toThrow(RangeError);
  });
});
