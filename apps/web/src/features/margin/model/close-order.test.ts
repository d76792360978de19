import { expect, test } from 'vitest';
import { closeOrdersOf, revocationOf } from './close-order.ts';
import type { Position } from './position.ts';

const OPEN = {
  ...{ id: 7, side: 'long', list: 'holding', lots: 10, quantity: '0.01', margin: '60.5' },
  ...{ orderPrice: '60000', openedAt: '2026-11-30 08:00:00' },
} as Position;

test('a close that waits for its price is an open order of its lots at its price', () => {
  const waiting: Position = { ...OPEN, limitClose: { lots: 4, price: '61000' } };
  const [order, ...more] = closeOrdersOf([OPEN, waiting]);
  expect(more).toEqual([]);
  expect(order).toMatchObject({
    ...{ id: 7, side: 'long', list: 'entrusted', lots: 4, quantity: '0.004' },
    ...{ orderPrice: '61000', openedAt: '', closes: waiting },
  });
  expect(order?.limitClose).toBeUndefined();
});

test('a close at another price is cancelled as another one, from its row as from its position', () => {
  const at = (price: string): Position => ({ ...OPEN, limitClose: { lots: 4, price } });
  const ofRows = closeOrdersOf([at('61000'), at('62000')]).map(revocationOf);
  expect(ofRows).toEqual([revocationOf(at('61000')), revocationOf(at('62000'))]);
  expect(ofRows[0]).not.toEqual(ofRows[1]);
  expect(revocationOf(OPEN)).toEqual({ input: { id: 7 }, meaning: {} });
  expect(revocationOf(at('61000')).meaning.about).toEqual({ closeOf: 7, price: '61000' });
});
