import { MESSAGES_PER_PAGE } from '@meridian/contract/inbox/bounds';
import {
  messagesRead,
  messageSettings,
  messageSettingSave,
  messagesUnread,
  userMessages,
  type MessageKind,
} from '@meridian/contract/inbox/calls';
import { MESSAGE_TOPICS, type MessageTopic } from '@meridian/contract/inbox/message-topics';
import { userLogin } from '@meridian/contract/account/calls';
import { withdrawals } from '@meridian/contract/custody/calls';
import { officeAudit } from '@meridian/contract/office/calls';
import { officeUserFreeze } from '@meridian/contract/account/office';
import { officeWithdrawalDecide } from '@meridian/contract/custody/office';
import { marginSubmit } from '@meridian/contract/margin/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import {
  ALICE,
  BOB,
  TestExchange,
  type As,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { notify } from './notify.ts';
import { textOf } from '../../texts.ts';

const COIN = 100_000_000n;
const ETH = 2;
const USDT = 3;
const alice: As = { user: ALICE };

let exchange: TestExchange;
let opened: Promise<TestOffice> | undefined;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange?.close());
beforeEach(async () => {
  await exchange.reset();
  await exchange.queries.deleteFrom('outbox').execute();
  await exchange.queries.deleteFrom('message_settings').execute();
  await exchange.queries.updateTable('users').set({ language: 'en', email: null }).execute();
  await exchange.queries
    .updateTable('users')
    .set({ email: 'alice@people.example', anti_phishing_code: 'Alice77' })
    .where('id', '=', BigInt(ALICE))
    .execute();
});

/** Its operators outlive each test. */
const theOffice = (): Promise<TestOffice> => (opened ??= TestOffice.open(exchange));
const messages = async (
  as: As = alice,
  input: { topic?: MessageTopic; unread?: '1'; page?: number } = {},
) => (await exchange.call(userMessages, input, as)).list;
const kinds = async (as?: As): Promise<MessageKind[]> =>
  (await messages(as)).map(({ kind }) => kind);
const mails = () =>
  exchange.queries
    .selectFrom('outbox')
    .select(['receiver', 'subject', 'body'])
    .orderBy('id')
    .execute();

/** Sets an index of three venues, five seconds later, so that there is a mark price too. */
async function index(price: number): Promise<void> {
  exchange.engine.advance(5_000);
  await exchange.engine.submit({
    kind: 'index.set',
    source: 'test',
    sources: 3,
    prices: [[1, (price * 100) as PriceTicks]],
  });
}

async function place(
  user: number,
  side: 'buy' | 'sell',
  price: number,
  lots: number,
): Promise<number> {
  const { outcome } = await exchange.engine.submit({
    kind: 'spot.place',
    user,
    market: 1,
    side,
    type: 'limit',
    priceTicks: (price * 100) as PriceTicks,
    quantityLots: lots as QuantityLots,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
  });
  if (!outcome.ok || outcome.order === undefined) throw new Error('the order was refused');
  return outcome.order;
}

/** Opens withdrawals of USDT on the network of the tests, and deposits without confirmations. */
async function openNetwork(network = { id: 2, currency: USDT, name: 'erc20' }): Promise<void> {
  const bounds = {
    minDeposit: COIN,
    minWithdrawal: 10n * COIN,
    maxWithdrawal: 100_000n * COIN,
    fee: 3n * COIN,
    maxPerHour: 1_000_000n * COIN,
    maxPerDay: 1_000_000n * COIN,
    oneApprovalFrom: 1_000n * COIN,
    twoApprovalsFrom: 50_000n * COIN,
  };
  await exchange.engine.submit({
    kind: 'custody.network',
    network: {
      ...network,
      worthMarket: 0,
      isOpen: true,
      newAddressWaitMs: 0,
      ...(bounds as Record<keyof typeof bounds, Amount>),
    },
  });
}

async function withdraw(coins: bigint): Promise<number> {
  const { outcome } = await exchange.engine.submit({
    kind: 'custody.withdraw',
    user: ALICE,
    network: 2,
    amount: (coins * COIN) as Amount,
    address: '0xabc',
    recipient: 0,
    dayLimit: (1_000_000n * COIN) as Amount,
    approvals: 0,
  });
  if (!outcome.ok || outcome.id === undefined) throw new Error('the withdrawal was refused');
  return outcome.id;
}

