/** Deals with acceptors over HTTP: holds of coins, permissions of the sides, and timeouts. */
import {
  acceptorAct,
  acceptorDeal,
  acceptorDeals,
  acceptorInfo,
  acceptorList,
  regionUsers,
  type DealAct,
} from '@meridian/contract/acceptor/calls';
import { walletDetail } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Fault } from '../../fault.ts';
import { startingNetwork } from '../custody/chain-networks.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import {
  ALICE,
  BOB,
  TEST_FIELDS,
  TestExchange,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { ensureDemoAcceptor } from './demo.ts';
import { paidTo } from '../../../test/people/payment-account.ts';

const USDT = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
let exchange: TestExchange;
let carol: number;
let acceptor: number;

beforeAll(async () => {
  exchange = await TestExchange.open(3);
  carol = exchange.users[2] ?? 0;
});
afterAll(async () => {
  await exchange?.close();
});
beforeEach(async () => {
  exchange.submit = (command) => exchange.engine.submit(command);
  await exchange.reset();
  const { queries } = exchange;
  exchange.dealsLaterMs = 0;
  await queries.deleteFrom('payment_methods').execute();
  await queries.insertInto('payment_methods').values(paidTo(ALICE, '62000000')).execute();
  await queries.deleteFrom('notifications').execute();
  await sql`truncate acceptor_deals, acceptors, regional_agents restart identity cascade`.execute(
    queries,
  );
  await queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
  await queries
    .updateTable('users')
    .set({ review_status: 'approved', withdrawals_held_until: null })
    .execute();
  await queries
    .insertInto('site_settings')
    .values({ key: 'daily_limit_2', value: '100000' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '100000' }))
    .execute();
  await ensureDemoAcceptor({ queries: queries, fields: TEST_FIELDS }, BOB);
  acceptor = (await exchange.call(acceptorList, {}, { user: ALICE }))[0]?.id ?? 0;
});

test('the list tells no accounts, the details do', async () => {
  const [listed] = await exchange.call(acceptorList, {}, { user: ALICE });
  expect(listed).toMatchObject({
    name: 'Meridian Desk',
    bank_account: '',
    ways: ['we_chat', 'ali_pay', 'bank'],
    recharge_rate: '7.25',
  });
  expect(await exchange.call(acceptorInfo, { id: acceptor }, { user: ALICE })).toMatchObject({
    bank_account: '6200000000000000001',
    user_balance: '100000',
  });
  expect(await refused(exchange.call(acceptorInfo, { id: 999 }, { user: ALICE }))).toBe(
    'acceptor_not_found',
  );
});

test('who buys gets the coins of the acceptor, who held them from the beginning', async () => {
  await make('buy', '725');
  expect(await balances(BOB)).toEqual(['99900', '100']);
  expect(await acts(ALICE)).toEqual([['mark', 'reject']]);
  expect(await refused(act(ALICE, 1, 'confirm'))).toBe('deal_act_refused');
  await act(BOB, 1, 'confirm');
  expect([await balances(ALICE), await balances(BOB)]).toEqual([
    ['100100', '0'],
    ['99900', '0'],
  ]);
  expect(await refused(act(BOB, 1, 'confirm'))).toBe('deal_act_refused');
  expect((await deals(ALICE))[0]).toMatchObject({ is_sure: 1, number: '100', money: '725.00' });
});

test('a rejected purchase gives the coins back', async () => {
  await make('buy', '725');
  await act(BOB, 1, 'reject');
  expect(await balances(BOB)).toEqual(['100000', '0']);
  expect((await deals(ALICE))[0]).toMatchObject({ is_sure: 2, acts: [] });
});

