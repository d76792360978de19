import { describe, expect, it } from 'vitest';
import {
  marginErrors,
  marginSummary,
  orderOf,
  type MarginContext,
  type MarginInputs,
} from './margin-form.ts';
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
  maxLots: 1_000,
  available: '1000',
  margins: '0',
  profits: '0',
  maintained: '0',
  open: [],
};
const INPUTS: MarginInputs = {
  ...{ side: 'long', mode: 'market', price: '', leverage: 10, lots: '100' },
  terms: PLAIN_TERMS,
};

describe('the form of leveraged contracts', () => {
  it('sums up what the exchange will take', () => {
    expect(marginSummary(INPUTS, CONTEXT)).toEqual({
      entryPrice: '60012',
      value: '6001.2',
      margin: '600.12',
      fee: '3.0006',
      liquidationPrice: '51842.36',
    });
    expect(
      marginSummary({ ...INPUTS, side: 'short', mode: 'limit', price: '61000' }, CONTEXT),
    ).toMatchObject({ entryPrice: '60987.8', value: '6098.78' });
    expect(marginSummary({ ...INPUTS, leverage: undefined, lots: '' }, CONTEXT)).toEqual({
      entryPrice: '60012',
      value: undefined,
      margin: undefined,
      fee: undefined,
      liquidationPrice: undefined,
    });
  });

  it('counts what is open in the market when it says where the account would be liquidated', () => {
    // Reckoned by hand: 1,000 USDT, 0.1 BTC long at 60012 and the same again, 600.12 of margin
    // each.
    const own = { side: 'long', quantity: '0.1', markPrice: '60000', isIsolated: false } as const;
    const open = [own];
    const held = {
      ...CONTEXT,
      available: '996.8794',
      margins: '600.12',
      profits: '-1.2',
      maintained: '180.036',
      open,
    };
    expect(marginSummary(INPUTS, held).liquidationPrice).toBe('53842.36');
    // An isolated position has a price of its own, and none of the account's.
    const isolated = { ...own, side: 'short', quantity: '3', isIsolated: true } as const;
    const beside = { ...held, open: [own, isolated] };
    expect(marginSummary(INPUTS, beside).liquidationPrice).toBe('53842.36');
    // A hedge of the same size: no price liquidates.
    expect(marginSummary({ ...INPUTS, side: 'short' }, held).liquidationPrice).toBe('');
    // An account that is below maintenance as soon as the order is filled is far from nothing.
    expect(
      marginSummary(INPUTS, { ...CONTEXT, available: '100' }).liquidationPrice,
    ).toBeUndefined();
  });

  it('fills a limit whose price has come at the index, as the exchange does', () => {
    expect(marginSummary({ ...INPUTS, mode: 'limit', price: '61000' }, CONTEXT)).toEqual(
      marginSummary(INPUTS, CONTEXT),
    );
  });

  it.each([
    [{ leverage: undefined }, { leverage: 'margin.error.leverage' }],
    [{ mode: 'limit', price: '' }, { price: 'margin.error.price' }],
    [{ mode: 'limit', price: '60000.001' }, { price: 'margin.error.price' }],
    [{ lots: '' }, { size: 'margin.error.size' }],
    [{ lots: '1.5' }, { size: 'margin.error.whole' }],
    [{ lots: '0' }, { size: 'margin.error.fewer' }],
    [{ lots: '1001' }, { size: 'margin.error.more' }],
    [{ lots: '200' }, { size: 'margin.error.balance' }],
    [
      { leverage: undefined, mode: 'limit', price: '', lots: '' },
      {
        leverage: 'margin.error.leverage',
        price: 'margin.error.price',
        size: 'margin.error.size',
      },
    ],
  ] as const)('%j is refused, each fault at its field', (change, faults) => {
    const errors = marginErrors({ ...INPUTS, ...change }, CONTEXT);
    expect(
      Object.fromEntries(Object.entries(errors).map(([field, { id }]) => [field, id])),
    ).toEqual(faults);
  });

  it('needs what the exchange holds while the order waits', () => {
    const cheapest = (change: Partial<MarginInputs>): number => {
      let units = 0;
      while (
        marginErrors({ ...INPUTS, ...change }, { ...CONTEXT, available: String(units) }).size !==
        undefined
      )
        units++;
      return units;
    };
    // 0.1 BTC at a tenth and 0.05 %: at 60,300 with the spread for the market, at its own price for
    // a limit, half a per cent more for a short.
    expect([
      cheapest({}),
      cheapest({ mode: 'limit', price: '62000' }),
      cheapest({ mode: 'limit', price: '58000' }),
    ]).toEqual([607, 624, 584]);
    expect([
      cheapest({ side: 'short' }),
      cheapest({ side: 'short', mode: 'limit', price: '62000' }),
      cheapest({ side: 'short', mode: 'limit', price: '58000' }),
    ]).toEqual([606, 627, 606]);
  });

  it('counts losses of open positions against what is available', () => {
    expect(marginErrors(INPUTS, CONTEXT)).toEqual({});
    expect(marginErrors(INPUTS, { ...CONTEXT, profits: '-400', margins: '500' }).size?.id).toBe(
      'margin.error.balance',
    );
    expect(marginErrors({ ...INPUTS, lots: '2' }, { ...CONTEXT, minLots: 5 }).size?.id).toBe(
      'margin.error.fewer',
    );
  });

  it('sends a limit its price, and a market order none', () => {
    const pair = { baseId: 1, quoteId: 3 };
    const seen = { spread: '0.02', fee: '0.05', slippage: '0.5' };
    const order = { ...pair, side: 'long', leverage: 10, lots: '100', seen };
    expect(orderOf({ ...INPUTS, price: '59000' }, pair, seen)).toEqual(order);
    expect(orderOf({ ...INPUTS, mode: 'limit', price: '59000' }, pair, seen)).toEqual({
      ...order,
      limitPrice: '59000',
    });
  });
});