describe('what the journal tells', () => {
  it('is a deposit, and that it was taken back', async () => {
    await openNetwork();
    const deposit = { network: 2, transaction: '0xfeed', output: 0 } as const;
    await exchange.engine.submit({
      kind: 'custody.deposit',
      ...deposit,
      user: ALICE,
      amount: (1_500n * COIN) as Amount,
    });
    await exchange.engine.submit({ kind: 'custody.reverse', ...deposit });
    expect(await messages()).toMatchObject([
      {
        kind: 'deposit_reversed',
        text: 'ERC20 no longer has the transaction 0xfeed, so 1,500 USDT were taken back from your account.',
        transaction: '0xfeed',
        is_read: false,
      },
      {
        kind: 'deposit_credited',
        title: 'Deposit credited',
        text: '1,500 USDT from ERC20 are in your spot account. Transaction 0xfeed',
      },
    ]);
    expect((await messages({ user: ALICE, language: 'es' }))[1]?.text).toBe(
      '1.500 USDT de ERC20 están en su cuenta al contado. Transacción 0xfeed',
    );
    expect(await messages({ user: BOB })).toEqual([]);
    await openNetwork({ id: 1, currency: ETH, name: 'eth' });
    await exchange.engine.submit({
      kind: 'custody.deposit',
      network: 1,
      transaction: '0xbeef',
      output: 0,
      user: ALICE,
      amount: (2n * COIN) as Amount,
    });
    expect((await messages())[0]?.text).toBe(
      '2 ETH from Ethereum are in your spot account. Transaction 0xbeef',
    );
  });

  it('is each step of a withdrawal, with the reason of who turned it away', async () => {
    await openNetwork();
    const small = await withdraw(100n);
    await exchange.engine.submit({ kind: 'custody.sign', withdrawal: small });
    await exchange.engine.submit({
      kind: 'custody.settle',
      withdrawal: small,
      transaction: '0xcafe',
    });
    const large = await withdraw(2_000n);
    const office = await theOffice();
    const rejection = { id: large, approved: '0' } as const;
    for (const reason of [{}, { reason: '   ' }])
      expect(
        await office.refused('approver', officeWithdrawalDecide, { ...rejection, ...reason }),
      ).toBe('field_missing');
    await office.as('approver', officeWithdrawalDecide, {
      ...rejection,
      reason: 'The address is on a list of thieves.',
      note: 'case 77',
    });
    expect((await office.as('auditor', officeAudit, {})).list[0]).toMatchObject({
      action: 'withdrawal.reject',
      after: expect.stringContaining(
        '"reason":"The address is on a list of thieves.","note":"case 77"',
      ) as string,
    });
    expect(
      (await exchange.call(withdrawals, {}, alice)).list.map(({ id, status, reason }) => [
        id,
        status,
        reason,
      ]),
    ).toEqual([
      [large, 'rejected', 'The address is on a list of thieves.'],
      [small, 'success', ''],
    ]);
    const list = await messages(alice, { topic: 'withdrawals' });
    expect(list.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['withdrawal_rejected', large],
      ['withdrawal_review', large],
      ['withdrawal_sent', small],
      ['withdrawal_accepted', small],
    ]);
    expect(list[0]?.text).toBe(
      '1,997 USDT to 0xabc were not sent. They are available again, and so is the fee. Reason: The address is on a list of thieves.',
    );
    expect(list[0]?.text).not.toContain('case 77');
    expect(list[2]).toMatchObject({
      text: '97 USDT were sent to 0xabc on ERC20. Transaction 0xcafe',
      transaction: '0xcafe',
    });
  });

  it('is an order that somebody else filled, not one that its owner has just seen filled', async () => {
    const first = await place(ALICE, 'sell', 60_000, 100);
    await place(BOB, 'buy', 60_000, 100);
    expect(await messages({ user: BOB })).toEqual([]);
    expect(await messages()).toMatchObject([
      {
        kind: 'order_filled',
        subject: first,
        market: 'BTC/USDT',
        text: expect.stringContaining(
          'BTC/USDT: sold 0.001 BTC at 60,000 USDT on average',
        ) as string,
      },
    ]);
  });

  it('is an order that the exchange ended, with the reason', async () => {
    const own = await place(ALICE, 'sell', 60_000, 100);
    const taker = {
      kind: 'spot.place',
      user: ALICE,
      market: 1,
      side: 'buy',
      type: 'limit',
      priceTicks: 6_000_000 as PriceTicks,
      quantityLots: 100 as QuantityLots,
      timeInForce: 'gtc',
      postOnly: false,
      selfTrade: 'expireMaker',
    } as const;
    await exchange.engine.submit(taker);
    expect(await messages()).toMatchObject([
      {
        kind: 'order_ended',
        subject: own,
        text: expect.stringContaining('It would have traded with an order of your own.') as string,
      },
    ]);
  });

  it('is what stops and liquidations did, and nothing of what its owner closed', async () => {
    for (const [user, coins] of [
      [SYSTEM.house, 1_000_000n],
      [ALICE, 1_000n],
    ] as const) {
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user,
        wallet: 'margin',
        currency: USDT,
        amount: (coins * COIN) as Amount,
        reference: 'test',
      });
    }
    await exchange.call(
      marginSubmit,
      { legal_id: 3, currency_id: 1, multiple: 100, share: '1000', type: 1, status: 1 },
      alice,
    );
    for (const price of [60_000, 59_700, 59_000]) await index(price);
    expect(await messages(alice, { topic: 'contracts' })).toMatchObject([
      {
        kind: 'position_liquidated',
        market: 'BTC/USDT',
        title: 'Position liquidated',
        text: expect.stringContaining('(long, lots: 1,000), was closed at 59,') as string,
      },
    ]);
  });

  it('is what the house paid for a payment, an adjustment and a prize, and no play money', async () => {
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'spot',
      currency: USDT,
      amount: (1_000n * COIN) as Amount,
      reference: 'funding',
    });
    for (const reference of [
      'payment-1f',
      'adjustment-4',
      'contest-2-prize',
      'demo-faucet',
      'contest-2',
    ]) {
      await exchange.engine.submit({
        kind: 'ledger.credit',
        user: ALICE,
        wallet: 'spot',
        currency: USDT,
        amount: (10n * COIN) as Amount,
        reference,
      });
    }
    expect(await kinds()).toEqual(['prize_paid', 'adjustment_credited', 'payment_credited']);
  });

  it('is told once, also when the tables are built anew, and what was read stays so', async () => {
    await place(ALICE, 'sell', 60_000, 100);
    await place(BOB, 'buy', 60_000, 100);
    const before = await messages();
    await exchange.call(messagesRead, { id: before[0]?.id ?? 0 }, alice);
    await exchange.rebuild();
    expect(await messages()).toEqual(before.map((message) => ({ ...message, is_read: true })));
  });
});

