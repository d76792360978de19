import { expect, test } from 'vitest';
import type { AccountSlot } from '../ledger/ledger.ts';
import type { MarketId, OrderId, UserId } from '../ids.ts';
import { OrderPool } from './order-pool.ts';
import { Traders } from './traders.ts';

type Column = Float64Array | Int32Array | Uint8Array;

/** The columns of a table in memory, by name. */
function columnsOf(table: object): [string, Column][] {
  return Object.entries(table).filter((entry): entry is [string, Column] =>
    ArrayBuffer.isView(entry[1]),
  );
}

test('orders keep every field when the pool grows', () => {
  const pool = new OrderPool();
  const capacity = pool.id.length;
  for (let order = 1; order <= capacity; order++) pool.take(order as OrderId);
  for (const [, column] of columnsOf(pool)) column.fill(7);
  const before = columnsOf(pool);
  pool.take((capacity + 1) as OrderId);
  const after = new Map(columnsOf(pool));
  expect(before.length).toBeGreaterThan(10);
  for (const [name, column] of before) {
    expect(after.get(name)?.length, name).toBe(2 * capacity);
    expect(after.get(name)?.slice(0, capacity), name).toEqual(column);
  }
});

test('traders keep every field when there are more of them', () => {
  const traders = new Traders();
  const capacity = traders.baseAccount.length;
  const accounts = { base: 7 as AccountSlot, quote: 7 as AccountSlot };
  const add = (user: number) => traders.add(user as UserId, 1 as MarketId, accounts);
  for (let user = 1; user <= capacity; user++) add(user);
  expect(columnsOf(traders).length).toBeGreaterThan(1);
  for (const [, column] of columnsOf(traders)) column.fill(7);
  add(capacity + 1);
  for (const [name, column] of columnsOf(traders)) {
    expect(column.length, name).toBe(2 * capacity);
    expect(column.slice(0, capacity), name).toEqual(new Int32Array(capacity).fill(7));
  }
});
