import { expect, test } from 'vitest';
import { LiveTransfers } from './live.ts';

test('knows what a snapshot had, and what was made after it', () => {
  const transfers = new LiveTransfers();
  transfers.load({
    transfers: {
      prize: [
        [1, 3],
        [7, 7],
      ],
    },
  });
  transfers.fold({ type: 'transferMade', kind: 'prize', number: 5 });
  transfers.fold({ type: 'transferMade', kind: 'deal', number: 1 });
  const made = [1, 2, 3, 4, 5, 6, 7, 8].filter((number) =>
    transfers.has({ kind: 'prize', number }),
  );
  expect(made).toEqual([1, 2, 3, 5, 7]);
  expect([
    transfers.has({ kind: 'deal', number: 1 }),
    transfers.has({ kind: 'cost', number: 1 }),
  ]).toEqual([true, false]);
  transfers.load({ transfers: {} });
  expect(transfers.has({ kind: 'prize', number: 1 })).toBe(false);
});