test('selling needs a proof of identity, and waits for the money', async () => {
  expect(await refused(make('sell', '715'))).toBe('step_up_required');
  await exchange.stepUp(ALICE);
  await make('sell', '715');
  expect(await balances(ALICE)).toEqual(['99900', '100']);
  expect(await refused(act(ALICE, 1, 'confirm'))).toBe('deal_act_refused');
  await act(BOB, 1, 'mark');
  expect(await refused(act(BOB, 1, 'reject'))).toBe('deal_act_refused');
  await act(ALICE, 1, 'confirm');
  expect(await balances(BOB)).toEqual(['100100', '0']);
});

test('a confirmation needs a proof as fresh as that of a withdrawal', async () => {
  await exchange.stepUp(ALICE);
  await make('sell', '715');
  await act(BOB, 1, 'mark');
  await exchange.queries.updateTable('sessions').set({ stepped_up_at: null }).execute();
  const confirm = () => exchange.call(acceptorAct, { id: 1, act: 'confirm' }, { user: ALICE });
  expect(await refused(confirm())).toBe('step_up_required');
  expect([await balances(BOB), await balances(ALICE)]).toEqual([
    ['100000', '0'],
    ['99900', '100'],
  ]);
  // A dispute needs no step-up: it moves nothing.
  await act(ALICE, 1, 'dispute');
  await exchange.stepUp(ALICE);
  await confirm();
  expect(await balances(BOB)).toEqual(['100100', '0']);
});

test('time never releases coins: a marked sale that its seller does not answer is disputed after a day, and both are told', async () => {
  await exchange.stepUp(ALICE);
  await make('sell', '715');
  await act(BOB, 1, 'mark');
  const [marked] = await deals(ALICE);
  expect(span(marked?.disputes_time, marked?.create_time)).toBeGreaterThanOrEqual(DAY_MS);
  await later(DAY_MS - MINUTE_MS);
  expect([await balances(ALICE), (await deals(ALICE))[0]]).toMatchObject([
    ['99900', '100'],
    { is_disputed: 0, acts: ['confirm', 'dispute'] },
  ]);
  await later(DAY_MS + MINUTE_MS);
  await later(30 * DAY_MS);
  expect([await balances(ALICE), await balances(BOB)]).toEqual([
    ['99900', '100'],
    ['100000', '0'],
  ]);
  expect((await deals(ALICE))[0]).toMatchObject({
    is_sure: 0,
    is_disputed: 1,
    acts: ['confirm'],
    disputes_time: '',
  });
  for (const user of [ALICE, BOB])
    expect(await notificationsOf(user)).toEqual(['deal_opened', 'deal_marked', 'deal_disputed']);
  await act(BOB, 1, 'reject');
  expect(await balances(ALICE)).toEqual(['100000', '0']);
});

test.each(['buy', 'sell'] as const)(
  'what nobody has marked as paid ends after half an hour (%s), as both were told',
  async (type) => {
    if (type === 'sell') await exchange.stepUp(ALICE);
    await make(type, '715');
    const [waiting] = await deals(ALICE);
    expect(span(waiting?.returns_time, waiting?.create_time)).toBe(30 * MINUTE_MS);
    await later(29 * MINUTE_MS);
    expect((await deals(ALICE))[0]?.is_sure).toBe(0);
    await later(30 * MINUTE_MS + 1);
    await later(31 * MINUTE_MS);
    expect([await balances(ALICE), await balances(BOB)]).toEqual([
      ['100000', '0'],
      ['100000', '0'],
    ]);
    expect((await deals(ALICE))[0]).toMatchObject({ is_sure: 2, returns_time: '', acts: [] });
    for (const user of [ALICE, BOB])
      expect(await notificationsOf(user)).toEqual(['deal_opened', 'deal_expired']);
  },
);

