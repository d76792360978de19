/** The people who may be a withdrawal's second approver, over the wire. */
import { officeWithdrawalDecide, officeWithdrawalLost } from '@meridian/contract/custody/office';
import type { NetworkId } from '@meridian/core/custody/custody-commands';
import type { UserId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lostWithdrawal } from '../../../test/checklist/items/custody-scene.ts';
import { Scene } from '../../../test/checklist/items/scene.ts';

const COIN = 100_000_000n;
const OUTSIDE = `0x${'42'.repeat(20)}`;
const ERC20 = 2 as NetworkId;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());
beforeEach(async () => {
  await scene.exchange.queries.deleteFrom('operator_invitations').execute();
  await scene.exchange.queries.updateTable('operators').set({ disabled_at: null }).execute();
});

type Approver = 'approver' | 'second approver';

async function idOf(desk: Approver): Promise<bigint> {
  const { id } = await scene.exchange.queries
    .selectFrom('operators')
    .select('id')
    .where('account', '=', `${desk.replace(' ', '-')}@office.example`)
    .executeTakeFirstOrThrow();
  return id;
}

/** One operator invited the other, and has become an approver since. */
async function invited(by: Approver, whom: Approver): Promise<void> {
  await scene.exchange.queries
    .insertInto('operator_invitations')
    .values({
      token_hash: Buffer.from(`${by} ${whom}`),
      operator_id: await idOf(whom),
      invited_by: await idOf(by),
      created_at: new Date(),
      expires_at: new Date(),
      used_at: new Date(),
    })
    .execute();
}

/** A withdrawal that needs two people. */
async function asked(): Promise<number> {
  const customer = await scene.newcomer();
  await customer.fund();
  const { outcome } = await scene.exchange.submit({
    kind: 'custody.withdraw',
    user: customer.user as UserId,
    network: ERC20,
    amount: (10n * COIN) as Amount,
    address: OUTSIDE,
    recipient: 0 as UserId,
    dayLimit: (1_000_000n * COIN) as Amount,
    approvals: 2,
  });
  if (!outcome.ok || outcome.id === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.id;
}

const approve = (desk: Approver, id: number) =>
  scene.operator(desk).send(officeWithdrawalDecide, { id, approved: '1' });
const statusOf = async (id: number): Promise<string | undefined> =>
  scene.exchange.engine.exchange
    .snapshot()
    .custody.withdrawals.find((withdrawal) => withdrawal.id === id)?.status;

it('two approvers who did not let each other in let it go', async () => {
  const id = await asked();
  expect((await approve('approver', id)).body.type).toBe('ok');
  expect(await statusOf(id)).toBe('requested');
  expect((await approve('second approver', id)).body.type).toBe('ok');
  expect(await statusOf(id)).not.toBe('requested');
});

it.each([
  ['approver', 'second approver'],
  ['second approver', 'approver'],
] as const)('%s let %s in, and they are not two, in either order', async (maker, puppet) => {
  await invited(maker, puppet);
  for (const [first, second] of [
    [maker, puppet],
    [puppet, maker],
  ] as const) {
    const id = await asked();
    expect((await approve(first, id)).body.type).toBe('ok');
    expect((await approve(second, id)).body.code).toBe('own_account');
    expect(await statusOf(id)).toBe('requested');
  }
});

it('an approval of somebody who has left since counts for nothing', async () => {
  const id = await asked();
  await approve('approver', id);
  await scene.exchange.queries
    .updateTable('operators')
    .set({ disabled_at: new Date() })
    .where('id', '=', await idOf('approver'))
    .execute();
  expect((await approve('second approver', id)).body.code).toBe('proposal_outdated');
  expect(await statusOf(id)).toBe('requested');
});

it('a lost withdrawal is given back by two who did not let each other in', async () => {
  const give = async (desk: Approver, id: string) =>
    (
      await scene
        .operator(desk)
        .send(officeWithdrawalLost, { id, hash: '0xother', reason: 'Replaced' })
    ).body;
  const id = await lostWithdrawal(scene);
  await invited('approver', 'second approver');
  expect(await give('approver', id)).toMatchObject({ type: 'ok' });
  expect(await give('second approver', id)).toMatchObject({ code: 'own_account' });
});
