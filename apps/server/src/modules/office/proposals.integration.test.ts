import { dashboard, officeAudit } from '@meridian/contract/office/calls';
import { officeSettings, officeSettingSave } from '@meridian/contract/site/office';
import {
  officeProposalDecide,
  officeProposals,
  officeProposalTakeBack,
} from '@meridian/contract/office/proposals';
import type { Role } from '@meridian/contract/office/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestExchange } from '../../../test/test-exchange.ts';
import { PROPOSAL_LIFE_MS } from './proposals.ts';
import { TestOffice } from '../../../test/people/operators.ts';

let exchange: TestExchange;
let office: TestOffice<Role | 'second approver'>;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open<'second approver'>(exchange);
  await office.add('second approver', 'approver');
});
beforeEach(async () => {
  await exchange.queries.deleteFrom('proposals').execute();
  await exchange.queries.deleteFrom('site_settings').execute();
});
afterAll(() => exchange.close());

const LIMIT = { key: 'daily_limit_1', value: '100000000', reason: 'A busy day' } as const;

async function limit(): Promise<string | undefined> {
  return (await office.as('owner', officeSettings, {})).find(({ key }) => key === 'daily_limit_1')
    ?.value;
}

async function stateOf(id: number): Promise<string | undefined> {
  return (await office.as('owner', officeProposals, { id })).list[0]?.state;
}

