import { parseDecimal } from '@meridian/money/decimal';
import { parsePrice } from '@meridian/money/market-scale';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { liquidationAt, resultAt, targetPrice, type CalculatorTerms } from './calculator.ts';
import { marginSummary, type MarginContext } from './margin-form.ts';
import { PLAIN_TERMS } from './position-terms.ts';

const TERMS: CalculatorTerms = {
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
  lotSize: '0.001',
  fee: '0.05',
  maintenance: '30',
};
const LONG = { side: 'long', leverage: 10, entry: '60012', lots: '100' } as const;
const SHORT = { ...LONG, side: 'short' } as const;

describe('the calculator', () => {
  it('says what a position brings', () => {
    expect(resultAt('61012', LONG, TERMS)).toEqual({
      margin: '600.12',
      fee: '3.0006',
      profit: '100',
      net: '96.9994',
      roi: '16.66',
    });
    expect(resultAt('61012', SHORT, TERMS)).toMatchObject({ profit: '-100', roi: '-16.66' });
  });

  it('says where the account is liquidated', () => {
    // As in the order form, where a fill is at the index without the spread.
    expect(liquidationAt('1000', LONG, TERMS)).toBe('51842.36');
    // A long of 60.012 with 100 behind it: no price above zero takes it all.
    expect(liquidationAt('100', { ...LONG, lots: '1' }, TERMS)).toBe('');
    expect(liquidationAt('100', LONG, TERMS)).toBeUndefined();
  });

  it.each([
    [{ ...LONG, leverage: undefined }],
    [{ ...LONG, entry: '' }],
    [{ ...LONG, entry: '60000.001' }],
    [{ ...LONG, lots: '' }],
    [{ ...LONG, lots: '0' }],
  ])('says nothing of %j', (inputs) => {
    expect(resultAt('61000', inputs, TERMS)).toBeUndefined();
    expect(liquidationAt('1000', inputs, TERMS)).toBeUndefined();
    expect(targetPrice('10', inputs, TERMS)).toBeUndefined();
  });

  it.each(['', '-', '1.234', 'x'])('has no target for a return of "%s"', (roi) =>
    expect(targetPrice(roi, LONG, TERMS)).toBeUndefined(),
  );
});

const positions = fc
  .record({
    side: fc.constantFrom('long', 'short'),
    leverage: fc.constantFrom(1, 5, 10, 50, 100),
    ticks: fc.integer({ min: 1_000, max: 10_000_000 }),
    lots: fc.integer({ min: 1, max: 100_000 }).map(String),
  } as const)
  .map(({ ticks, ...rest }) => ({ ...rest, entry: price(ticks), ticks }));

function price(ticks: number): string {
  return `${Math.floor(ticks / 100)}.${String(ticks % 100).padStart(2, '0')}`;
}

function units(text: string | undefined): bigint {
  const parsed = parseDecimal(text ?? '', 8);
  if (!parsed.ok) throw new Error(`${text} is no amount`);
  return parsed.units;
}

test('the target price reaches its return, and the tick before does not', () => {
  fc.assert(
    fc.property(positions, fc.integer({ min: -9_000, max: 50_000 }), (inputs, hundredths) => {
      const roi = `${hundredths < 0 ? '-' : ''}${price(Math.abs(hundredths))}`;
      const target = targetPrice(roi, inputs, TERMS);
      if (target === undefined) return;
      const parsed = parsePrice(target, TERMS.scale);
      if (!parsed.ok) throw new Error(target);
      const returned = (ticks: number): bigint => {
        const { profit, margin } = resultAt(price(ticks), inputs, TERMS) ?? {};
        return units(profit) * 10_000n - BigInt(hundredths) * units(margin);
      };
      expect(returned(parsed.value) >= 0n).toBe(true);
      const before = parsed.value + (inputs.side === 'long' ? -1 : 1);
      if (before > 0) expect(returned(before) < 0n).toBe(true);
    }),
  );
});

test('the account is below maintenance at its liquidation price, and not a tick before', () => {
  fc.assert(
    fc.property(positions, fc.integer({ min: 0, max: 1_000_000 }), (inputs, balance) => {
      const found = liquidationAt(String(balance), inputs, TERMS);
      if (found === undefined || found === '') return;
      const parsed = parsePrice(found, TERMS.scale);
      if (!parsed.ok) throw new Error(found);
      // The core's slack: 100 x (available + margin + profit) - margin x maintenance.
      const slack = (ticks: number): bigint => {
        const { net, margin } = resultAt(price(ticks), inputs, TERMS) ?? {};
        return 100n * (units(String(balance)) + units(net)) - 30n * units(margin);
      };
      expect(slack(parsed.value) < 0n).toBe(true);
      const before = parsed.value + (inputs.side === 'long' ? 1 : -1);
      expect(slack(before) >= 0n).toBe(true);
    }),
  );
});

test('it reckons margin, fee and liquidation as the order form does', () => {
  fc.assert(
    fc.property(positions, fc.integer({ min: 0, max: 1_000_000 }), (inputs, balance) => {
      const context: MarginContext = {
        ...TERMS,
        indexPrice: inputs.entry,
        spread: '0',
        slippage: '0',
        minLots: 1,
        maxLots: 0,
        available: String(balance),
        margins: '0',
        profits: '0',
        maintained: '0',
        open: [],
      };
      const summary = marginSummary(
        { ...inputs, mode: 'market', price: '', terms: PLAIN_TERMS },
        context,
      );
      expect(resultAt(inputs.entry, inputs, TERMS)).toMatchObject({
        margin: summary.margin,
        fee: summary.fee,
        profit: '0',
      });
      expect(liquidationAt(String(balance), inputs, TERMS)).toBe(summary.liquidationPrice);
    }),
  );
});
