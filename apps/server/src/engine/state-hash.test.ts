import { Exchange } from '@meridian/core/exchange';
import type { Amount } from '@meridian/money/amount';
import { expect, it } from 'vitest';
import { encodeSnapshot, hashState } from './state-hash.ts';

it('writes a snapshot in turns as it would at once, with the same hash', async () => {
  const exchange = new Exchange();
  exchange.apply({ kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } }, 1000);
  for (let user = 100_000; user < 125_000; user++) {
    exchange.apply({ kind: 'ledger.deposit', user, wallet: 'spot', currency: 3, amount: 5n as Amount, reference: 'test', key: `key-${user}` }, 1000 + user);
  }
  for (const snapshot of [new Exchange().snapshot(), exchange.snapshot()]) {
    const { body, stateHash } = await encodeSnapshot(snapshot);
    expect(JSON.parse(body)).toEqual(snapshot);
    expect(stateHash).toEqual(hashState(snapshot));
    expect(hashState(JSON.parse(body) as typeof snapshot)).toEqual(stateHash);
  }
});