describe('the inbox', () => {
  const notification = (user: number, kind: MessageKind, cause: string) =>
    notify(exchange.queries, [{ user, kind, cause, facts: {}, at: new Date() }]);

  it("counts what was not read, by topic and page, and nobody marks what is another one's", async () => {
    for (let place = 0; place < MESSAGES_PER_PAGE + 5; place++)
      await notification(ALICE, place % 5 === 0 ? 'deal_disputed' : 'ticket_won', `deal-${place}`);
    await notification(BOB, 'deal_disputed', 'deal-0');
    const { list, unread } = await exchange.call(userMessages, {}, alice);
    expect([
      list.length,
      unread,
      (await messages(alice, { page: 2 })).length,
      (await messages(alice, { topic: 'deals' })).length,
    ]).toEqual([20, 25, 5, 5]);
    const [newest, second] = list;
    expect(await exchange.call(messagesRead, { id: newest?.id ?? 0 }, { user: BOB })).toEqual({
      unread: 1,
    });
    expect(await exchange.call(messagesRead, { id: newest?.id ?? 0 }, alice)).toEqual({
      unread: 24,
    });
    expect((await messages(alice, { unread: '1' }))[0]?.id).toBe(second?.id);
    expect(await exchange.call(messagesRead, { up_to: second?.id ?? 0 }, alice)).toEqual({
      unread: 0,
    });
    expect(await exchange.call(messagesUnread, {}, { user: BOB })).toEqual({ unread: 1 });
    await expect(exchange.call(messagesRead, {}, alice)).rejects.toMatchObject({
      answer: { code: 'field_missing' },
    } satisfies Partial<Pick<WireRefusal, 'answer'>>);
  });

  it('tells a cause once, and only what was committed', async () => {
    await notification(ALICE, 'deal_marked', 'deal-9-marked');
    await notification(ALICE, 'deal_marked', 'deal-9-marked');
    const broken = exchange.queries.transaction().execute(async (transaction) => {
      await notify(transaction, [
        { user: ALICE, kind: 'deal_paid', cause: 'deal-9-ruling', facts: {}, at: new Date() },
      ]);
      throw new Error('the ruling failed');
    });
    await expect(broken).rejects.toThrow('the ruling failed');
    expect(await kinds()).toEqual(['deal_marked']);
  });

  it('tells of a login from somewhere new, not of the first one and not of one from where the owner was', async () => {
    const logIn = (agent: string) =>
      fetch(exchange.address + userLogin.path, {
        method: 'POST',
        headers: { 'user-agent': agent },
        body: new URLSearchParams({ user_string: `${BOB}@test`, password: 'Abcd9876' }),
      });
    // As in a database without a history: this table only grows.
    await exchange.queries.transaction().execute(async (transaction) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      await transaction.deleteFrom('security_events').execute();
    });
    await exchange.queries
      .updateTable('users')
      .set({ email: `${BOB}@test` })
      .where('id', '=', BigInt(BOB))
      .execute();
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
    for (const agent of [firefox, firefox, safari, firefox])
      expect((await logIn(agent)).status).toBe(200);
    expect(await messages({ user: BOB })).toMatchObject([
      {
        kind: 'login_new_device',
        topic: 'security',
        text: expect.stringContaining('Safari') as string,
      },
    ]);
  });
});