test('a mark stops the end of an unpaid purchase and nothing else: the acceptor confirms, or it is disputed', async () => {
  await make('buy', '725');
  await act(ALICE, 1, 'mark');
  await later(60 * MINUTE_MS);
  expect([await balances(ALICE), await balances(BOB)]).toEqual([
    ['100000', '0'],
    ['99900', '100'],
  ]);
  expect(await refused(act(BOB, 1, 'reject'))).toBe('deal_act_refused');
  await later(DAY_MS + MINUTE_MS);
  expect((await deals(ALICE))[0]).toMatchObject({ is_disputed: 1, acts: ['reject'] });
  await act(BOB, 1, 'confirm');
  expect(await balances(ALICE)).toEqual(['100100', '0']);
  for (const user of [ALICE, BOB])
    expect(await notificationsOf(user)).toEqual([
      'deal_opened',
      'deal_marked',
      'deal_disputed',
      'deal_confirmed',
    ]);
});

test('a seller takes back at once what nobody has marked as paid, and not after', async () => {
  await exchange.stepUp(ALICE);
  await make('sell', '715');
  await act(ALICE, 1, 'reject');
  expect(await balances(ALICE)).toEqual(['100000', '0']);
  for (const user of [ALICE, BOB])
    expect(await notificationsOf(user)).toEqual(['deal_opened', 'deal_rejected']);
  await make('sell', '715');
  await act(BOB, 2, 'mark');
  expect(await refused(act(ALICE, 2, 'reject'))).toBe('deal_act_refused');
});

test.each(['frozen', 'held'] as const)(
  'the confirmation of a seller who is %s moves nothing and stays no decision',
  async (how) => {
    await exchange.stepUp(ALICE);
    await make('sell', '715');
    await act(BOB, 1, 'mark');
    const untilMs = exchange.engine.exchange.timeMs + 3 * DAY_MS;
    await exchange.engine.submit(
      how === 'frozen'
        ? { kind: 'custody.freeze', user: ALICE, isFrozen: true }
        : { kind: 'custody.holdBack', user: ALICE, untilMs },
    );
    expect(await refused(act(ALICE, 1, 'confirm'))).toBe(
      how === 'frozen' ? 'account_frozen' : 'withdrawals_held',
    );
    if (how === 'frozen')
      await exchange.engine.submit({ kind: 'custody.freeze', user: ALICE, isFrozen: false });
    await later(60 * MINUTE_MS);
    expect([await balances(BOB), (await deals(ALICE))[0]]).toMatchObject([
      ['100000', '0'],
      { is_marked: 1, is_sure: 0, acts: ['confirm', 'dispute'] },
    ]);
    await later(DAY_MS + MINUTE_MS);
    expect((await deals(ALICE))[0]).toMatchObject({ is_disputed: 1 });
    for (const user of [ALICE, BOB])
      expect(await notificationsOf(user)).toEqual(['deal_opened', 'deal_marked', 'deal_disputed']);
  },
);

test('sixty deals at once are three', async () => {
  const made = await Promise.all(Array.from({ length: 60 }, () => refused(make('buy', '7.25'))));
  expect(made.filter((each) => each === 'accepted')).toHaveLength(3);
  expect(await balances(BOB)).toEqual(['99997', '3']);
});

test('a deal that was interrupted between two steps is taken up, and moves the coins once', async () => {
  await make('buy', '725');
  const { queries } = exchange;
  // The state after a stop: the core is ahead of the table.
  await act(BOB, 1, 'confirm');
  await queries.updateTable('acceptor_deals').set({ status: 'paying' }).execute();
  exchange.dealsLaterMs = MINUTE_MS;
  await exchange.deals.rounds.runOnce();
  expect((await deals(ALICE))[0]).toMatchObject({ is_sure: 1 });
  await make('buy', '725');
  await queries
    .updateTable('acceptor_deals')
    .set({ status: 'opening', escrow: null })
    .where('id', '=', 2n)
    .execute();
  exchange.dealsLaterMs = 3 * MINUTE_MS;
  await exchange.deals.rounds.runOnce();
  expect((await deals(ALICE))[0]?.acts).toEqual(['mark', 'reject']);
  expect([await balances(ALICE), await balances(BOB)]).toEqual([
    ['100100', '0'],
    ['99800', '100'],
  ]);
});

