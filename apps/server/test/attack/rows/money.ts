/** Attacks on money: withdrawals, deals with acceptors, orders that only cost the house. */
import { acceptorAct, acceptorDeal, acceptorDeals } from '@meridian/contract/acceptor/calls';
import { CODE_RULES, userLogin } from '@meridian/contract/account/calls';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import {
  cancelWithdrawal,
  confirmBegin,
  withdraw,
  withdrawals,
} from '@meridian/contract/custody/calls';
import { demoFaucet } from '@meridian/contract/demo/calls';
import { cashSave } from '@meridian/contract/identity/calls';
import { officeUserFreeze } from '@meridian/contract/account/office';
import { officeWithdrawalDecide } from '@meridian/contract/custody/office';
import { transactionIn } from '@meridian/contract/spot/calls';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestAuthenticator } from '../../people/authenticator.ts';
import type { DemoHouse } from '../house/house.ts';
import type { Customer } from '../house/people.ts';
import { counted, judge, parallel, times, type Outcome, type Row } from '../row.ts';

/** Addresses that belong to no customer. They have no letters, so their checksum is right. */
const OUTSIDE = `0x${'42'.repeat(20)}`;
const ELSEWHERE = `0x${'24'.repeat(20)}`;
const OPEN_WITHIN_MS = 60_000;
const BANK = '6222021234567890';

async function statesOf(customer: Customer): Promise<string[]> {
  return (await customer.ask(withdrawals, {})).list.map(({ status }) => status);
}

/**
 * The chain opens a little after the server serves.
 * @param device that confirms the withdrawal; the mail does without one
 */
async function firstWithdrawal(
  customer: Customer,
  address: string,
  device?: TestAuthenticator,
): Promise<void> {
  const deadline = Date.now() + OPEN_WITHIN_MS;
  for (;;) {
    const verdict = await customer.withdraw(
      { currency: 3, number: '10', address, type: 'erc20' },
      device,
    );
    if (verdict === 'accepted') return;
    if (Date.now() > deadline) throw new Error(`no withdrawal: ${verdict}`);
    await delay(500);
  }
}

/** Begins a withdrawal under the same conditions. */
async function begunWithdrawal(
  customer: Customer,
  terms: CallInput<typeof confirmBegin>,
): Promise<CallOutput<typeof confirmBegin>> {
  for (const deadline = Date.now() + OPEN_WITHIN_MS; Date.now() < deadline; await delay(500)) {
    const { body } = await customer.send(confirmBegin, terms);
    if (body.type === 'ok') return body.message as CallOutput<typeof confirmBegin>;
    if (body.code !== 'custody_closed') throw new Error(`no confirmation: ${body.code}`);
  }
  throw new Error('no network has opened');
}

async function splitWithdrawals(demo: DemoHouse): Promise<Outcome> {
  const thief = await demo.demoCustomer('demo@meridian.test');
  const device = await thief.ownPasskey();
  await firstWithdrawal(thief, OUTSIDE, device);
  const part = { currency: 3, number: '900', address: OUTSIDE, type: 'erc20' } as const;
  const second = await thief.withdraw(part, device);
  // With more proofs at once than these the server would delay them.
  const others = await parallel(times(60), 4, () => thief.withdraw(part, device));
  await delay(6_000);
  const [left] = await demo.server.sql<{ count: string; sum: string }>(
    `SELECT count(*), coalesce(sum(amount), 0) AS sum FROM withdrawals WHERE user_id = $1 AND status NOT IN ('requested', 'cancelled', 'rejected')`,
    [thief.user],
  );
  const usdt = Number(left?.sum ?? 0) / 1e8;
  return judge(
    `10 USDT wait; 900 more: ${second}; 60 more, four at once: ${counted(others)}; ${usdt} USDT left without an operator`,
    { 'nothing leaves': usdt === 0 },
  );
}

async function frozenMoney(demo: DemoHouse): Promise<Outcome> {
  const victim = await demo.newcomer();
  await victim.ask(demoFaucet, {});
  await firstWithdrawal(victim, ELSEWHERE);
  const id = (await victim.ask(withdrawals, {})).list[0]?.id ?? 0;
  await demo.owner.ask(officeUserFreeze, { id: victim.user, frozen: '1', reason: 'Stolen' });
  const approved = await demo.approver.verdict(officeWithdrawalDecide, { id, approved: '1' });
  await delay(1_500);
  const [row] = await demo.server.sql<{ status: string }>(
    'SELECT status FROM withdrawals WHERE id = $1',
    [id],
  );
  return judge(`approving what a frozen account had asked for: ${approved}; it is ${row?.status}`, {
    'it is given back': row?.status === 'cancelled' || row?.status === 'rejected',
    'nobody approves it any more': approved !== 'accepted',
  });
}