describe('pages and mails', () => {
  const look = () => exchange.announcer.rounds.runOnce();
  const tell = (kind: MessageKind, cause: string, at = new Date()) =>
    notify(exchange.queries, [
      {
        user: ALICE,
        kind,
        cause,
        facts: { currency: USDT, amount: '150000000', subject: 7, reason: 'late' },
        at,
      },
    ]);

  it('get each message once: an open page its number, the mailbox its words with the code against phishing', async () => {
    exchange.here.add(ALICE);
    await tell('deal_disputed', 'a');
    await look();
    await look();
    expect(exchange.told).toMatchObject([
      { user: ALICE, event: { unread: 1, messages: [{ kind: 'deal_disputed', topic: 'deals' }] } },
    ]);
    const sent = await mails();
    expect(sent).toMatchObject([
      { receiver: 'alice@people.example', subject: 'Meridian: Deal disputed' },
    ]);
    expect(sent[0]?.body).toContain('Deal 7 over 1.5 USDT');
    expect(sent[0]?.body).toContain('Alice77');
    expect(sent[0]?.body).toContain('(UTC+8)');
  });

  it('that were sent before a crash are the same mail', async () => {
    await tell('deal_disputed', 'a');
    await look();
    await exchange.queries
      .updateTable('notifications')
      .set({ state: 'mail', mail_due_at: new Date(0) })
      .execute();
    await look();
    expect(await mails()).toHaveLength(1);
  });

  it('wait for a provider that is down', async () => {
    await tell('deal_disputed', 'a');
    exchange.isMailDown = true;
    await look();
    expect(await mails()).toEqual([]);
    expect(exchange.alarms.at(-1)).toContain('mailed later');
    exchange.isMailDown = false;
    await exchange.queries
      .updateTable('notifications')
      .set({ mail_due_at: new Date(0) })
      .execute();
    await look();
    expect(await mails()).toHaveLength(1);
  });

  it('are gathered where they come often, and what is seen on an open page needs neither badge nor mail', async () => {
    await tell('order_filled', 'a');
    await tell('order_filled', 'b');
    await look();
    expect(await mails()).toEqual([]);
    await exchange.queries
      .updateTable('notifications')
      .set({ mail_due_at: new Date(0) })
      .where('cause', '=', 'a')
      .execute();
    await look();
    expect(await mails()).toMatchObject([{ subject: 'Meridian: 2 messages for you' }]);
    exchange.here.add(ALICE);
    await tell('order_filled', 'c');
    await tell('position_liquidated', 'd');
    await look();
    expect((await messages()).slice(0, 2).map(({ kind, is_read }) => [kind, is_read])).toEqual([
      ['position_liquidated', false],
      ['order_filled', true],
    ]);
    expect((await mails()).slice(1)).toMatchObject([{ subject: 'Meridian: Position liquidated' }]);
  });

  it.each([
    ['position_opened', 0],
    ['lock_opened', 0],
    ['convert_plan_ran', 0],
    ['loan_borrowed', 0],
    ['loan_repaid', 0],
    ['margin_call', 1],
    ['loan_warned', 1],
    ['loan_liquidated', 1],
    ['withdrawal_accepted', 1],
  ] as const)(
    'of what customers can cause at will wait, warnings do not: %s',
    async (kind, sent) => {
      await tell(kind, 'a');
      await look();
      expect(await mails()).toHaveLength(sent);
    },
  );

  it('go out for a withdrawal that is asked for, though somebody with a session looks on and would turn them off, with a link that freezes', async () => {
    exchange.here.add(ALICE);
    await exchange.call(messageSettingSave, { topic: 'withdrawals', mail: '0' }, alice);
    await tell('withdrawal_accepted', 'withdrawal-7');
    await look();
    expect(await messages()).toMatchObject([{ kind: 'withdrawal_accepted', is_read: false }]);
    const sent = await mails();
    expect(sent).toMatchObject([
      { receiver: 'alice@people.example', subject: 'Meridian: Withdrawal accepted' },
    ]);
    expect(sent[0]?.body).toMatch(/Freeze your account here:\n\/freeze\?lang=en#[\w-]{43}/);
    await tell('deal_disputed', 'a');
    await look();
    expect((await mails())[1]?.body).not.toContain('/freeze?');
  });

  it('tell of a freeze and of its end, whoever made it', async () => {
    const office = await theOffice();
    for (const frozen of ['1', '0'] as const)
      await office.as('compliance', officeUserFreeze, {
        id: ALICE,
        frozen,
        reason: 'The owner called.',
      });
    await look();
    const [sent] = await mails();
    expect(sent?.subject).toBe('Meridian: 2 messages for you');
    for (const part of [
      'Your account was frozen\nNobody can log in.',
      'Your account is open again\nYou can log in again. If you did not ask for it,',
      '/freeze?',
    ])
      expect(sent?.body).toContain(part);
    expect(sent?.body).not.toContain('The owner called.');
  });

  it('lead a frozen owner to no page of the account, for nobody can log in', async () => {
    const office = await theOffice();
    const freeze = async (frozen: '0' | '1') => {
      await office.as('compliance', officeUserFreeze, { id: ALICE, frozen, reason: 'Stolen.' });
      await look();
      return (await mails()).at(-1)?.body;
    };
    const frozen = await freeze('1');
    expect(frozen).toContain('Nobody can log in.');
    expect(frozen).not.toContain(textOf('en', 'message.foot'));
    expect(await freeze('0')).toContain(textOf('en', 'message.foot'));
  });

  it('are as their owner chose; those of security, withdrawals and loans always', async () => {
    const topics = await exchange.call(messageSettings, {}, alice);
    expect(topics.map(({ topic, mail, is_fixed }) => [topic, mail, is_fixed])).toEqual(
      MESSAGE_TOPICS.map((topic) => [
        topic,
        !['seconds', 'alerts'].includes(topic),
        ['security', 'withdrawals', 'loans'].includes(topic),
      ]),
    );
    await exchange.call(messageSettingSave, { topic: 'deals', mail: '0' }, alice);
    await exchange.call(messageSettingSave, { topic: 'seconds', mail: '1' }, alice);
    await exchange.call(messageSettingSave, { topic: 'security', mail: '0' }, alice);
    for (const kind of ['deal_disputed', 'login_new_device'] as const) await tell(kind, kind);
    await look();
    expect(await mails()).toMatchObject([
      { subject: 'Meridian: Login from a new device or place' },
    ]);
    expect(
      (await exchange.call(messageSettings, {}, { user: BOB })).every(
        ({ topic, mail }) => mail === !['seconds', 'alerts'].includes(topic),
      ),
    ).toBe(true);
  });

  it('leave out what is no news any more', async () => {
    await tell('deal_disputed', 'a', new Date(Date.now() - 25 * 3_600_000));
    await look();
    expect(await mails()).toEqual([]);
    expect(await kinds()).toEqual(['deal_disputed']);
  });
});

describe('warnings before a liquidation', () => {
  beforeEach(async () => {
    for (const [user, coins] of [
      [SYSTEM.house, 1_000_000n],
      [ALICE, 700n],
    ] as const) {
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user,
        wallet: 'margin',
        currency: USDT,
        amount: (coins * COIN) as Amount,
        reference: 'test',
      });
    }
    await exchange.call(
      marginSubmit,
      { legal_id: 3, currency_id: 1, multiple: 100, share: '1000', type: 1, status: 1 },
      alice,
    );
    await index(60_000);
  });
  const look = () => exchange.marginWatch.rounds.runOnce();
  const kinds = async () =>
    (await messages(alice, { topic: 'contracts' })).map(({ kind }) => kind).reverse();

  it('come once for each threshold, however the price trembles, and again after it has recovered', async () => {
    await look();
    expect(await kinds()).toEqual([]);
    // One coin at 600 USDT of margin: a hundred dollars are a sixth of it.
    for (const price of [59_700, 59_690, 59_710, 59_700]) await index(price).then(look);
    expect(await kinds()).toEqual(['margin_warning']);
    for (const price of [59_580, 59_590, 59_575]) await index(price).then(look);
    expect(await kinds()).toEqual(['margin_warning', 'margin_call']);
    await index(60_100).then(look);
    await index(59_700).then(look);
    expect(await kinds()).toEqual(['margin_warning', 'margin_call', 'margin_warning']);
    const [, call] = await messages(alice, { topic: 'contracts' });
    expect(call?.text).toMatch(
      /^The margin ratio of your USDT contract account has fallen to \d\d(?:\.\d+)?%\. At 30(?:\.00)?% its positions are liquidated\./,
    );
  });

  it('of an isolated position are its own: they name it, and its end forgets them', async () => {
    const isolated = { multiple: 100, share: '50', type: 1, status: 1, isolated: 1 } as const;
    const order = { legal_id: 3, currency_id: 1, ...isolated };
    const { id } = await exchange.call(marginSubmit, order, alice);
    await index(60_000).then(look);
    const ofPosition = async () =>
      (await messages(alice, { topic: 'contracts' }))
        .map(({ text }) => text)
        .filter((text) => text.includes('isolated'))
        .reverse();
    const rows = () =>
      exchange.queries.selectFrom('margin_warnings').selectAll().orderBy('position').execute();
    expect(await ofPosition()).toEqual([]);
    // A twentieth of a coin with 30 USDT of margin, beside the account, which is warned by itself.
    await index(59_690).then(look);
    expect(await kinds()).toEqual(['margin_warning', 'margin_warning']);
    await index(59_610).then(look);
    const told = await ofPosition();
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(
      new RegExp(
        `^The margin ratio of your isolated position ${id} \\(BTC/USDT\\) is \\d\\d(\\.\\d+)?%\\. At 30(\\.00)?% it is liquidated\\.`,
      ),
    );
    expect(await rows()).toMatchObject([{ position: 0n }, { position: BigInt(id), level: 2 }]);
    await exchange.restartMarginWatch().rounds.runOnce();
    expect(await ofPosition()).toEqual(told);
    await index(59_500).then(look);
    expect(await rows()).toMatchObject([{ position: 0n }]);
  });

  it('are remembered over a restart', async () => {
    await index(59_700).then(look);
    await exchange.restartMarginWatch().rounds.runOnce();
    expect(await kinds()).toEqual(['margin_warning']);
  });
});
