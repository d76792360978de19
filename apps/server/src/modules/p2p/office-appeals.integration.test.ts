import { appealOpen, appealState, ownAppeals } from '@meridian/contract/p2p/appeal-calls';
import { adSend, dealDetail, dealPay, dealTake, ownAds } from '@meridian/contract/p2p/calls';
import { chatSend } from '@meridian/contract/p2p/chat-calls';
import {
  officeP2pAppeal,
  officeP2pAppeals,
  officeP2pRule,
} from '@meridian/contract/p2p/office-appeals';
import { p2pBond, p2pBondPost } from '@meridian/contract/p2p/trader-calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { openP2p, refusalOf, verifiedTraders } from '../../../test/people/p2p-traders.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';

const DAY_MS = 86_400_000;

let exchange: TestExchange;
let office: TestOffice<string>;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await verifiedTraders(exchange, [ALICE, BOB]);
  await exchange.reset();
  office = await TestOffice.open<string>(exchange);
  await office.add('second approver', 'approver');
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  // Numbers of appeals and deals begin anew.
  for (const table of ['p2p_statements', 'p2p_rulings', 'p2p_chat_rows', 'p2p_chats'] as const)
    await exchange.queries.deleteFrom(table).execute();
  await openP2p(exchange, [ALICE, BOB]);
});

/** Alice sells to Bob, who has paid and does not get the coins; or so he says. */
async function appealed(number: string): Promise<{ deal: number; id: number }> {
  const ad = { type: 'sell', currency_id: 3, price: '7.05', total_number: '2000' } as const;
  await exchange.call(adSend, { ...ad, way: 'bank', min_number: '10' }, { user: ALICE });
  const taken = (await exchange.call(ownAds, {}, { user: ALICE })).data[0]?.id ?? 0;
  const { id: deal } = await exchange.call(dealTake, { id: taken, number }, { user: BOB });
  await exchange.call(dealPay, { id: deal }, { user: BOB });
  const said = { reason: 'wrong_amount', statement: 'Half of it has come.' } as const;
  const { id } = await exchange.call(appealOpen, { id: deal, ...said }, { user: ALICE });
  return { deal, id };
}
const answer = (id: number, user = BOB) =>
  exchange.call(appealState, { id, statement: 'I have paid all.' }, { user });

const REASON = 'The bank says half.';
const ruling = (id: number, more: object = {}) => ({
  id,
  to_buyer: '40',
  fault: 'nobody',
  reason: REASON,
  ...more,
});
const refused = (desk: string, id: number, more: object = {}) =>
  office.refused(desk, officeP2pRule, ruling(id, more));

function wallet(user: number): string {
  const { available, held } = exchange.live.balance(user, 'p2p', 3);
  return `${available / 10n ** 8n} ${held / 10n ** 8n}`;
}

