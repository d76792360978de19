import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Market } from '../../../shared/market/market.ts';
import { tradeErrors } from './trade-errors.ts';
import { orderOf, SLIDER_STEPS, type TradeContext, type TradeInputs } from './trade-inputs.ts';
import { mostQuantity, quantityForPercent, tradeSummary } from './trade-summary.ts';

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
const CONTEXT: TradeContext = {
  market: MARKET,
  available: '10000',
  // 0.05 BTC at 50,000.01, then 1 BTC at 50,010.
  levels: [
    { ticks: 5_000_001, lots: 5_000 },
    { ticks: 5_001_000, lots: 100_000 },
  ],
};
const BUY: TradeInputs = {
  side: 'buy',
  mode: 'limit',
  price: '50000',
  quantity: '0.1',
  total: '',
  entered: 'quantity',
  terms: { timeInForce: 'gtc', isPostOnly: false, selfTrade: 'expireTaker' },
};
const SELL: TradeInputs = { ...BUY, side: 'sell' };

describe('what an order comes to', () => {
  test('price times quantity, exactly, and the fee of what is received', () => {
    expect(tradeSummary({ ...BUY, price: '67012.34', quantity: '0.12345' }, CONTEXT)).toEqual({
      quantity: '0.12345',
      total: '8272.673373',
      fee: '0.00012345',
      received: '0.12332655',
    });
    expect(tradeSummary({ ...SELL, price: '67012.34', quantity: '0.12345' }, CONTEXT)).toEqual({
      quantity: '0.12345',
      total: '8272.673373',
      fee: '8.27267338',
      received: '8264.40069962',
    });
  });

  test('a market order is reckoned with the levels that it would take', () => {
    const market = { ...BUY, mode: 'market', price: '1' } as const;
    expect(tradeSummary({ ...market, quantity: '0.05' }, CONTEXT).total).toBe('2500.0005');
    expect(tradeSummary(market, CONTEXT).total).toBe('5000.5005');
    expect(tradeSummary({ ...market, quantity: '1.05001' }, CONTEXT).total).toBeUndefined();
    expect(tradeSummary(market, { ...CONTEXT, levels: [] }).total).toBeUndefined();
  });

  test('who can only be met pays what a maker pays, and nothing where a maker is paid', () => {
    const postOnly = { ...BUY, terms: { ...BUY.terms, isPostOnly: true } };
    expect(tradeSummary(postOnly, CONTEXT).fee).toBe('0.00008');
    const paid = { ...CONTEXT, market: { ...MARKET, makerFee: '-0.01' } };
    expect(tradeSummary(postOnly, paid)).toMatchObject({ fee: '0', received: '0.1' });
    const ioc = { ...postOnly, terms: { ...postOnly.terms, timeInForce: 'ioc' as const } };
    expect(tradeSummary(ioc, CONTEXT).fee).toBe('0.0001');
  });

  test('an order that may rest is reckoned with the higher of both rates', () => {
    const dearMaker = { ...CONTEXT, market: { ...MARKET, makerFee: '0.5' } };
    expect(tradeSummary(BUY, dearMaker)).toMatchObject({ fee: '0.0005', received: '0.0995' });
    const ioc = { ...BUY, terms: { ...BUY.terms, timeInForce: 'ioc' as const } };
    expect(tradeSummary(ioc, dearMaker).fee).toBe('0.0001');
  });

  test.each(['', '0', '1.', '1.234567', 'x'])('%j is no quantity to reckon with', (quantity) => {
    expect(tradeSummary({ ...BUY, quantity }, CONTEXT)).toEqual({
      quantity,
      total: undefined,
      fee: undefined,
      received: undefined,
    });
  });
});

