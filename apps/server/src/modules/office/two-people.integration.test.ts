/**
 * One owner's attempts to pass two operators, step by step, over the wire: each step waits for
 * another operator.
 */
import { userInfo } from '@meridian/contract/account/calls';
import { officeAdjustmentDecide, officeAdjustmentPropose } from '@meridian/contract/wallet/office';
import { officeAudit } from '@meridian/contract/office/calls';
import { officeSettings, officeSettingSave } from '@meridian/contract/site/office';
import { officeUser, officeUserFreeze } from '@meridian/contract/account/office';
import {
  officeContestPay,
  officeContests,
  officeContestSave,
} from '@meridian/contract/contest/office';
import { officeMarginTerms, officeMarginTermsSave } from '@meridian/contract/margin/office';
import {
  officeColdMove,
  officePause,
  officeReserves,
  officeWithdrawalDecide,
} from '@meridian/contract/custody/office';
import { officeOperators, officeOperatorSave } from '@meridian/contract/office/operators';
import { officeProposalDecide, officeProposals } from '@meridian/contract/office/proposals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BY_OPERATOR, freezeAccount } from '../account/freeze.ts';
import { Scene } from '../../../test/checklist/items/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

const owner = () => scene.operator('owner');

/**
 * Checks that the call waits, and that its proposer cannot approve it.
 * @returns the proposal
 */
async function waits(
  answer: Awaited<ReturnType<ReturnType<typeof owner>['send']>>,
  by: 'owner' | 'compliance' = 'owner',
): Promise<number> {
  expect(answer.body, answer.text).toMatchObject({
    type: 'ok',
    message: { proposal: expect.any(Number) as number },
  });
  const { proposal } = answer.body.message as { proposal: number };
  for (const desk of ['owner', 'second owner', 'finance', 'compliance'] as const)
    expect(
      await scene.operator(desk).refused(officeProposalDecide, { id: proposal, approved: '1' }),
      desk,
    ).toBe('permission_denied');
  expect((await scene.operator(by).ask(officeProposals, { id: proposal })).list[0]).toMatchObject({
    state: 'waiting',
    is_own: true,
    deciders: ['approver@office.example', 'second-approver@office.example'],
  });
  return proposal;
}

it('operator 04: a payment to a friend is approved by no owner, the first or a second', async () => {
  const friend = await scene.newcomer();
  const { id } = await owner().ask(officeAdjustmentPropose, {
    user: friend.user,
    wallet: 'spot',
    currency: 3,
    amount: '50000',
    reason: 'A refund',
  });
  for (const desk of ['owner', 'second owner', 'finance'] as const)
    expect(await scene.operator(desk).refused(officeAdjustmentDecide, { id, approved: '1' })).toBe(
      'permission_denied',
    );
  expect(scene.exchange.live.balances(friend.user as never)).toEqual([]);
});

it('a second operator is made by two, and an operator gets a role or is let in again by two', async () => {
  const before = await owner().ask(officeOperators, {});
  await waits(
    await owner().send(officeOperatorSave, {
      account: 'puppet@office.example',
      name: 'Puppet',
      role: 'approver',
    }),
  );
  const { id = 0, name = '' } =
    before.find(({ account }) => account === 'content@office.example') ?? {};
  await waits(await owner().send(officeOperatorSave, { id, name, role: 'approver' }));
  expect(await owner().ask(officeOperators, {})).toEqual(before);
  expect(
    (await owner().send(officeOperatorSave, { id, name, role: 'content', disabled: '1' })).body,
  ).toMatchObject({ message: 'Done.' });
  await waits(await owner().send(officeOperatorSave, { id, name, role: 'content', disabled: '0' }));
  expect((await owner().ask(officeOperators, {})).find((row) => row.id === id)).toMatchObject({
    is_disabled: true,
  });
});

it('the limits of a level stay, and no owner approves a withdrawal', async () => {
  const before = await owner().ask(officeSettings, {});
  await waits(await owner().send(officeSettingSave, { key: 'daily_limit_1', value: '100000000' }));
  expect(await owner().ask(officeSettings, {})).toEqual(before);
  expect(await owner().refused(officeWithdrawalDecide, { id: 1, approved: '1' })).toBe(
    'permission_denied',
  );
});

it('a contest with prizes is announced by no owner alone, and paid by none', async () => {
  const start_ms = scene.exchange.engine.timeMs + 3_600_000;
  const words = { name: 'Mine', start_ms, end_ms: start_ms + 3_600_000, start_balance: '10000' };
  await waits(await owner().send(officeContestSave, { ...words, prizes: '1-1:1000000' }));
  expect((await owner().ask(officeContests, {})).total).toBe(0);
  // A contest without prizes needs no approval, but prizes cannot be added to it later.
  const { id } = await owner().ask(officeContestSave, words);
  await waits(await owner().send(officeContestSave, { ...words, id, prizes: '1-1:1000000' }));
  expect((await owner().ask(officeContests, {})).list).toMatchObject([{ id, prizes: '' }]);
  expect(await owner().refused(officeContestPay, { id })).toBe('permission_denied');
});

it('cold storage is no word of one person, and a pause is lifted by two', async () => {
  const cold = async () =>
    (await owner().ask(officeReserves, {})).assets
      .map(({ currency_name, cold: there }) => `${currency_name} ${there}`)
      .sort();
  const before = await cold();
  await waits(
    await owner().send(officeColdMove, {
      network: 'erc20',
      amount: '5000000',
      direction: 'to_cold',
      hash: 'never was',
      height: 1,
    }),
  );
  expect(await cold()).toEqual(before);
  expect(
    (await owner().send(officePause, { currency: 0, paused: '1', reason: 'Looking' })).body,
  ).toMatchObject({ type: 'ok', message: 'Done.' });
  await waits(await owner().send(officePause, { currency: 0, paused: '0', reason: 'Looked' }));
  expect((await owner().ask(officeReserves, {})).is_all_paused).toBe(true);
});

