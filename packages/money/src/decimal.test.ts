import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  decimalsOf,
  formatDecimal,
  formatFixed,
  parseDecimal,
} from './decimal.ts';
import { roundForDisplay } from './display.ts';
import {
  formatPrice,
  notional,
  notionalUnit,
  parsePrice,
  parseQuantity,
  type MarketScale,
} from './market-scale.ts';
import { divide, rescale } from './rounding.ts';

const units = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n });
const BTC_USDT: MarketScale = {
  baseScale: 8,
  quoteScale: 8,
  tickSize: 1_000_000n,
  lotSize: 1_000n,
};

describe('decimals', () => {
  it.each([
    ['1', '1.000', 0],
    ['99999999999.1', '99999999999.12', -1],
    ['0.000000000000000001', '0', 1],
    ['-1', '0.5', -1],
    ['-2', '-1.5', -1],
    ['1e3', '1', undefined],
    ['', '1', undefined],
  ] as const)('compares %s with %s', (one, other, answer) => {
    expect(compareDecimals(one, other)).toBe(answer);
    if (answer !== undefined) expect(compareDecimals(other, one)).toBe(0 - answer);
    expect(decimalsOf(other)).toBe(other.split('.')[1]?.length ?? 0);
  });

  it('come back from their text exactly, at every scale', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 18 }), (value, scale) => {
        expect(parseDecimal(formatDecimal(value, scale), scale)).toEqual({
          ok: true,
          units: value,
        });
        expect(parseDecimal(formatFixed(value, scale), scale)).toEqual({ ok: true, units: value });
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    '',
    ' ',
    '1 ',
    '+1',
    '.5',
    '1.',
    '1e3',
    '1E-9',
    'NaN',
    'Infinity',
    '0x1F',
    '1,5',
    '１',
    '٣',
    '1_000',
    '--1',
    '1.2.3',
    '\u0000',
    '1\n',
  ])('refuse %j', (text) => {
    expect(parseDecimal(text, 8)).toEqual({ ok: false, error: 'syntax' });
  });

  it('tell too many decimals from too large a number', () => {
    expect(parseDecimal('0.123456789', 8)).toEqual({ ok: false, error: 'precision' });
    expect(parseDecimal('0.1234567800', 8)).toEqual({ ok: true, units: 12_345_678n });
    expect(parseDecimal('92233720368.54775808', 8)).toEqual({ ok: false, error: 'range' });
    expect(parseDecimal('92233720368.54775807', 8)).toEqual({ ok: true, units: 2n ** 63n - 1n });
    expect(parseDecimal('9'.repeat(1_000_000), 8)).toEqual({ ok: false, error: 'range' });
  });
});

describe('rounding', () => {
  it('is what it says, for both signs', () => {
    expect([divide(7n, 2n, 'down'), divide(7n, 2n, 'up'), divide(7n, 2n, 'halfUp')]).toEqual([
      3n,
      4n,
      4n,
    ]);
    expect([divide(-7n, 2n, 'down'), divide(-7n, 2n, 'up'), divide(-7n, 2n, 'halfUp')]).toEqual([
      -3n,
      -4n,
      -4n,
    ]);
    expect(divide(-7n, 3n, 'halfUp')).toBe(-2n);
    expect(() => divide(1n, 0n, 'down')).toThrow(RangeError);
    expect(rescale(12_345n, { from: 3, to: 1 }, 'halfUp')).toBe(123n);
    expect(rescale(12n, { from: 0, to: 2 }, 'down')).toBe(1_200n);
  });

  it('for display keeps to its decimals', () => {
    expect(roundForDisplay('1.23456', 4, 'halfUp')).toBe('1.2346');
    expect(roundForDisplay('1.23456', 4, 'down')).toBe('1.2345');
    expect(roundForDisplay('-0.005', 2, 'halfUp')).toBe('-0.01');
    expect(roundForDisplay('7', 2, 'down')).toBe('7.00');
    expect(roundForDisplay('x', 2, 'down')).toBeUndefined();
  });
});

describe('the grid of a market', () => {
  it('refuses what is off it', () => {
    expect(parsePrice('67012.34', BTC_USDT)).toEqual({ ok: true, value: 6_701_234 });
    expect(parsePrice('67012.345', BTC_USDT)).toEqual({ ok: false, error: 'offGrid' });
    expect(parseQuantity('0.00001', BTC_USDT)).toEqual({ ok: true, value: 1 });
    expect(parseQuantity('0.000015', BTC_USDT)).toEqual({ ok: false, error: 'offGrid' });
    expect(parseQuantity('0', BTC_USDT)).toEqual({ ok: false, error: 'notPositive' });
    expect(parseQuantity('-1', BTC_USDT)).toEqual({ ok: false, error: 'notPositive' });
  });

  it('makes every notional exact', () => {
    expect(notionalUnit(BTC_USDT)).toBe(10n);
    expect(notional(6_701_234, 3, BTC_USDT)).toBe(201_037_020n);
    expect(notionalUnit({ ...BTC_USDT, lotSize: 1n })).toBeUndefined();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (ticks) => {
        expect(parsePrice(formatPrice(ticks % 2 ** 40 || 1, BTC_USDT), BTC_USDT)).toEqual({
          ok: true,
          value: ticks % 2 ** 40 || 1,
        });
      }),
    );
  });
});
