import { expect, test } from 'vitest';
import type { Call } from '../schema/call.ts';
import { allCalls } from '../schema/test-calls.ts';

const officeCalls = async (): Promise<Call[]> =>
  (await allCalls()).filter(({ access }) => access === 'operator');

const nameOf = ({ path }: Call): string => path.replace('/office/api/', '');

test('operator 02: every call of operators that writes says who has to agree, and no other does', async () => {
  const calls = await officeCalls();
  expect(calls.length).toBeGreaterThan(60);
  for (const { method, path, change } of calls)
    expect(change === undefined, path).toBe(method === 'GET');
});

test('one person is enough only for a reason', async () => {
  for (const { path, change } of await officeCalls())
    if (typeof change === 'object') expect(change.free.length, path).toBeGreaterThan(10);
});

/** Every call of operators that writes, by who has to agree. A new one is a decision. */
const AGREED = {
  // A second operator.
  proposal: [
    'acceptor_save',
    'cold_address_save',
    'cold_move',
    'contest_save',
    'convert_fund',
    'convert_terms_save',
    'currency_save',
    'custody_pause',
    'earn_fund',
    'earn_product_save',
    'fee_tiers_save',
    'insurance_offer_save',
    'launch_coin_save',
    'loan_cover',
    'loan_offer_save',
    'margin_terms_save',
    'market_add',
    'market_save',
    'network_save',
    'operator_customer_save',
    'operator_save',
    'p2p_merchant',
    'p2p_restrict',
    'p2p_terms_save',
    'rebate_fund',
    'rebate_rates',
    'regional_agent_save',
    'sale_announce',
    'sale_cancel',
    'seconds_terms_save',
    'setting_save',
    'user_freeze',
    'vote_cancel',
    'vote_open',
  ],
  // Somebody else than who asked for it.
  decision: [
    'acceptor_deal_rule',
    'adjustment_decide',
    'claim_decide',
    'contest_pay',
    'fault_release',
    'legal_hold',
    'p2p_appeal_rule',
    'payment_decide',
    'proposal_decide',
    'review',
    'withdrawal_agree',
    'withdrawal_decide',
    'withdrawal_lost',
  ],
  // Nobody: they loosen nothing, or are one's own.
  free: [
    'adjustment_propose',
    'article_delete',
    'article_save',
    'complaint_answer',
    'complaint_close',
    'house_insure',
    'house_move',
    'logout',
    'operator_invite',
    'orders_cancel',
    'own_customer_declare',
    'own_device_add',
    'own_device_begin',
    'own_device_remove',
    'own_password',
    'own_session_end',
    'p2p_ad_remove',
    'p2p_chat_send',
    'picture_add',
    'proposal_take_back',
    'regional_agent_remove',
    'session_end',
    'totp_begin',
    'totp_enable',
  ],
};

test.each(Object.entries(AGREED))('%s: these calls and no others', async (kind, wanted) => {
  const found = (await officeCalls()).filter(({ change }) =>
    kind === 'free' ? typeof change === 'object' : change === kind,
  );
  expect(found.map(nameOf).sort()).toEqual(wanted);
});

test('these calls alone need no permission but a login', async () => {
  const found = (await officeCalls()).filter(({ permission }) => permission === 'any');
  expect(found.map(nameOf).sort()).toEqual([
    'currencies',
    'logout',
    'me',
    'own_customer_declare',
    'own_customers',
    'own_device_add',
    'own_device_begin',
    'own_device_remove',
    'own_password',
    'own_session_end',
    'proposal_take_back',
    'totp_begin',
    'totp_enable',
  ]);
});

test('a proposal takes the reason of who makes it', async () => {
  for (const { path, input } of (await officeCalls()).filter(({ change }) => change === 'proposal'))
    expect(Object.keys(input.properties), path).toContain('reason');
});
