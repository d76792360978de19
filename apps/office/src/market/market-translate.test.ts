import type { Output } from '@meridian/contract/client/named-calls';
import { officeMarketAdd, officeMarketSave } from '@meridian/contract/market/office';
import { expect, test } from 'vitest';
import { marketOf, rulesOf } from './market-translate.ts';

const ROW: Output<'GET /office/api/markets'>[number] = {
  id: 1,
  symbol: 'BTC/USDT',
  base: 1,
  quote: 3,
  tick_size: '0.01',
  lot_size: '0.001',
  maker_fee_bps: 8,
  taker_fee_bps: 10,
  min_total: '1',
  max_quantity: '1000',
  max_open_orders: 200,
  band_bps: 2000,
  slippage_bps: 500,
  status: 'open',
  is_display: 1,
  open_microtrade: 0,
};

test('a form sends the rules of its market, and nothing that cannot be changed', () => {
  const rules = rulesOf(marketOf(ROW));
  expect(rules).toMatchObject({ maker_fee_bps: 8, is_display: '1', open_microtrade: '0' });
  const taken = Object.keys(officeMarketSave.input.properties);
  expect([...Object.keys(rules), 'id', 'reason'].sort()).toEqual(taken.sort());
});

test('the form of a new market sends the same rules', () => {
  const { id: _id, symbol: _symbol, ...data } = marketOf(ROW);
  const grid = ['reason', 'base', 'quote', 'tick_size', 'lot_size'];
  expect([...Object.keys(rulesOf(data)), ...grid].sort()).toEqual(
    Object.keys(officeMarketAdd.input.properties).sort(),
  );
});
