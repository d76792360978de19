import type { MarketRulesEvent } from '@meridian/contract/market/events';
import { expect, test } from 'vitest';
import type { Market, MarketGroup } from '../shared/market/market.ts';
import { withRules } from './market-rules.ts';

const BTC = {
  key: '1/3',
  quoteId: 3,
  baseId: 1,
  symbol: 'BTC/USDT',
  scale: { baseScale: 8, quoteScale: 6, tickSize: 1n, lotSize: 1n },
  takerFee: '0.1',
  status: 'open',
} as Market;
const ETH = {
  key: '2/3',
  quoteId: 3,
  baseId: 2,
  symbol: 'ETH/USDT',
  takerFee: '0.1',
  status: 'open',
} as Market;
const GROUPS: readonly MarketGroup[] = [{ id: 3, name: 'USDT', markets: [BTC, ETH] }];
const EVENT: MarketRulesEvent = {
  ...{
    legal_id: 3,
    currency_id: 1,
    changed: ['market'],
    status: 'cancel_only',
    is_display: 1,
    tick_size: '0.01',
    lot_size: '0.00001',
    min_total: '5',
  },
  ...{
    max_number: '100',
    maker_fee: '0.08',
    taker_fee: '0.25',
    open_microtrade: 0,
    lever_share_num: '0.001',
    spread: '0.02',
    lever_trade_fee: '0.05',
    proportion: '30',
    seq: 9,
    ts: 0,
  },
};

test('a market has the rules of the event, and the others have their own', () => {
  const markets = withRules(GROUPS, EVENT)?.[0]?.markets;
  expect(markets?.[0]).toMatchObject({
    symbol: 'BTC/USDT',
    takerFee: '0.25',
    makerFee: '0.08',
    status: 'cancel_only',
    minTotal: '5',
    hasSeconds: false,
    priceDecimals: 2,
    quantityDecimals: 5,
    scale: { baseScale: 8, quoteScale: 6, tickSize: 10_000n, lotSize: 1_000n },
  });
  expect(markets?.[1]).toBe(ETH);
});

test('where a market comes or goes the list is asked for again', () => {
  expect(withRules(GROUPS, { ...EVENT, is_display: 0 })).toBeUndefined();
  expect(withRules(GROUPS, { ...EVENT, currency_id: 7 })).toBeUndefined();
});
