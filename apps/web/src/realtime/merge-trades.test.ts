import { expect, test } from 'vitest';
import { mergeTrades } from './merge-trades.ts';

const trade = (id: number) => ({
  id,
  timeMs: id,
  price: '1',
  quantity: '1',
  takerSide: 'buy' as const,
});

test('newest first, each once, the newest 20', () => {
  const known = mergeTrades(
    [],
    Array.from({ length: 15 }, (_, at) => trade(at)),
  );
  const merged = mergeTrades(known, [
    trade(20),
    trade(14),
    trade(19),
    trade(18),
    trade(17),
    trade(16),
    trade(15),
  ]);
  expect(merged.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at));
});
