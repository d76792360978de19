import { describe, expect, it } from 'vitest';
import { marginErrors, marginSummary, orderOf, type MarginInputs } from './margin-form.ts';
import { orderStopErrors, PLAIN_TERMS, sentTerms } from './position-terms.ts';

const CONTEXT = {
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
  ...{ indexPrice: '60000', lotSize: '0.001', spread: '0', fee: '0', maintenance: '50' },
  ...{ slippage: '0', minLots: 5, maxLots: 1_000, available: '700' },
  ...{ margins: '0', profits: '0', maintained: '0', open: [] },
};
const INPUTS: MarginInputs = {
  ...{ side: 'long', mode: 'market', price: '', leverage: 10, lots: '100' },
  terms: PLAIN_TERMS,
};
const stops = (takeProfit: string, stopLoss: string) => ({
  ...PLAIN_TERMS,
  ...{ hasStops: true, takeProfit, stopLoss },
});

describe('terms of an order for contracts', () => {
  it('are sent as they are chosen; a reduce-only order has no others', () => {
    expect(sentTerms(PLAIN_TERMS)).toEqual({});
    const terms = { ...stops('61000', ''), isIsolated: true };
    expect(sentTerms(terms)).toEqual({ isIsolated: true, takeProfit: '61000', stopLoss: '0' });
    expect(sentTerms({ ...terms, hasStops: false })).toEqual({ isIsolated: true });
    expect(sentTerms({ ...terms, isReduceOnly: true })).toEqual({ isReduceOnly: true });
    expect(orderOf({ ...INPUTS, terms }, { baseId: 1, quoteId: 3 }, CONTEXT)).toMatchObject({
      ...{ takeProfit: '61000', stopLoss: '0', isIsolated: true },
    });
  });

  it.each([
    ['long', stops('60000.01', '59999.99'), {}],
    ['long', stops('', ''), {}],
    ['long', stops('60000', ''), { takeProfit: 'margin.error.orderProfit' }],
    ['long', stops('', '60000'), { stopLoss: 'margin.error.orderLoss' }],
    ['short', stops('59999.99', '60000.01'), {}],
    [
      'short',
      stops('60000.01', '59999.99'),
      { takeProfit: 'margin.error.orderProfit', stopLoss: 'margin.error.orderLoss' },
    ],
    ['long', stops('61000.001', ''), { takeProfit: 'margin.error.price' }],
    ['long', { ...stops('1', ''), hasStops: false }, {}],
    ['long', { ...stops('1', ''), isReduceOnly: true }, {}],
  ] as const)('of a %s: the stops of %o say %o', (side, terms, errors) => {
    const found = orderStopErrors(terms, { ...INPUTS, side }, CONTEXT);
    const ids = Object.entries(found).map(([field, { id }]) => [field, id]);
    expect(Object.fromEntries(ids)).toEqual(errors);
    expect(marginErrors({ ...INPUTS, side, terms }, CONTEXT)).toEqual(found);
  });

  it('lie beside the limit of an order that waits', () => {
    const limit = { ...INPUTS, mode: 'limit', price: '50000' } as const;
    expect(orderStopErrors(stops('50000.01', '49999'), limit, CONTEXT)).toEqual({});
    expect(orderStopErrors(stops('', '50000'), limit, CONTEXT)).toEqual({
      stopLoss: { id: 'margin.error.orderLoss', values: { price: '50000' } },
    });
  });

  it('of a reduce-only order ask for no money and no least size', () => {
    const reduced = (lots: string) =>
      marginErrors(
        { ...INPUTS, lots, terms: { ...PLAIN_TERMS, isReduceOnly: true } },
        { ...CONTEXT, available: '0' },
      );
    expect(reduced('1')).toEqual({});
    expect(reduced('0')).toHaveProperty('size');
    expect(reduced('1.5')).toHaveProperty('size');
  });

  it('isolated: the margin alone decides the liquidation, whatever the account has', () => {
    const terms = { ...PLAIN_TERMS, isIsolated: true };
    // 0.1 BTC at 60,000 with a margin of 600, of which 300 must stay: 3,000 down, and a step.
    expect(marginSummary({ ...INPUTS, terms }, CONTEXT).liquidationPrice).toBe('56999.99');
    expect(
      marginSummary({ ...INPUTS, terms }, { ...CONTEXT, available: '9000' }).liquidationPrice,
    ).toBe('56999.99');
    expect(marginSummary({ ...INPUTS, side: 'short', terms }, CONTEXT).liquidationPrice).toBe(
      '63000.01',
    );
  });
});
