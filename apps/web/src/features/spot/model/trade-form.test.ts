import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Market } from '../../../shared/market/market.ts';
import { tradeErrors } from './trade-errors.ts';
import { orderOf, SLIDER_STEPS, type TradeContext, type TradeInputs } from './trade-inputs.ts';
import { quantityForPercent, tradeSummary } from './trade-summary.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const MARKET: Market = {
  key: '1/3',
  id: 1,
  baseId: 1,
  quoteId: 3,
  base: 'BTC',
  quote: 'USDT',
  symbol: 'BTC/USDT',
  logo: '',
  scale: { baseScale: 8, quoteScale: 8, tickSize: 1_000_000n, lotSize: 1_000n },
  priceDecimals: 2,
  quantityDecimals: 5,
  makerFee: '0.08',
  takerFee: '0.1',
  minTotal: '5',
  status: 'open',
  hasSeconds: true,
};
const CONTEXT: TradeContext = { market: MARKET, available: '10000', bestPrice: '50000.01' };
const BUY: TradeInputs = { side: 'buy', mode: 'limit', price: '50000', quantity: '0.1' };
const SELL: TradeInputs = { ...BUY, side: 'sell' };

describe('what an order comes to', () => {
  test('price times quantity, exactly, and the fee of what is received', () => {
    expect(tradeSummary({ ...BUY, price: '67012.34', quantity: '0.12345' }, CONTEXT)).toEqual({
      total: '8272.673373',
      fee: '0.00012345',
    });
    expect(tradeSummary({ ...SELL, price: '67012.34', quantity: '0.12345' }, CONTEXT)).toEqual({
      total: '8272.673373',
      fee: '8.27267338',
    });
  });

  test('a market order is reckoned at the best price', () => {
    expect(tradeSummary({ ...BUY, mode: 'market', price: '1' }, CONTEXT).total).toBe('5000.001');
    expect(
      tradeSummary({ ...BUY, mode: 'market' }, { ...CONTEXT, bestPrice: undefined }).total,
    ).toBeUndefined();
  });

  test.each(['', '0', '1.', '1.234567', 'x'])('%j is no quantity to reckon with', (quantity) => {
    expect(tradeSummary({ ...BUY, quantity }, CONTEXT)).toEqual({
      total: undefined,
      fee: undefined,
    });
  });
});

describe(`the slider (seed ${seed})`, () => {
  test('25 percent of 10000 USDT at 50000 buys 0.05 BTC', () =>
    expect(quantityForPercent(25, BUY, CONTEXT)).toBe('0.05'));
  test('quantities have at most 4 decimals', () =>
    expect(quantityForPercent(100, { ...BUY, price: '67012.34' }, CONTEXT)).toBe('0.1492'));
  test('a sale takes a share of the holding', () =>
    expect(quantityForPercent(75, SELL, { ...CONTEXT, available: '1.23456789' })).toBe('0.9259'));
  test('without a balance or a price there is nothing to share', () => {
    expect(quantityForPercent(50, BUY, { ...CONTEXT, available: undefined })).toBeUndefined();
    expect(quantityForPercent(50, { ...BUY, price: '0' }, CONTEXT)).toBeUndefined();
    expect(quantityForPercent(50, { ...BUY, price: '' }, CONTEXT)).toBeUndefined();
  });

  test('what it gives can always be paid', () => {
    const amount = fc.bigInt(0n, 10n ** 15n).map((units) => formatDecimal(units, 8));
    const price = fc
      .bigInt(1n, 10n ** 9n)
      .map((ticks) => formatDecimal(ticks * MARKET.scale.tickSize, 8));
    fc.assert(
      fc.property(
        amount,
        price,
        fc.constantFrom(...SLIDER_STEPS),
        fc.constantFrom('buy' as const, 'sell' as const),
        (available, at, percent, side) => {
          const inputs = { ...BUY, side, price: at };
          const context = { ...CONTEXT, available };
          const quantity = quantityForPercent(percent, inputs, context) ?? '';
          const { total } = tradeSummary({ ...inputs, quantity }, context);
          if (total === undefined) return units(quantity) === 0n;
          return units(side === 'buy' ? total : quantity) <= units(available);
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });
});

function units(text: string): bigint {
  const parsed = parseDecimal(text, 8);
  if (!parsed.ok) throw new Error(`${text} is no amount`);
  return parsed.units;
}

describe('what is wrong with the fields', () => {
  const errors = (inputs: Partial<TradeInputs>, context: Partial<TradeContext> = {}) =>
    tradeErrors({ ...BUY, ...inputs }, { ...CONTEXT, ...context });

  test('nothing', () => expect(errors({})).toEqual({}));
  test.each([
    ['buy', 'spot.error.buyPrice', 'spot.error.buyQuantity'],
    ['sell', 'spot.error.sellPrice', 'spot.error.sellQuantity'],
  ] as const)('missing or zero, in the words of a %s', (side, price, quantity) => {
    for (const text of ['', '0', '0.00'])
      expect(errors({ side, price: text, quantity: text })).toEqual({
        price: { id: price },
        quantity: { id: quantity },
      });
  });
  test('between the steps', () => {
    expect(errors({ price: '50000.001', quantity: '0.123456' })).toEqual({
      price: { id: 'spot.error.priceStep', values: { step: '0.01' } },
      quantity: { id: 'spot.error.quantityStep', values: { step: '0.00001' } },
    });
  });
  test('too large', () =>
    expect(errors({ quantity: '9'.repeat(20) }).quantity).toEqual({ id: 'spot.error.tooLarge' }));
  test('too small an order', () =>
    expect(errors({ quantity: '0.00009' }).quantity).toEqual({
      id: 'spot.error.minTotal',
      values: { total: '5', currency: 'USDT' },
    }));
  test('more than there is', () => {
    expect(errors({ quantity: '0.20001' }).quantity).toEqual({ id: 'spot.error.balance' });
    expect(errors({ quantity: '0.2' })).toEqual({});
    expect(errors({ side: 'sell' }, { available: '0.09999' }).quantity).toEqual({
      id: 'spot.error.balance',
    });
  });
  test('a market order needs no price', () =>
    expect(errors({ mode: 'market', price: '' })).toEqual({}));
});

test('a market order is sent without a price, a limit order with its own', () => {
  expect(orderOf(CONTEXT, BUY)).toEqual({
    baseId: 1,
    quoteId: 3,
    quantity: '0.1',
    mode: 'limit',
    price: '50000',
  });
  expect(orderOf(CONTEXT, { ...BUY, mode: 'market' })).toEqual({
    baseId: 1,
    quoteId: 3,
    quantity: '0.1',
    mode: 'market',
  });
});
