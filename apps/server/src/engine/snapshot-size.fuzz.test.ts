import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot, hashState } from './snapshot-codec.ts';

/** Characters of the longest string that V8 makes. */
const MAX_STRING = 536_870_888;

it('keeps a state that is longer than any string', async () => {
  const row = { name: 'x'.repeat(6_000) };
  const rows = Array.from({ length: 90_000 }, () => row);
  const snapshot = {
    seq: 1,
    timeMs: 2,
    format: 4,
    rules: 2,
    orders: rows,
  } as unknown as ExchangeSnapshot;
  const { body, stateHash } = await encodeSnapshot(snapshot);
  expect(body.reduce((sum, line) => sum + line.length, 0)).toBeGreaterThan(MAX_STRING);
  expect((decodeSnapshot(body) as unknown as { orders: unknown[] }).orders).toHaveLength(
    rows.length,
  );
  expect(hashState(snapshot)).toEqual(stateHash);
});