/** The seller has an old account to be paid to, and the demo's acceptor buys. */
async function saleOf(
  demo: DemoHouse,
  seller: Customer,
  money: string,
  account = BANK,
): Promise<string> {
  const [acceptor] = await demo.server.sql<{ id: string }>('SELECT id FROM acceptors LIMIT 1');
  return seller.verdict(acceptorDeal, {
    acceptor_id: Number(acceptor?.id),
    way: 'bank',
    type: 'sell',
    mobile: '13900000000',
    deal_account: account,
    money,
  });
}

async function sellerWithAccount(demo: DemoHouse): Promise<Customer> {
  const seller = await demo.demoCustomer('demo@meridian.test');
  // While a withdrawal waits for an operator, no other funds of the account leave.
  for (const { id, is_cancellable } of (await seller.ask(withdrawals, {})).list)
    if (is_cancellable === 1) await seller.ask(cancelWithdrawal, { id });
  await seller.ask(cashSave, {
    real_name: 'Demo User',
    bank_name: 'Demo Bank',
    bank_account: BANK,
  });
  await demo.server.sql(
    `UPDATE payment_methods SET bank_since = bank_since - interval '2 days' WHERE user_id = $1`,
    [seller.user],
  );
  return seller;
}

async function salePaysItself(demo: DemoHouse): Promise<Outcome> {
  const seller = await sellerWithAccount(demo);
  const sold = await saleOf(demo, seller, '715');
  const buyer = await demo.demoCustomer('demo2@meridian.test');
  const deal = (await buyer.ask(acceptorDeals, { as: 'acceptor' })).list.find(
    ({ is_sure }) => is_sure === 0,
  );
  if (deal === undefined) throw new Error(`no deal: ${sold}`);
  const messagesBefore = (await demo.messagesTo(seller.account)).length;
  await buyer.ask(acceptorAct, { id: deal.id, act: 'mark' });
  await demo.server.sql(
    `UPDATE acceptor_deals SET marked_at = marked_at - interval '3 days', updated_at = updated_at - interval '3 days' WHERE id = $1`,
    [deal.id],
  );
  // The server checks deals every five seconds.
  await delay(7_000);
  const after = (await seller.ask(acceptorDeals, {})).list.find(({ id }) => id === deal.id);
  const messages = (await demo.messagesTo(seller.account)).length - messagesBefore;
  return judge(
    `marked as paid three days ago: is_sure ${after?.is_sure}, disputed ${after?.is_disputed}, ${messages} mails to the seller`,
    { 'the coins are not the buyer’s': after?.is_sure !== 1, 'the seller is told': messages > 0 },
  );
}

async function saleInPlaceOfWithdrawal(demo: DemoHouse): Promise<Outcome> {
  const thief = await sellerWithAccount(demo);
  const foreign = await saleOf(demo, thief, '715', '6200009999999999');
  const large = await saleOf(demo, thief, '49000');
  const parts: string[] = [];
  for (const _ of times(3)) parts.push(await saleOf(demo, thief, '7000'));
  return judge(
    `to an account that nobody saved: ${foreign}; 49,000 CNY at once: ${large}; in three parts of 7,000: ${counted(parts)}`,
    {
      'only to saved accounts': foreign !== 'accepted',
      'what needs an operator is refused': large !== 'accepted',
      'parts add up': parts.filter((part) => part === 'accepted').length < 2,
    },
  );
}

async function oldProof(demo: DemoHouse): Promise<Outcome> {
  const victim = await demo.newcomer();
  await victim.ask(demoFaucet, {});
  const thief = victim.elsewhere();
  const { body } = await thief.send(userLogin, {
    user_string: victim.account,
    password: victim.password,
  });
  thief.token = String(body.message);
  await demo.server.sql(
    `UPDATE sessions SET stepped_up_at = stepped_up_at - interval '11 minutes' WHERE user_id = $1`,
    [victim.user],
  );
  const old = await thief.withdraw({
    currency: 3,
    number: '50',
    address: ELSEWHERE,
    type: 'erc20',
  });
  const fresh = await thief.elsewhere().logIn();
  await firstWithdrawal(fresh, ELSEWHERE);
  const [first] = await statesOf(fresh);
  await fresh.send(cancelWithdrawal, { id: (await fresh.ask(withdrawals, {})).list[0]?.id ?? 0 });
  return judge(
    `eleven minutes after the login: ${old}; with a new session of a new device: ${first}`,
    {
      'an old session asks for a proof': old !== 'accepted',
      'a new device waits for an operator': first === 'applying',
    },
  );
}

/**
 * A thief has the token of a session whose owner has just stepped up, but neither mailbox, phone
 * nor passkey.
 */
