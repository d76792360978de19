/** Fee and recipient of a withdrawal to another customer, as its owner may read them. */
import { randomUUID } from 'node:crypto';
import { cancelWithdrawal, withdrawals } from '@meridian/contract/custody/calls';
import { dataExport, dataExportPart } from '@meridian/contract/personal/calls';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Scene } from '../../../test/checklist/items/scene.ts';

const COIN = 100_000_000n;
/** An address of no user, and one of another customer. */
const OUTSIDE = '0x4242';
const CUSTOMERS = '0x2424';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

test('a withdrawal to another customer looks like any other until it is paid', async () => {
  const { engine, live, queries } = scene.exchange;
  const [owner, other] = [await scene.newcomer(), await scene.newcomer()];
  await owner.fund();
  const network = live.custody.networks().find(({ name }) => name === 'erc20');
  if (network === undefined) throw new Error('no network');
  const amount = (100n * COIN) as Amount;
  /**
   * A withdrawal, confirmed and requested, that an operator has to approve.
   * @returns its id
   */
  const ask = async (address: string, recipient: number): Promise<number> => {
    const confirmation = {
      ...{ id: randomUUID(), ticket_hash: Buffer.from(randomUUID()), session_id: randomUUID() },
      ...{ user_id: BigInt(owner.user), currency: network.currency, network: network.id },
      ...{ amount, address, fee: network.fee, receiver: null, withdrawal: null, refusal: null },
      ...{ created_at: new Date(), expires_at: new Date(), proven_at: new Date() },
      idempotency_key: null,
    };
    await queries.insertInto('withdrawal_confirmations').values(confirmation).execute();
    const { outcome } = await engine.submit({
      ...{ kind: 'custody.withdraw', user: owner.user, network: network.id, amount, address },
      ...{ recipient, dayLimit: (1_000_000n * COIN) as Amount, approvals: 1 },
    });
    if (!outcome.ok || outcome.id === undefined) throw new Error('the withdrawal was refused');
    const confirmed = { withdrawal: BigInt(outcome.id), fee: network.fee };
    await queries.insertInto('confirmed_fees').values(confirmed).execute();
    return outcome.id;
  };
  /**
   * The texts of the list, the data export and the messages on the last two withdrawals, newest
   * first.
   */
  const both = async () => {
    const { list } = await owner.ask(withdrawals, {});
    const { head, rows } = await owner.ask(dataExportPart, { part: 'withdrawals' });
    const [fee = -1, recipient = -1] = ['fee', 'recipient'].map((name) => head.indexOf(name));
    const told = await queries
      .selectFrom('notifications')
      .select(['kind', 'facts'])
      .where('user_id', '=', BigInt(owner.user))
      .where('kind', 'in', ['withdrawal_review', 'withdrawal_cancelled', 'withdrawal_in_site'])
      .orderBy('id', 'desc')
      .execute();
    return [
      list.slice(0, 2).map((row) => [row.status, row.fee, row.received]),
      rows.slice(-2).map((row) => [row[fee], row[recipient]]),
      told.slice(0, 2).map(({ kind, facts }) => [kind, facts.amount]),
    ];
  };
  const twice = <T>(value: T): T[] => [value, value];
  const review = ['withdrawal_review', String(97n * COIN)];
  const asked = [await ask(OUTSIDE, 0), await ask(CUSTOMERS, other.user)];
  await owner.ask(dataExport, {});
  // A later change of the fee does not affect them.
  await engine.submit({
    kind: 'custody.network',
    network: { ...network, fee: (2n * network.fee) as Amount },
  });
  expect(await both()).toEqual([twice(['applying', '3', '97']), twice(['3', '0']), twice(review)]);
  for (const id of asked) await owner.ask(cancelWithdrawal, { id });
  const cancelled = ['withdrawal_cancelled', String(97n * COIN)];
  expect(await both()).toEqual([
    twice(['cancelled', '3', '97']),
    twice(['3', '0']),
    twice(cancelled),
  ]);
  const paid = await ask(CUSTOMERS, other.user);
  await engine.submit({ kind: 'custody.approve', withdrawal: paid, operator: 1 });
  const [[listed] = [], exported = [], [told] = []] = await both();
  expect([listed, exported.at(-1), told]).toEqual([
    ['in_site', '0', '100'],
    ['0', String(other.user)],
    ['withdrawal_in_site', String(100n * COIN)],
  ]);
});
