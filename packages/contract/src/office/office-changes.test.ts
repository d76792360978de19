import { expect, test } from 'vitest';
import type { Call } from '../schema/call.ts';
import { allCalls } from '../schema/test-calls.ts';

const officeCalls = async (): Promise<Call[]> =>
  (await allCalls()).filter(({ access }) => access === 'operator');

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

test('what loosens needs a second operator', async () => {
  const proposals = (await officeCalls())
    .filter(({ change }) => change === 'proposal')
    .map(({ path }) => path.replace('/office/api/', ''));
  const wanted = [
    'setting_save',
    'currency_save',
    'market_add',
    'market_save',
    'margin_terms_save',
    'seconds_terms_save',
    'insurance_offer_save',
    'contest_save',
    'acceptor_save',
    'regional_agent_save',
    'cold_move',
    'custody_pause',
    'network_save',
    'operator_customer_save',
    'operator_save',
    'user_freeze',
  ];
  expect(proposals).toEqual(expect.arrayContaining(wanted));
});

test('a proposal takes the reason of who makes it', async () => {
  for (const { path, input } of (await officeCalls()).filter(({ change }) => change === 'proposal'))
    expect(Object.keys(input.properties), path).toContain('reason');
});