test.each(['buy', 'sell'] as const)(
  'a stop before the escrow of a deal (%s) is noted, and two days: its coins are held once, and go',
  async (type) => {
    if (type === 'sell') await exchange.stepUp(ALICE);
    exchange.submit = async (command) => {
      await exchange.engine.submit(command);
      throw new Error('the server stops');
    };
    expect(await refused(make(type, '725'))).toBe('internal_error');
    exchange.submit = (command) => exchange.engine.submit(command);
    // Longer than the core remembers keys.
    exchange.engine.advance(48 * 60 * MINUTE_MS);
    exchange.dealsLaterMs = MINUTE_MS;
    await exchange.deals.rounds.runOnce();
    const { escrows, transfers } = exchange.engine.exchange.snapshot();
    expect(escrows).toMatchObject({ next: 2, open: [{ id: 1, deal: 1 }] });
    expect(transfers).toEqual({ deal: [[1, 1]] });
    if (type === 'sell') await act(BOB, 1, 'mark');
    await act(type === 'buy' ? BOB : ALICE, 1, 'confirm');
    expect(exchange.engine.exchange.snapshot().escrows.open).toEqual([]);
    expect((await deals(ALICE))[0]).toMatchObject({ is_sure: 1 });
  },
);

test.each(['engine_busy', 'cancel_only', 'quarantined'] as const)(
  'a deal that was answered with %s, where nothing is done, does not appear later',
  async (code) => {
    exchange.submit = () => Promise.reject(new Fault(code, 'not now'));
    expect(await refused(make('buy', '725'))).toBe(code);
    exchange.submit = (command) => exchange.engine.submit(command);
    exchange.dealsLaterMs = MINUTE_MS;
    await exchange.deals.rounds.runOnce();
    expect([await deals(ALICE), await balances(BOB)]).toEqual([[], ['100000', '0']]);
    await make('buy', '725');
    expect(await balances(BOB)).toEqual(['99900', '100']);
  },
);

test('a deal that a round has taken up meanwhile is held by it, whatever its maker was answered', async () => {
  exchange.submit = async () => {
    exchange.submit = (command) => exchange.engine.submit(command);
    exchange.dealsLaterMs = MINUTE_MS;
    await exchange.deals.rounds.runOnce();
    throw new Fault('engine_busy', 'not now');
  };
  expect(await refused(make('buy', '725'))).toBe('accepted');
  expect([(await deals(ALICE)).length, await balances(BOB)]).toEqual([1, ['99900', '100']]);
});

test('a deal whose coins were held and are gone is no new deal: it is left as it is, and operators are told', async () => {
  await make('buy', '725');
  await act(BOB, 1, 'reject');
  await exchange.queries
    .updateTable('acceptor_deals')
    .set({ status: 'opening', escrow: null })
    .execute();
  exchange.dealsLaterMs = MINUTE_MS;
  await exchange.deals.rounds.runOnce();
  expect(exchange.alarms.at(-1)).toContain(
    'the coins of deal 1 were held before, and wait no more',
  );
  expect(await balances(BOB)).toEqual(['100000', '0']);
});

test('nor does it keep the deals behind it from their end', async () => {
  await make('buy', '725');
  await act(BOB, 1, 'reject');
  await exchange.queries
    .updateTable('acceptor_deals')
    .set({ status: 'opening', escrow: null })
    .execute();
  await make('buy', '725');
  exchange.dealsLaterMs = 31 * MINUTE_MS;
  await exchange.deals.rounds.runOnce();
  expect(
    (
      await exchange.queries.selectFrom('acceptor_deals').select('status').orderBy('id').execute()
    ).map(({ status }) => status),
  ).toEqual(['opening', 'rejected']);
});