describe('a proposal', () => {
  it('changes nothing until another operator agrees, and then is in the log under both names', async () => {
    const id = await office.proposed('owner', officeSettingSave, LIMIT);
    expect(await limit()).toBe('2000');
    expect((await office.as('owner', dashboard, {})).proposal_queue).toBe(1);
    const [shown] = (await office.as('owner', officeProposals, {})).list;
    expect(shown).toMatchObject({
      id,
      call: 'setting_save',
      action: 'setting.save',
      subject: 'setting daily_limit_1',
      before: '"2000"',
      after: '"100000000"',
      reason: 'A busy day',
      state: 'waiting',
      proposed_by: 'owner@office.example',
      is_own: true,
    });
    expect(shown?.deciders).toEqual(['approver@office.example', 'second-approver@office.example']);

    expect(await office.as('approver', officeProposalDecide, { id, approved: '1' })).toEqual({
      answer: '"Done."',
    });
    expect(await limit()).toBe('100000000');
    expect((await office.as('owner', officeProposals, { id })).list[0]).toMatchObject({
      state: 'approved',
      decided_by: 'approver@office.example',
      deciders: [],
    });
    const { list } = await office.as('auditor', officeAudit, {});
    const made = list.find(({ action }) => action === 'proposal.make');
    expect(made).toMatchObject({ operator: 'owner@office.example', subject: `proposal ${id}` });
    expect(list.find(({ action }) => action === 'proposal.approve')).toMatchObject({
      operator: 'approver@office.example',
      subject: `proposal ${id}`,
    });
    expect(list.find(({ action }) => action === 'setting.save')).toMatchObject({
      operator: 'approver@office.example',
      before: '"2000"',
      after: JSON.stringify({
        value: '100000000',
        proposal: id,
        proposed_by: 'owner@office.example',
      }),
    });
  });

  it('is checked when it is made, and says why', async () => {
    expect((await office.send('owner', officeSettingSave, { ...LIMIT, value: '-1' })).code).toBe(
      'number_not_positive',
    );
    for (const reason of ['', '  '])
      expect((await office.send('owner', officeSettingSave, { ...LIMIT, reason })).code).toBe(
        'proposal_reason_missing',
      );
    expect((await office.as('owner', officeProposals, {})).total).toBe(0);
  });

  it('is decided by nobody without the permission, and by nobody who made it', async () => {
    const id = await office.proposed('owner', officeSettingSave, LIMIT);
    for (const role of ['owner', 'finance', 'compliance', 'support', 'content', 'auditor'] as const)
      expect(
        (await office.send(role, officeProposalDecide, { id, approved: '1' })).code,
        role,
      ).toBe('permission_denied');
    // The proposer has another role since.
    await exchange.queries
      .updateTable('operators')
      .set({ role: 'approver' })
      .where('account', '=', 'owner@office.example')
      .execute();
    for (const approved of ['0', '1'])
      expect(
        (await office.send('owner', officeProposalDecide, { id, approved, reason: 'x' })).code,
      ).toBe('own_account');
    // The proposer may no longer propose it, so it can no longer be approved.
    expect((await office.send('approver', officeProposalDecide, { id, approved: '1' })).code).toBe(
      'proposal_outdated',
    );
    await exchange.queries
      .updateTable('operators')
      .set({ role: 'owner' })
      .where('account', '=', 'owner@office.example')
      .execute();
    expect(await limit()).toBe('2000');
  });

  it('of an operator who was disabled does not happen', async () => {
    const id = await office.proposed('owner', officeSettingSave, LIMIT);
    await exchange.queries
      .updateTable('operators')
      .set({ disabled_at: new Date() })
      .where('account', '=', 'owner@office.example')
      .execute();
    expect((await office.send('approver', officeProposalDecide, { id, approved: '1' })).code).toBe(
      'proposal_outdated',
    );
    await exchange.queries
      .updateTable('operators')
      .set({ disabled_at: null })
      .where('account', '=', 'owner@office.example')
      .execute();
    expect(await limit()).toBe('2000');
  });

  it('operator 05: does not happen when what it changes has changed meanwhile', async () => {
    const [first, second] = [
      await office.proposed('owner', officeSettingSave, LIMIT),
      await office.proposed('owner', officeSettingSave, { ...LIMIT, value: '5000' }),
    ];
    await office.as('approver', officeProposalDecide, { id: second, approved: '1' });
    expect(
      await office.refused('approver', officeProposalDecide, { id: first, approved: '1' }),
    ).toBe('proposal_outdated');
    expect([await limit(), await stateOf(first)]).toEqual(['5000', 'failed']);
    // It stays so when the value that it was made for is back.
    const back = await office.proposed('owner', officeSettingSave, LIMIT);
    await office.as('approver', officeProposalDecide, { id: back, approved: '1' });
    expect(
      await office.refused('approver', officeProposalDecide, { id: first, approved: '1' }),
    ).toBe('proposal_not_found');
  });

  it('happens once, however many agree at once', async () => {
    const id = await office.proposed('owner', officeSettingSave, LIMIT);
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_none, index) =>
        office.refused(index % 2 === 0 ? 'approver' : 'second approver', officeProposalDecide, {
          id,
          approved: '1',
        }),
      ),
    );
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    const { list } = await office.as('auditor', officeAudit, { q: `proposal ${id}` });
    expect(list.filter(({ action }) => action === 'proposal.approve')).toHaveLength(1);
  });

  it('is rejected with a reason, and is over then', async () => {
    const id = await office.proposed('owner', officeSettingSave, LIMIT);
    expect(await office.refused('approver', officeProposalDecide, { id, approved: '0' })).toBe(
      'field_missing',
    );
    await office.as('approver', officeProposalDecide, { id, approved: '0', reason: 'Too much' });
    expect((await office.as('owner', officeProposals, { id })).list[0]).toMatchObject({
      state: 'rejected',
      decision_reason: 'Too much',
    });
    for (const approved of ['0', '1'] as const)
      expect(
        await office.refused('second approver', officeProposalDecide, {
          id,
          approved,
          reason: 'x',
        }),
      ).toBe('proposal_not_found');
    expect(await limit()).toBe('2000');
  });

  it('is taken back by who made it, and by nobody else', async () => {
    const id = await office.proposed('owner', officeSettingSave, LIMIT);
    expect(await office.refused('approver', officeProposalTakeBack, { id })).toBe(
      'proposal_not_found',
    );
    await office.as('owner', officeProposalTakeBack, { id });
    expect(await stateOf(id)).toBe('taken_back');
    expect(await office.refused('approver', officeProposalDecide, { id, approved: '1' })).toBe(
      'proposal_not_found',
    );
  });

  it('lapses after three days', async () => {
    const id = await office.proposed('owner', officeSettingSave, LIMIT);
    await exchange.queries
      .updateTable('proposals')
      .set({ proposed_at: new Date(Date.now() - PROPOSAL_LIFE_MS) })
      .execute();
    expect(await stateOf(id)).toBe('lapsed');
    expect((await office.as('owner', officeProposals, { state: 'waiting' })).total).toBe(0);
    expect((await office.as('owner', officeProposals, { state: 'lapsed' })).total).toBe(1);
    expect(await office.refused('approver', officeProposalDecide, { id, approved: '1' })).toBe(
      'proposal_lapsed',
    );
    expect(await limit()).toBe('2000');
  });
});
