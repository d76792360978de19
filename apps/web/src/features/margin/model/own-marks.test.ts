import { expect, test } from 'vitest';
import { fillsOf, marksOf, movedStop } from './own-marks.ts';
import type { Position } from './position.ts';

const LONG = {
  id: 7,
  side: 'long',
  quantity: '0.021',
  orderPrice: '60000',
  entryPrice: '60012',
  indexPrice: '61000',
  liquidationPrice: '54300.5',
  takeProfit: '65000',
  stopLoss: '58000',
  limitClose: { lots: 10, price: '64000' },
  openedAt: '2026-11-29 08:00:00',
  endedAt: '2026-11-29 09:30:00',
} as Position;
const BARE = {
  ...LONG,
  id: 8,
  side: 'short',
  liquidationPrice: '',
  takeProfit: '0',
  stopLoss: '0',
  limitClose: undefined,
} as Position;
const write = (quantity: string): string => `${quantity} BTC`;

test('a position marks its entry, its ends and its waiting close', () => {
  const shown = marksOf({ positions: [LONG, BARE], orders: [] }, write);
  expect(shown.map(({ kind, side, price, quantity }) => [kind, side, price, quantity])).toEqual([
    ['entry', 'buy', '60012', '0.021 BTC'],
    ['liquidation', 'buy', '54300.5', ''],
    ['takeProfit', 'buy', '65000', ''],
    ['stop', 'buy', '58000', ''],
    ['order', 'sell', '64000', ''],
    ['entry', 'sell', '60012', '0.021 BTC'],
  ]);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
});

test('a stop that is moved is that of its position, at the new price', () => {
  const shown = marksOf({ positions: [LONG], orders: [] }, write);
  const moved = (kind: string) =>
    movedStop([BARE, LONG], shown.find((mark) => mark.kind === kind)?.id ?? '', '66000');
  expect(moved('takeProfit')).toEqual({ position: LONG, stops: { takeProfit: '66000' } });
  expect(moved('stop')).toEqual({ position: LONG, stops: { stopLoss: '66000' } });
  expect(moved('order')).toBeUndefined();
});

test('an order marks its price, and one at the market none', () => {
  const shown = marksOf({ positions: [], orders: [LONG, { ...BARE, orderPrice: '0' }] }, write);
  expect(shown).toEqual([
    { id: '7-order', kind: 'order', side: 'buy', price: '60000', quantity: '0.021 BTC' },
  ]);
});

test('fills are where positions were opened and closed', () => {
  const at = (time: string): number => Date.parse(`2026-11-29T${time}Z`);
  expect(fillsOf([LONG], [BARE])).toEqual([
    { id: '7-open', timeMs: at('00:00:00'), price: '60012', side: 'buy' },
    { id: '8-open', timeMs: at('00:00:00'), price: '60012', side: 'sell' },
    { id: '8-close', timeMs: at('01:30:00'), price: '61000', side: 'buy' },
  ]);
  expect(fillsOf([{ ...LONG, openedAt: '' }], [])).toEqual([]);
});