test('a hundred confirmations at once pay once', async () => {
  await make('buy', '725');
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, () => act(BOB, 1, 'confirm')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balances(ALICE)).toEqual(['100100', '0']);
});

test('the same request key makes one deal', async () => {
  await make('buy', '725', 'once');
  await make('buy', '725', 'once');
  expect(await refused(make('buy', '726', 'once'))).toBe('idempotency_key_reused');
  expect(await deals(ALICE)).toHaveLength(1);
});

test.each([
  ['another account', { deal_account: '62000001' }],
  ['another phone number', { mobile: '13900000000' }],
  ['another way of payment', { way: 'ali_pay' as const }],
])('a request key is not taken for a deal with %s', async (_, other) => {
  const deal = (more: object) =>
    refused(
      exchange.call(
        acceptorDeal,
        { ...input('buy', '725'), ...more },
        { user: ALICE, key: 'once' },
      ),
    );
  expect(await deal({})).toBe('accepted');
  expect(await deal(other)).toBe('idempotency_key_reused');
  expect(await deal({})).toBe('accepted');
  expect(await deals(ALICE)).toHaveLength(1);
});

test('what is not allowed is refused', async () => {
  expect(
    await refused(exchange.call(acceptorDeal, { ...input('buy', '725') }, { user: BOB })),
  ).toBe('deal_with_self');
  for (const money of ['0', '-1', '50000.01', '1.001', '1e3'])
    expect(await refused(make('buy', money))).toMatch(/^number_/);
  await make('buy', '1');
  expect(await refused(act(carol, 1, 'confirm'))).toBe('deal_not_found');
  expect(await refused(act(carol, 99, 'confirm'))).toBe('deal_not_found');
  await make('buy', '1');
  await make('buy', '1');
  expect(await refused(make('buy', '1'))).toBe('deals_too_many');
  await exchange.queries.updateTable('users').set({ review_status: 'none' }).execute();
  expect(await refused(exchange.call(acceptorDeal, input('buy', '1'), { user: carol }))).toBe(
    'identity_required',
  );
});

test('a change of security and the daily limit hold sales back', async () => {
  await exchange.stepUp(ALICE);
  await exchange.queries
    .updateTable('site_settings')
    .set({ value: '150' })
    .where('key', '=', 'daily_limit_2')
    .execute();
  await make('sell', '715');
  expect(await refused(make('sell', '715'))).toBe('day_limit_exceeded');
  await exchange.queries
    .updateTable('users')
    .set({ withdrawals_held_until: new Date(Date.now() + MINUTE_MS) })
    .execute();
  expect(await refused(make('sell', '1'))).toBe('withdrawals_held');
});

test('a sale that needs an operator is refused, and says what to do instead', async () => {
  await exchange.stepUp(ALICE);
  const network = startingNetwork('trc20');
  await exchange.engine.submit({ kind: 'custody.network', network });
  expect(await refused(make('sell', '7150'))).toBe('sale_needs_approval');
  await make('sell', '7142');
  expect(await refused(make('sell', '71.5'))).toBe('sale_needs_approval');
  await act(ALICE, (await deals(ALICE))[0]?.id ?? 0, 'reject');
  await make('sell', '71.5');
});

test.each(['frozen', 'held back', 'out of coins'] as const)(
  'a customer of an acceptor who is %s reads what they can do, not why',
  async (how) => {
    const untilMs = exchange.engine.exchange.timeMs + DAY_MS;
    if (how === 'frozen')
      await exchange.engine.submit({ kind: 'custody.freeze', user: BOB, isFrozen: true });
    if (how === 'held back')
      await exchange.engine.submit({ kind: 'custody.holdBack', user: BOB, untilMs });
    if (how === 'out of coins')
      await exchange.engine.submit({
        kind: 'custody.transfer',
        user: BOB,
        from: 'spot',
        to: 'p2p',
        currency: USDT,
        amount: 99_950_0000_0000n as Amount,
      });
    for (let times = 0; times < 2; times++)
      expect(await refused(make('buy', '725', 'once'))).toBe('acceptor_unavailable');
  },
);