it('an account is frozen by one at once, and opened again by two', async () => {
  const { queries } = scene.exchange;
  const customer = await scene.newcomer();
  const isFrozen = async () => [
    (await owner().ask(officeUser, { id: customer.user })).is_frozen,
    scene.exchange.live.custody.restraint(customer.user).isFrozen,
  ];
  const thaw = { id: customer.user, frozen: '0', reason: 'A friend asked' } as const;
  expect(await owner().refused(officeUserFreeze, thaw)).toBe('account_not_frozen');
  expect(await customer.refused(userInfo, {}), 'nobody ended its sessions').toBe('accepted');
  expect(
    (await owner().send(officeUserFreeze, { ...thaw, frozen: '1', reason: 'Stolen' })).body,
  ).toMatchObject({ type: 'ok', message: 'Done.' });
  expect(await isFrozen()).toEqual([true, true]);
  await waits(await scene.operator('compliance').send(officeUserFreeze, thaw), 'compliance');
  await waits(await owner().send(officeUserFreeze, thaw));
  expect(await isFrozen()).toEqual([true, true]);
  // An operator cannot approve for their own account either.
  await queries
    .updateTable('users')
    .set({ email: 'approver@office.example' })
    .where('id', '=', BigInt(customer.user))
    .execute();
  const [waiting] = (await owner().ask(officeProposals, { state: 'waiting' })).list;
  // The customer's page asks for the customer's proposals.
  const proposalsOf = async (subject: string) =>
    (await owner().ask(officeProposals, { state: 'waiting', subject })).list.map(({ id }) => id);
  expect(await proposalsOf(`user ${customer.user}`)).toContain(waiting?.id);
  expect(await proposalsOf(`user ${customer.user + 1}`)).toEqual([]);
  // The decider reads which customer is thawed.
  const named = { user: customer.user, account: customer.account };
  expect(waiting).toMatchObject({
    action: 'user.unfreeze',
    subject: `user ${customer.user}`,
    ...named,
  });
  const log = (await owner().ask(officeAudit, {})).list;
  expect(log.find(({ action }) => action === 'proposal.make')).toMatchObject(named);
  expect(log.find(({ action }) => action === 'user.freeze')).toMatchObject(named);
  expect(
    await scene
      .operator('approver')
      .refused(officeProposalDecide, { id: waiting?.id ?? 0, approved: '1' }),
  ).toBe('own_account');
  await scene
    .operator('second approver')
    .ask(officeProposalDecide, { id: waiting?.id ?? 0, approved: '1' });
  expect(await isFrozen()).toEqual([false, false]);
  // A proposal for the first freeze does not end the second.
  await owner().ask(officeUserFreeze, { ...thaw, frozen: '1', reason: 'Stolen again' });
  const [older] = (await owner().ask(officeProposals, { state: 'waiting' })).list;
  expect(older).toMatchObject({ action: 'user.unfreeze', subject: `user ${customer.user}` });
  expect(
    await scene
      .operator('second approver')
      .refused(officeProposalDecide, { id: older?.id ?? 0, approved: '1' }),
  ).toBe('proposal_outdated');
  expect(await isFrozen()).toEqual([true, true]);
});

it('a freeze while a thaw waits is not ended by that thaw', async () => {
  const customer = await scene.newcomer();
  const freezeOf = { id: customer.user, frozen: '1', reason: 'Stolen' } as const;
  const ownersLink = () =>
    freezeAccount(scene.exchange, customer.user, BY_OPERATOR, () => Promise.resolve());
  await owner().ask(officeUserFreeze, freezeOf);
  for (const again of [() => owner().ask(officeUserFreeze, freezeOf), ownersLink]) {
    const id = await waits(await owner().send(officeUserFreeze, { ...freezeOf, frozen: '0' }));
    await again();
    expect(
      await scene.operator('second approver').refused(officeProposalDecide, { id, approved: '1' }),
    ).toBe('proposal_outdated');
    expect((await owner().ask(officeUser, { id: customer.user })).is_frozen).toBe(true);
  }
});

it('terms that close close at once, and open with two', async () => {
  const [terms] = (await owner().ask(officeMarginTerms, {})).filter(({ is_open }) => is_open);
  if (terms === undefined) throw new Error('nothing is offered');
  const {
    is_open: _open,
    is_offered: _offered,
    symbol: _symbol,
    base_name: _base,
    quote_name: _quote,
    leverages,
    ...rest
  } = terms;
  const form = { ...rest, leverages: leverages.join(',') };
  const isOpen = async () =>
    (await owner().ask(officeMarginTerms, {})).find(({ id }) => id === terms.id)?.is_open;
  await waits(await owner().send(officeMarginTermsSave, { ...form, open: '0', leverages: '1000' }));
  expect(await isOpen()).toBe(true);
  expect((await owner().send(officeMarginTermsSave, { ...form, open: '0' })).body).toMatchObject({
    message: 'Done.',
  });
  expect(await isOpen()).toBe(false);
  await waits(await owner().send(officeMarginTermsSave, { ...form, open: '1' }));
  expect(await isOpen()).toBe(false);
});