describe('an appeal in the office', () => {
  it('waits in the queue, and shows both sides beside each other', async () => {
    const { deal, id } = await appealed('100');
    await exchange.call(
      chatSend,
      { id: deal, client_id: 'a', text: 'Where is the rest?' },
      { user: ALICE },
    );
    const [row] = (await office.as('approver', officeP2pAppeals, { state: 'open' })).list;
    expect(row).toMatchObject({
      id,
      deal,
      by: 'seller',
      reason: 'wrong_amount',
      number: '100',
      money: '705.00',
      can_be_ruled: false,
      needs_two: false,
    });
    await answer(id);
    const shown = await office.as('approver', officeP2pAppeal, { id });
    expect(shown).toMatchObject({
      can_be_ruled: true,
      deal_state: 'paid',
      payee_account: `62220000${ALICE}`,
      sides: {
        buyer: { user: BOB, account: `${BOB}@test`, bond: '0' },
        seller: { user: ALICE, is_merchant: false },
      },
      rulings: [],
    });
    expect(shown.statements.map(({ by, statement }) => [by, statement])).toEqual([
      ['seller', 'Half of it has come.'],
      ['buyer', 'I have paid all.'],
    ]);
    expect(shown.chat.map(({ author, text }) => [author, text])).toEqual([
      ['seller', 'Where is the rest?'],
    ]);
    expect(shown.steps.map(({ cause }) => cause)).toEqual(['opened', 'paid', 'appealed']);
    for (const role of ['finance', 'content'])
      expect(await office.refused(role, officeP2pAppeal, { id })).toBe('permission_denied');
    for (const role of ['support', 'owner', 'compliance', 'finance', 'auditor', 'content'])
      expect(await refused(role, id)).toBe('permission_denied');
    expect(wallet(ALICE)).toBe('4900 100');
  });

  it('is ruled after the answer: the coins are divided, and both sides read why', async () => {
    const { deal, id } = await appealed('100');
    expect(await refused('approver', id)).toBe('appeal_answer_pending');
    await answer(id);
    expect(await refused('approver', id, { to_buyer: '100.1' })).toBe('quantity_invalid');
    expect(await refused('approver', id, { to_buyer: '-1' })).toBe('number_range');
    expect(await refused('approver', id, { bond_cut: '1' })).toBe('input_invalid');
    expect(await refused('approver', id, { reason: ' ' })).toBe('field_missing');
    await office.as('approver', officeP2pRule, { ...ruling(id), fault: 'buyer' });
    expect(wallet(BOB)).toBe('5040 0');
    expect(wallet(ALICE)).toBe('4960 0');
    for (const user of [ALICE, BOB]) {
      const [seen] = (await exchange.call(ownAppeals, { deal_id: deal }, { user })).data;
      expect(seen).toMatchObject({
        state: 'ruled',
        ruling: [
          { to_buyer: '40', to_seller: '60', fault: 'buyer', bond_cut: '0', reason: REASON },
        ],
      });
    }
    expect(await exchange.call(dealDetail, { id: deal }, { user: BOB })).toMatchObject({
      is_sure: 1,
      ended_by: 'ruling',
    });
    // Each has less than it wants, and may appeal once more; nobody may after a second ruling.
    const again = async (user: number) => {
      const seen = await exchange.call(dealDetail, { id: deal }, { user });
      return seen.appeal_until_ms - seen.end_time_ms;
    };
    expect([await again(ALICE), await again(BOB)]).toEqual([7 * DAY_MS, 7 * DAY_MS]);
    const second = { id: deal, reason: 'other', statement: 'I sent all of it.' } as const;
    const { id: next } = await exchange.call(appealOpen, second, { user: BOB });
    await answer(next, ALICE);
    expect(await refused('approver', next, { to_buyer: '0' })).toBe('appeal_same_operator');
    const nothing = { ...ruling(next), to_buyer: '0', fault: 'nobody' } as const;
    await office.as('second approver', officeP2pRule, nothing);
    expect([await again(ALICE), await again(BOB)].every((ms) => ms < 0)).toBe(true);
    expect(await refused('second approver', id)).toBe('appeal_not_found');
    expect((await office.as('approver', officeP2pAppeals, { state: 'ruled' })).total).toBe(2);
    expect((await office.as('approver', officeP2pAppeals, {})).total).toBe(2);
    expect((await office.as('approver', officeP2pAppeals, { state: 'open' })).list).toEqual([]);
    const logged = await exchange.queries
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'p2p.rule')
      .execute();
    expect(logged.length).toBeGreaterThan(0);
  });

  it('of a large deal counts when a second operator rules the same', async () => {
    const { deal, id } = await appealed('1500');
    await answer(id);
    await office.as('approver', officeP2pRule, { ...ruling(id), to_buyer: '500', fault: 'seller' });
    expect(wallet(BOB)).toBe('5000 0');
    const waiting = await office.as('second approver', officeP2pAppeal, { id });
    expect(waiting).toMatchObject({
      needs_two: true,
      waits_for_second: true,
      rulings: [{ to_buyer: '500', fault: 'seller', operator: 'approver@office.example' }],
    });
    // Neither side hears of it yet.
    const [unseen] = (await exchange.call(ownAppeals, { id }, { user: BOB })).data;
    expect(unseen?.ruling).toEqual([]);
    await office.as('approver', officeP2pRule, { ...ruling(id), to_buyer: '500', fault: 'seller' });
    expect(wallet(BOB)).toBe('5000 0');
    // Nor does the same ruling again change the reason that the second operator has read.
    const reworded = { ...ruling(id), to_buyer: '500', fault: 'seller', reason: 'No.' } as const;
    await office.as('approver', officeP2pRule, reworded);
    // A ruling that the core refuses changes no stored reason, and leaves none of its own.
    const refusedOne = { to_buyer: '1501', fault: 'seller', reason: 'Another one.' };
    expect(await refused('approver', id, refusedOne)).toBe('quantity_invalid');
    const kept = await exchange.queries.selectFrom('p2p_rulings').select('reason').execute();
    expect(kept.map(({ reason }) => reason)).toEqual([REASON]);
    const second = { ...ruling(id), to_buyer: '500', fault: 'seller' } as const;
    await office.as('second approver', officeP2pRule, { ...second, reason: 'So do I.' });
    expect(wallet(BOB)).toBe('5500 0');
    expect(wallet(ALICE)).toBe('4500 0');
    const ended = await office.as('approver', officeP2pAppeal, { id });
    expect(ended.rulings.map(({ operator, reason }) => [operator, reason])).toEqual([
      ['approver@office.example', REASON],
      ['second-approver@office.example', 'So do I.'],
    ]);
    const [seen] = (await exchange.call(ownAppeals, { deal_id: deal }, { user: BOB })).data;
    expect(seen?.ruling[0]?.reason).toBe(REASON);
  });

  it('shows each ruling that was asked for, and which of them waits or counts', async () => {
    const { id } = await appealed('1500');
    await answer(id);
    const asks = (desk: string, to_buyer: string, reason: string) =>
      office.as(desk, officeP2pRule, { ...ruling(id), to_buyer, fault: 'nobody', reason });
    const shown = async () => {
      const { rulings } = await office.as('approver', officeP2pAppeal, { id });
      return rulings.map(({ operator, to_buyer, state, reason }) =>
        [operator.split('@')[0], to_buyer, state, reason].join(' '),
      );
    };
    await asks('approver', '500', 'A third.');
    await asks('second approver', '700', 'Nearly half.');
    expect(await shown()).toEqual([
      'approver 500 passed A third.',
      'second-approver 700 waits Nearly half.',
    ]);
    await asks('approver', '700', 'I agree.');
    expect(await shown()).toEqual([
      'approver 500 passed A third.',
      'second-approver 700 counts Nearly half.',
      'approver 700 counts I agree.',
    ]);
    expect(wallet(BOB)).toBe('5700 0');
  });

  it('takes part of the bond of a merchant who was at fault', async () => {
    await exchange.call(p2pBondPost, { currency_id: 3, number: '1000' }, { user: ALICE });
    const merchant = { user: ALICE, isMerchant: true, operator: 1 } as const;
    await exchange.engine.submit({ kind: 'p2p.merchant', ...merchant });
    const { id } = await appealed('100');
    await answer(id);
    const more = { to_buyer: '100', fault: 'seller' } as const;
    expect(await refused('approver', id, { ...more, bond_cut: '1001' })).toBe('bond_too_small');
    // The deal is small, and a bond is worth more than it: two operators take from one.
    const cut = { ...ruling(id), ...more, bond_cut: '50' };
    await office.as('approver', officeP2pRule, cut);
    expect(wallet(BOB)).toBe('5000 0');
    await office.as('second approver', officeP2pRule, cut);
    expect(wallet(BOB)).toBe('5150 0');
    expect(await exchange.call(p2pBond, {}, { user: ALICE })).toMatchObject({
      is_merchant: 0,
      bond: [{ number: '950' }],
    });
  });

  it('does not tell an operator who is one of its sides that a ruling waits', async () => {
    const { id } = await appealed('1500');
    await answer(id);
    await office.as('approver', officeP2pRule, { ...ruling(id), fault: 'nobody' });
    const waits = async (desk: string): Promise<boolean | undefined> => {
      const { list } = await office.as(desk, officeP2pAppeals, { state: 'open' });
      return list.find((row) => row.id === id)?.waits_for_second;
    };
    expect(await waits('second approver')).toBe(true);
    for (const side of [ALICE, BOB]) {
      const setMail = (email: string | null) =>
        exchange.queries
          .updateTable('users')
          .set({ email })
          .where('id', '=', BigInt(side))
          .execute();
      await setMail('second-approver@office.example');
      expect(await waits('second approver')).toBe(false);
      expect(await waits('approver')).toBe(true);
      await setMail(null);
    }
  });

  it('is not ruled by an operator who is one of its sides', async () => {
    const { id } = await appealed('100');
    await answer(id);
    await exchange.queries
      .updateTable('users')
      .set({ email: 'approver@office.example' })
      .where('id', '=', BigInt(BOB))
      .execute();
    expect(await refused('approver', id)).toBe('own_account');
    await exchange.queries
      .updateTable('users')
      .set({ email: null })
      .where('id', '=', BigInt(BOB))
      .execute();
    expect(await refusalOf(office.as('second approver', officeP2pRule, ruling(id) as never))).toBe(
      undefined,
    );
  });
});
