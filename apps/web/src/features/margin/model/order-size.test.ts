import { compareDecimals, parseDecimal } from '@meridian/money/decimal';
import { UNREADABLE } from '@meridian/money/typed-decimal';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { heldFor, spare, type MarginContext } from './entry.ts';
import { marginErrors, marginSummary } from './margin-form.ts';
import { lotsOf, maxLots, SIZE_UNITS, sizeText } from './order-size.ts';
import { PLAIN_TERMS } from './position-terms.ts';

const CONTEXT: MarginContext = {
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
  indexPrice: '60000',
  lotSize: '0.001',
  spread: '0.02',
  fee: '0.05',
  maintenance: '30',
  slippage: '0.5',
  minLots: 1,
  maxLots: 100_000,
  available: '1000',
  margins: '0',
  profits: '0',
  maintained: '0',
  open: [],
};
const INPUTS = { mode: 'market', price: '', leverage: 10 } as const;
const typed = (unit: (typeof SIZE_UNITS)[number], text: string) =>
  lotsOf({ unit, typed: text, percent: undefined }, INPUTS, CONTEXT);

describe('the size of an order', () => {
  it.each([
    ['lots', '7', '7'],
    ['base', '0.007', '7'],
    ['base', '0.0079', '7'],
    ['base', '0.0009', '0'],
    // A lot costs 60.012 at the dearer side.
    ['quote', '60.012', '1'],
    ['quote', '60.0119', '0'],
    ['quote', '6001.2', '100'],
    ['quote', '', ''],
    ['base', UNREADABLE, UNREADABLE],
    ['lots', '1.5', '1.5'],
    // Beyond any balance: no amount, and not so many lots.
    ['quote', '92233793315', UNREADABLE],
  ] as const)('%s %s is %s lots', (unit, text, lots) => expect(typed(unit, text)).toBe(lots));

  it('is empty where there is no price to reckon with', () => {
    const size = { unit: 'quote', typed: '100', percent: undefined } as const;
    expect(lotsOf(size, { ...INPUTS, mode: 'limit' }, CONTEXT)).toBe('');
    expect(lotsOf({ ...size, percent: 50 }, INPUTS, { ...CONTEXT, indexPrice: '0' })).toBe('');
  });

  it('takes a share of what both sides can open', () => {
    const share = (percent: number): string =>
      lotsOf({ unit: 'base', typed: '', percent }, INPUTS, CONTEXT);
    // A long holds 60,300 with its spread for each coin: a tenth and 0.05 % of 60.31206 a lot.
    expect([share(100), share(50), share(25)]).toEqual(['164', '82', '41']);
    expect(
      lotsOf(
        { unit: 'base', typed: '', percent: 100 },
        { ...INPUTS, leverage: undefined },
        CONTEXT,
      ),
    ).toBe('');
  });
});

/** From two steps on: a short at one has no entry price, its spread leaves nothing. */
const prices = fc.integer({ min: 2, max: 10_000_000 }).map((ticks) => `${ticks / 100}`);
const contexts = fc
  .record({
    indexPrice: prices,
    available: fc.integer({ min: 0, max: 10_000_000 }).map(String),
    profits: fc.integer({ min: -1_000, max: 1_000 }).map(String),
    lotSize: fc.constantFrom('0.001', '0.01', '1', '100'),
    maxLots: fc.constantFrom(0, 500, 100_000),
    spread: fc.constantFrom('0', '0.02', '0.5'),
    slippage: fc.constantFrom('0', '0.5', '5'),
  })
  .map((part): MarginContext => ({ ...CONTEXT, ...part }));
const orders = fc.record({
  side: fc.constantFrom('long', 'short'),
  mode: fc.constantFrom('market', 'limit'),
  price: prices,
  leverage: fc.constantFrom(1, 5, 10, 100),
} as const);

test('lots in any unit are the same lots again', () => {
  fc.assert(
    fc.property(
      contexts,
      orders,
      fc.integer({ min: 1, max: 1_000 }),
      fc.constantFrom(...SIZE_UNITS),
      (context, inputs, lots, unit) => {
        const text = sizeText(String(lots), unit, { inputs, context });
        expect(lotsOf({ unit, typed: text, percent: undefined }, inputs, context)).toBe(
          String(lots),
        );
      },
    ),
  );
});

test('an order in quote currency is worth no more than was typed, on either side', () => {
  fc.assert(
    fc.property(
      contexts,
      orders,
      fc.integer({ min: 1, max: 10_000_000 }),
      (context, order, cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const lots = lotsOf({ unit: 'quote', typed: text, percent: undefined }, order, context);
        // Sides fill at the index or at the limit: the worth is judged where a long fills.
        const { value } = marginSummary(
          { ...order, side: 'long', lots, terms: PLAIN_TERMS },
          context,
        );
        if (value !== undefined) expect(compareDecimals(value, text)).not.toBe(1);
      },
    ),
  );
});

test('the maximum can be opened, and one lot more cannot', () => {
  fc.assert(
    fc.property(contexts, orders, (context, order) => {
      const most = maxLots(order, context);
      expect(most).toBeDefined();
      if (most === undefined) return;
      const error = (lots: bigint) =>
        marginErrors({ ...order, lots: String(lots), terms: PLAIN_TERMS }, context).size?.id;
      if (most > 0n) {
        expect(error(most)).toBeUndefined();
        expect(heldFor(most, order, context)).toBeLessThanOrEqual(spare(context));
      }
      expect(error(most + 1n)).toMatch(/balance|more/);
    }),
  );
});

test('a share in percent never needs more than the account has', () => {
  fc.assert(
    fc.property(contexts, orders, fc.integer({ min: 1, max: 100 }), (context, order, percent) => {
      const lots = lotsOf({ unit: 'lots', typed: '', percent }, order, context);
      for (const side of ['long', 'short'] as const) {
        const parsed = parseDecimal(lots, 0);
        if (!parsed.ok || parsed.units === 0n) continue;
        expect(
          marginErrors({ ...order, side, lots, terms: PLAIN_TERMS }, context).size,
        ).toBeUndefined();
      }
    }),
  );
});