async function sessionOfProven(demo: DemoHouse): Promise<Outcome> {
  const [mailed, keyed] = [await demo.newcomer(), await demo.newcomer()];
  const device = await keyed.ownPasskey();
  const seen: string[] = [];
  const expected: string[] = [];
  const ownTerms = { currency: 3, number: '50', address: OUTSIDE, type: 'erc20' } as const;
  const thiefTerms = { ...ownTerms, address: ELSEWHERE };
  for (const victim of [mailed, keyed]) {
    await victim.ask(demoFaucet, {});
    const thief = victim.elsewhere();
    thief.token = victim.token;
    // The owner's confirmation is good for that withdrawal alone, in the thief's hands too.
    const { ticket, options } = await begunWithdrawal(victim, ownTerms);
    const value =
      victim === keyed
        ? device.get(options, victim.wire.origin)
        : await demo.codeFor(victim.account);
    for (const changed of [thiefTerms, { ...ownTerms, number: '500' }])
      seen.push(await thief.verdict(withdraw, { ...changed, ticket, value }));
    // The same ticket and proof work for their own withdrawal, so the refusals above were not for
    // another reason.
    seen.push(await victim.verdict(withdraw, { ...ownTerms, ticket, value }));
    await demo.minutePasses(victim.account);
    const begun = await thief.ask(confirmBegin, thiefTerms);
    for (const guess of times(CODE_RULES.tries + 1))
      seen.push(
        await thief.verdict(withdraw, {
          ...thiefTerms,
          ticket: begun.ticket,
          value: String(100_000 + guess),
        }),
      );
    seen.push(await thief.verdict(withdraw, thiefTerms));
    expected.push(
      ...['confirmation_invalid', 'confirmation_invalid', 'accepted'],
      ...times(CODE_RULES.tries).map(() => (victim === keyed ? 'passkey_invalid' : 'code_wrong')),
      ...['confirmation_invalid', 'confirmation_invalid'],
    );
  }
  const made = await demo.server.sql<{ address: string }>(
    'SELECT address FROM withdrawals WHERE user_id = ANY ($1)',
    [[mailed.user, keyed.user]],
  );
  const isNotified = (await demo.messagesTo(mailed.account)).some(
    ({ text }) => text.includes(ELSEWHERE) && text.includes('/freeze'),
  );
  return judge(
    `${seen.length} requests with the session, two of them the owners’: ${counted(seen)}; ${made.length} withdrawals`,
    {
      'the owners’ withdrawals are made, and no other':
        counted(made.map(({ address }) => address)) === `${OUTSIDE} 2`,
      'each request is answered as the contract says': seen.join() === expected.join(),
      'the owner reads the address, with a link that freezes': isNotified,
    },
  );
}

async function refusalsForEver(demo: DemoHouse): Promise<Outcome> {
  const pauper = await demo.newcomer();
  const rows = async (): Promise<number> =>
    Number(
      (
        await demo.server.sql<{ count: string }>(
          `SELECT count(*) FROM journal WHERE payload LIKE $1`,
          [`%"user":${pauper.user},%`],
        )
      )[0]?.count,
    );
  const before = await rows();
  const verdicts = await parallel(times(150), 8, () =>
    pauper.verdict(transactionIn, {
      legal_id: 3,
      currency_id: 1,
      price: '1000000',
      num: '1',
      mode: '2',
    }),
  );
  const made = (await rows()) - before;
  return judge(
    `150 orders of an account without a coin (${counted(verdicts)}): ${made} rows of the journal`,
    { 'refusals leave nothing': made === 0, 'none is accepted': !verdicts.includes('accepted') },
  );
}

export const MONEY_ROWS: readonly Row[] = [
  {
    id: '2',
    tries: 'withdraw in 60 parts, four at a time, to an address that waits',
    against: 'demo',
    run: ({ demo }) => splitWithdrawals(demo),
  },
  {
    id: '8b',
    tries: 'have a frozen account’s withdrawal approved',
    against: 'demo',
    run: ({ demo }) => frozenMoney(demo),
  },
  {
    id: '11',
    tries: 'be paid without paying: mark a deal and wait',
    against: 'demo',
    run: ({ demo }) => salePaysItself(demo),
  },
  {
    id: '24',
    tries: 'fill the journal with orders that are refused',
    against: 'demo',
    run: ({ demo }) => refusalsForEver(demo),
  },
  {
    id: '27',
    tries: 'sell to an acceptor what a withdrawal would need an operator for',
    against: 'demo',
    run: ({ demo }) => saleInPlaceOfWithdrawal(demo),
  },
  {
    id: '30',
    tries: 'withdraw with a session alone',
    against: 'demo',
    run: ({ demo }) => oldProof(demo),
  },
  {
    id: '30c',
    tries: 'withdraw with a session whose owner has just proven themselves',
    against: 'demo',
    run: ({ demo }) => sessionOfProven(demo),
  },
];