test('a sale is paid to an account of the seller that is a day old', async () => {
  await exchange.stepUp(ALICE);
  const sellTo = (deal_account: string, way: 'bank' | 'ali_pay' = 'bank') =>
    refused(
      exchange.call(acceptorDeal, { ...input('sell', '715'), way, deal_account }, { user: ALICE }),
    );
  expect(await sellTo('62000001')).toBe('deal_account_unknown');
  expect(await sellTo('62000000', 'ali_pay')).toBe('deal_account_unknown');
  const aged = (ms: number) =>
    exchange.queries
      .updateTable('payment_methods')
      .set({ bank_since: new Date(Date.now() - ms) })
      .execute();
  await aged(DAY_MS - MINUTE_MS);
  expect(await sellTo('62000000')).toBe('deal_account_waits');
  await aged(DAY_MS);
  expect(await sellTo('62000000')).toBe('accepted');
  // The age in the network's setting, which a demo sets to zero.
  await exchange.engine.submit({ kind: 'custody.network', network: startingNetwork('trc20', 0) });
  await aged(0);
  expect(await sellTo('62000000')).toBe('accepted');
});

test('who is to pay a sale is told holder, bank and account, as they were when it was made', async () => {
  await exchange.stepUp(ALICE);
  await make('sell', '715');
  await make('buy', '725');
  await exchange.queries.deleteFrom('payment_methods').execute();
  const seen = async (user: number, as: 'user' | 'acceptor') =>
    (await exchange.call(acceptorDeals, { as }, { user })).list.map(
      ({ type, deal_holder, deal_bank, deal_account }) => [
        type,
        deal_holder,
        deal_bank,
        deal_account,
      ],
    );
  const expected = [
    ['buy', '', '', '62000000'],
    ['sell', 'Somebody', 'Bank', '62000000'],
  ];
  expect([await seen(BOB, 'acceptor'), await seen(ALICE, 'user')]).toEqual([expected, expected]);
  // An older deal has neither.
  await exchange.queries
    .updateTable('acceptor_deals')
    .set({ deal_holder: '', deal_bank: '' })
    .execute();
  expect((await seen(BOB, 'acceptor'))[1]).toEqual(['sell', '', '', '62000000']);
});

test('a sale waits until the device is known for a day, and until a change of security is forgotten; a purchase does not', async () => {
  const { queries } = exchange;
  const HOUR_MS = 60 * MINUTE_MS;
  const begin = Date.now();
  exchange.doSalesAskForDevices = true;
  onTestFinished(() => void (exchange.doSalesAskForDevices = false));
  const sessions = () => queries.updateTable('sessions').where('user_id', '=', BigInt(ALICE));
  const begun = async (ms: number, device: string | null = null) =>
    sessions()
      .set({ created_at: new Date(begin - ms), device_id: device })
      .execute();
  const sell = () =>
    make('sell', '71.5').then(
      () => ['accepted'],
      ({ answer }: WireRefusal) => [answer.code, answer.message],
    );
  /** Each is cancelled at once: only a few deals of a customer may wait. */
  const sold = async () => {
    expect(await sell()).toEqual(['accepted']);
    await act(ALICE, (await deals(ALICE))[0]?.id ?? 0, 'reject');
  };
  await begun(0);
  await exchange.stepUp(ALICE);
  expect(await sell()).toEqual([
    'new_device_wait',
    expect.stringContaining(shanghaiTime(begin + DAY_MS)),
  ]);
  await make('buy', '72.5');
  await begun(DAY_MS - MINUTE_MS);
  expect((await sell())[0]).toBe('new_device_wait');
  await begun(DAY_MS + MINUTE_MS);
  await sold();
  // A new session on a device that was used a day ago, and on one that only another user has used.
  await begun(0, 'known');
  const other = (user: number, device_id: string) => ({
    id: crypto.randomUUID(),
    token_hash: Buffer.from(crypto.randomUUID()),
    user_id: BigInt(user),
    device_id,
    address: '',
    device: '',
    created_at: new Date(Date.now() - 2 * DAY_MS),
    last_used_at: new Date(),
    ended_at: new Date(),
    stepped_up_at: null,
  });
  await queries
    .insertInto('sessions')
    .values([other(ALICE, 'known'), other(BOB, 'unknown')])
    .execute();
  await sold();
  await begun(0, 'unknown');
  expect((await sell())[0]).toBe('new_device_wait');
  await begun(DAY_MS + MINUTE_MS);

  const heldUntil = (ms: number) =>
    queries
      .updateTable('users')
      .set({ withdrawals_held_until: new Date(ms) })
      .where('id', '=', BigInt(ALICE))
      .execute();
  const now = exchange.live.timeMs;
  await heldUntil(now + HOUR_MS);
  expect((await sell())[0]).toBe('withdrawals_held');
  await heldUntil(now - 71 * HOUR_MS);
  expect(await sell()).toEqual([
    'security_change_wait',
    expect.stringContaining(shanghaiTime(now + HOUR_MS)),
  ]);
  await heldUntil(now - 73 * HOUR_MS);
  await sold();
});

