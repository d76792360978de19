import type { MarketScale } from '@meridian/money/market-scale';
import { expect, test } from 'vitest';
import { feeText } from './fee-text.ts';

const scale = { baseScale: 8, quoteScale: 2 } as MarketScale;
const BUY = { side: 'buy', feeCurrency: 'BTC', rebateCurrency: 'USDT' } as const;
const SELL = { side: 'sell', feeCurrency: 'USDT', rebateCurrency: 'BTC' } as const;

test.each([
  ['a fee', BUY, { fee: '0.0003', rebate: '0' }, '0.00030000 BTC'],
  ['no fee and no rebate', SELL, { fee: '0', rebate: '0' }, '0.00 USDT'],
  ['a rebate, as received', SELL, { fee: '0', rebate: '0.000002' }, '+0.00000200 BTC'],
  ['a rebate of a buy', BUY, { fee: '0', rebate: '1.25' }, '+1.25 USDT'],
  [
    'an order that was taker and maker',
    BUY,
    { fee: '0.0003', rebate: '1.25' },
    '0.00030000 BTC +1.25 USDT',
  ],
])('%s', (_, order, paid, text) => {
  expect(feeText(order, paid, { scale, language: 'en' })).toBe(text);
});
