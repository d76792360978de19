import { describe, expect, it } from 'vitest';
import { amountError, liquidationAfter, takeable } from './added-margin.ts';

const SCALE = { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n };
/** Half a coin: ten of quote currency are twenty of its price. */
const LONG = { side: 'long', quantity: '0.5', liquidationPrice: '54000' } as const;

describe('the margin of an isolated position', () => {
  it.each([
    [LONG, '10', '53980'],
    [LONG, '-10', '54020'],
    [{ ...LONG, side: 'short' } as const, '10', '54020'],
    [{ ...LONG, side: 'short' } as const, '-10', '53980'],
    [LONG, '27000', ''],
    [{ ...LONG, liquidationPrice: '' }, '10', undefined],
    [LONG, 'ten', undefined],
  ])('of %o and a change of %s moves the liquidation price to %s', (position, change, price) => {
    expect(liquidationAfter(position, change, SCALE)).toBe(price);
  });

  it.each([
    ['10', '10', undefined],
    ['10.00000001', '10', 'position.error.amountMost'],
    ['10', undefined, undefined],
    ['0', '10', 'position.error.amount'],
    ['', '10', 'position.error.amount'],
    ['1.000000001', '10', 'position.error.amount'],
    ['-1', '10', 'position.error.amount'],
  ])('of an amount %s of %s says %s', (typed, most, error) => {
    expect(amountError(typed, most, SCALE)).toBe(error);
  });

  it('can be taken back but for what leaves already', () => {
    expect(takeable({ added: '50', leaving: '20.5' })).toBe('29.5');
  });
});
