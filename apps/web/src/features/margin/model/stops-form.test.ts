import { UNREADABLE } from '@meridian/money/typed-decimal';
import { describe, expect, it } from 'vitest';
import { REFUSED_FIELD, stopErrors, sentStop, type StopContext } from './stops-form.ts';

const LONG: StopContext = {
  side: 'long',
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
  markPrice: '60000',
  liquidationPrice: '50000',
};
const SHORT: StopContext = { ...LONG, side: 'short', liquidationPrice: '70000' };
const NONE = { takeProfit: '', stopLoss: '' };

describe('the form of stops', () => {
  it.each([
    [LONG, NONE],
    [LONG, { takeProfit: '0', stopLoss: '0.00' }],
    [LONG, { takeProfit: '60000.01', stopLoss: '59999.99' }],
    [LONG, { takeProfit: '', stopLoss: '50000.01' }],
    [SHORT, { takeProfit: '59999.99', stopLoss: '60000.01' }],
    [SHORT, { takeProfit: '', stopLoss: '69999.99' }],
    // Hedged: it is the other side's move that liquidates.
    [
      { ...LONG, liquidationPrice: '70000' },
      { takeProfit: '', stopLoss: '1' },
    ],
    [
      { ...LONG, liquidationPrice: '' },
      { takeProfit: '', stopLoss: '1' },
    ],
    // No mark yet: the server judges.
    [
      { ...LONG, markPrice: '0' },
      { takeProfit: '1', stopLoss: '99999' },
    ],
  ])('takes what the exchange takes: case %#', (context, inputs) =>
    expect(stopErrors(inputs, context)).toEqual({}),
  );

  it.each([
    [LONG, { takeProfit: '60000' }, { takeProfit: 'margin.error.takeProfitPassed' }],
    [SHORT, { takeProfit: '60000' }, { takeProfit: 'margin.error.takeProfitPassed' }],
    [
      LONG,
      { takeProfit: '59000', stopLoss: '61000' },
      { takeProfit: 'margin.error.takeProfitPassed', stopLoss: 'margin.error.stopLossSide' },
    ],
    [LONG, { stopLoss: '60000' }, { stopLoss: 'margin.error.stopLossSide' }],
    [SHORT, { stopLoss: '59000' }, { stopLoss: 'margin.error.stopLossSide' }],
    [LONG, { stopLoss: '50000' }, { stopLoss: 'margin.error.stopLossLate' }],
    [SHORT, { stopLoss: '70000.01' }, { stopLoss: 'margin.error.stopLossLate' }],
    [LONG, { takeProfit: '61000.001' }, { takeProfit: 'margin.error.price' }],
    [
      LONG,
      { takeProfit: '-5', stopLoss: UNREADABLE },
      { takeProfit: 'margin.error.price', stopLoss: 'margin.error.price' },
    ],
    [
      { ...LONG, scale: undefined },
      { takeProfit: '61000.001', stopLoss: UNREADABLE },
      { stopLoss: 'margin.error.price' },
    ],
  ])('refuses what the exchange refuses: case %#', (context, inputs, errors) =>
    expect(stopErrors({ ...NONE, ...inputs }, context)).toEqual(errors),
  );

  it('sends what is empty as none', () => {
    expect([sentStop(''), sentStop('0.0'), sentStop('61000.5')]).toEqual(['0', '0', '61000.5']);
  });

  it('knows the field of each refusal that is about one', () => {
    expect(REFUSED_FIELD['stop_beyond_liquidation']).toBe('stopLoss');
    expect(REFUSED_FIELD['change_pending']).toBeUndefined();
  });
});
