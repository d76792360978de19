import { canonicalSnapshot, Exchange } from '@meridian/core/exchange';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { Amount } from '@meridian/money/amount';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeSnapshot, encodeSnapshot, hashState } from './snapshot-codec.ts';

function exchangeOf(users: number): Exchange {
  const exchange = new Exchange();
  exchange.apply({ kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } }, 1000);
  for (let user = 100_000; user < 100_000 + users; user++) {
    exchange.apply(
      {
        kind: 'ledger.deposit',
        user,
        wallet: 'spot',
        currency: 3,
        amount: 5n as Amount,
        reference: 'test',
        key: `key-${user}`,
      },
      1000 + user,
    );
  }
  return exchange;
}

function withTimeFirst({ seq, timeMs, ...state }: ExchangeSnapshot): object {
  return { seq, timeMs, ...state };
}

describe('a snapshot', () => {
  it.each([0, 1, 25_000])(
    'of %i customers is written in lines, and read as it was',
    async (users) => {
      const snapshot = exchangeOf(users).snapshot();
      const { body, stateHash } = await encodeSnapshot(snapshot);
      expect(JSON.stringify(decodeSnapshot(body))).toBe(JSON.stringify(withTimeFirst(snapshot)));
      expect(stateHash).toEqual(hashState(snapshot));
      expect(hashState(decodeSnapshot(body))).toEqual(stateHash);
      expect(stateHash).toEqual(createHash('sha256').update(canonicalSnapshot(snapshot)).digest());
    },
  );

  it('as it was written until format 3 is read too', () => {
    const { format: _format, rules: _rules, ...rest } = exchangeOf(3).snapshot();
    const older = { format: 3, ...rest };
    expect(decodeSnapshot([JSON.stringify(older)])).toEqual(older);
  });

  it('has a place for what is empty and none for what is undefined', async () => {
    const snapshot = {
      seq: 1,
      timeMs: 2,
      format: 4,
      a: {},
      b: [],
      c: { d: {}, e: undefined, f: [], g: null },
      h: undefined,
    } as unknown as ExchangeSnapshot;
    const { body, stateHash } = await encodeSnapshot(snapshot);
    expect(JSON.stringify(decodeSnapshot(body))).toBe(JSON.stringify(snapshot));
    expect(stateHash).toEqual(
      createHash('sha256')
        .update('{"format":4,"a":{},"b":[],"c":{"d":{},"f":[],"g":null}}')
        .digest(),
    );
  });
});
