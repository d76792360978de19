/** The address book, as its owner sees it. */
import { addAddress, addresses } from '@meridian/contract/custody/calls';
import { NEW_ADDRESS_WAIT_MS } from '@meridian/core/custody/custody-commands';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scene } from '../../../test/checklist/items/scene.ts';

const USDT = 3;
/** An address of no user. It has no letters, so its checksum is right. */
const OUTSIDE = `0x${'42'.repeat(20)}`;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

test('an address says that its first payment waits, until one has been there for a day', async () => {
  const { live, engine, queries } = scene.exchange;
  const customer = await scene.newcomer();
  await customer.ask(addAddress, { currency_id: USDT, address: OUTSIDE, type: 'erc20' });
  const network = live.custody.networks().find(({ name }) => name === 'erc20');
  if (network === undefined) throw new Error('no network');
  const firstWaits = async (newAddressWaitMs: number) => {
    await engine.submit({ kind: 'custody.network', network: { ...network, newAddressWaitMs } });
    return (await customer.ask(addresses, {})).map(({ first_waits }) => first_waits);
  };
  // A network may have no wait.
  expect([await firstWaits(0), await firstWaits(NEW_ADDRESS_WAIT_MS)]).toEqual([[0], [1]]);
  const arrived = (ms: number) => ({
    ...{ user_id: BigInt(customer.user), network: network.id, currency: USDT, address: OUTSIDE },
    ...{ amount: 1n, fee: 0n, recipient: 0n, worth: 1n, approvals_needed: 0, approvers: [] },
    ...{ transaction: '0x', requested_ms: 0n, is_reviewed: false, waits_until_ms: 0n },
    ...{ id: BigInt(ms), status: 'settled' as const, ended_ms: BigInt(ms) },
  });
  const { timeMs } = live;
  await queries.insertInto('withdrawals').values(arrived(timeMs)).execute();
  expect(await firstWaits(NEW_ADDRESS_WAIT_MS)).toEqual([1]);
  await queries
    .insertInto('withdrawals')
    .values(arrived(timeMs - NEW_ADDRESS_WAIT_MS))
    .execute();
  expect(await firstWaits(NEW_ADDRESS_WAIT_MS)).toEqual([0]);
});