test('regional agents see whom they brought, others are refused', async () => {
  expect(await refused(exchange.call(regionUsers, {}, { user: ALICE }))).toBe('not_regional_agent');
  await exchange.queries
    .insertInto('regional_agents')
    .values({ user_id: BigInt(ALICE), city_name: 'Shanghai', district_name: 'Pudong' })
    .execute();
  await exchange.queries
    .updateTable('users')
    .set({ referrer_id: BigInt(ALICE) })
    .where('id', '=', BigInt(carol))
    .execute();
  const { list } = await exchange.call(regionUsers, {}, { user: ALICE });
  expect(list).toMatchObject([{ city_name: 'Shanghai', district_name: 'Pudong' }]);
  expect(list[0]?.phone).toContain('*');
});

function input(type: 'buy' | 'sell', money: string) {
  return {
    acceptor_id: acceptor,
    type,
    way: 'bank' as const,
    mobile: '13800000000',
    deal_account: '62000000',
    money,
  };
}

function make(type: 'buy' | 'sell', money: string, key?: string) {
  return exchange.call(acceptorDeal, input(type, money), {
    user: ALICE,
    ...(key === undefined ? {} : { key }),
  });
}

async function act(user: number, id: number, what: DealAct) {
  if (what === 'confirm') await exchange.stepUp(user);
  return exchange.call(acceptorAct, { id, act: what }, { user });
}

/** Runs a round at a later time. */
async function later(ms: number): Promise<void> {
  exchange.dealsLaterMs = ms;
  await exchange.deals.rounds.runOnce();
}

/** A user's notifications of deals, oldest first. */
async function notificationsOf(user: number): Promise<string[]> {
  const rows = await exchange.queries
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', BigInt(user))
    .where('cause', 'like', 'deal-%')
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** Milliseconds between two times of the wire. */
function span(to = '', from = ''): number {
  const ms = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);
  return ms(to) - ms(from);
}

async function deals(user: number) {
  return (await exchange.call(acceptorDeals, {}, { user })).list;
}

async function acts(user: number) {
  return (await deals(user)).map((deal) => deal.acts);
}

async function balances(user: number): Promise<[string, string]> {
  const { change_balance, lock_change_balance } = await exchange.call(
    walletDetail,
    { currency: USDT },
    { user },
  );
  return [change_balance, lock_change_balance];
}

async function refused(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'accepted',
    (error: WireRefusal) => String(error.answer['code']),
  );
}