describe(`a total that is typed (seed ${seed})`, () => {
  const typed = (inputs: Partial<TradeInputs>): TradeInputs => ({
    ...BUY,
    entered: 'total',
    ...inputs,
  });

  test('says the quantity, rounded down to a lot', () => {
    expect(tradeSummary(typed({ total: '100' }), CONTEXT)).toMatchObject({
      quantity: '0.002',
      total: '100',
    });
    expect(tradeSummary(typed({ total: '100.4' }), CONTEXT)).toMatchObject({
      quantity: '0.002',
      total: '100',
    });
  });
  test('of a market order takes the levels one after the other', () =>
    expect(tradeSummary(typed({ mode: 'market', total: '5000.5005' }), CONTEXT)).toMatchObject({
      quantity: '0.1',
      total: '5000.5005',
    }));
  test.each(['', '.', '-1', 'x'])('%j says nothing', (total) =>
    expect(tradeSummary(typed({ total }), CONTEXT).quantity).toBe(''),
  );
  test('without a price says nothing', () =>
    expect(tradeSummary(typed({ total: '100', price: '' }), CONTEXT).quantity).toBe(''));

  test('never comes to more than was typed, and to less by a lot at most', () => {
    const level = fc.record({
      ticks: fc.integer({ min: 1, max: 10 ** 7 }),
      lots: fc.integer({ min: 1, max: 10 ** 6 }),
    });
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 13n),
        fc.array(level, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('limit' as const, 'market' as const),
        (wanted, unsorted, mode) => {
          const levels = unsorted.toSorted((one, other) => one.ticks - other.ticks);
          const inputs = typed({ mode, total: formatDecimal(wanted, 8) });
          const context = { ...CONTEXT, levels };
          const { quantity, total } = tradeSummary(inputs, context);
          const lots = units(quantity) / MARKET.scale.lotSize;
          const spent = lots === 0n ? 0n : units(total ?? 'x');
          const deepest = BigInt(levels.reduce((sum, { lots: held }) => sum + held, 0));
          const next = mode === 'limit' ? 5_000_000n : priceOfLot(levels, lots);
          return (
            spent <= wanted &&
            ((mode === 'market' && lots === deepest) || spent + next * LOT_WORTH > wanted)
          );
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });
});

/** Worth of a lot at a tick, in units of the quote currency. */
const LOT_WORTH = (MARKET.scale.tickSize * MARKET.scale.lotSize) / 10n ** 8n;

/** Ticks that the lot after so many is sold at. */
function priceOfLot(levels: readonly { ticks: number; lots: number }[], after: bigint): bigint {
  let before = 0n;
  for (const { ticks, lots } of levels) {
    before += BigInt(lots);
    if (after < before) return BigInt(ticks);
  }
  return 0n;
}

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
  test('the most is said to the lot', () => {
    expect(mostQuantity({ ...BUY, price: '67012.34' }, CONTEXT)).toBe('0.14922');
    expect(mostQuantity({ ...BUY, mode: 'market' }, { ...CONTEXT, available: '2500.0005' })).toBe(
      '0.05',
    );
    expect(mostQuantity(SELL, { ...CONTEXT, available: '0.123456' })).toBe('0.12345');
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
  test('of a typed total stands at the total', () => {
    const total = (text: string) => errors({ entered: 'total', quantity: '', total: text });
    expect(total('100')).toEqual({});
    expect(total('')).toEqual({ total: { id: 'spot.error.totalMissing' } });
    expect(total('4.5').total?.id).toBe('spot.error.minTotal');
    expect(total('10000.6').total).toEqual({ id: 'spot.error.balance' });
    expect(errors({ entered: 'total', price: '', total: '100' })).toEqual({
      price: { id: 'spot.error.buyPrice' },
    });
  });
});

describe('an order as it is sent', () => {
  const common = { baseId: 1, quoteId: 3, quantity: '0.1', selfTrade: 'expireTaker' };

  test('a limit order with its price and its time', () =>
    expect(orderOf(CONTEXT, BUY, '0.1')).toEqual({
      ...common,
      mode: 'limit',
      price: '50000',
      timeInForce: 'gtc',
    }));
  test('a market order without either', () =>
    expect(orderOf(CONTEXT, { ...BUY, mode: 'market' }, '0.1')).toEqual({
      ...common,
      mode: 'market',
    }));
  test('post-only only where it can rest', () => {
    const terms = { timeInForce: 'gtc', isPostOnly: true, selfTrade: 'decrement' } as const;
    expect(orderOf(CONTEXT, { ...BUY, terms }, '0.1')).toEqual({
      ...common,
      mode: 'limit',
      price: '50000',
      timeInForce: 'gtc',
      isPostOnly: true,
      selfTrade: 'decrement',
    });
    expect(
      orderOf(CONTEXT, { ...BUY, terms: { ...terms, timeInForce: 'fok' } }, '0.1'),
    ).not.toHaveProperty('isPostOnly');
  });
});
