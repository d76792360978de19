import {
  earnBalanceSheet,
  earnCalendar,
  earnStatement,
  pledgeBuy,
  pledgeExit,
  pledgeLocks,
  pledgeProducts,
  savingsAuto,
  savingsBuy,
  savingsOwn,
  savingsProducts,
  savingsRates,
  savingsRedeem,
  wealthBuy,
  wealthExit,
  wealthExitTable,
  wealthLocks,
  wealthProducts,
  wealthRenew,
  type LockProduct,
  type OwnLock,
} from '@meridian/contract/earn/calls';
import type { Call } from '@meridian/contract/schema/call';
import { dashboard } from '@meridian/contract/office/calls';
import { userMessages } from '@meridian/contract/inbox/calls';
import { accountList } from '@meridian/contract/wallet/calls';
import { dataExport, dataExportPart, type ExportPart } from '@meridian/contract/personal/calls';
import { interestOf } from '@meridian/core/earn/interest';
import { earnPool, earnSource } from '@meridian/core/ledger/accounts';
import { walletDetail } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';
import { isPool } from '../../live/pool-interest.ts';
import { owedToCustomers } from '../custody/reserves.ts';
import { openLiveView } from '../live-view.ts';
import { seedEarn } from './seed.ts';

const DAY_MS = 86_400_000;
/** Products of the demo. */
const [WEEK, MONTH, QUARTER, BTC_PLEDGE, USDT_SAVINGS] = [1, 2, 3, 4, 6];
const COIN = 100_000_000n;

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await seedEarn(exchange.engine, exchange.live);
});

/** Time passes, and the engine hears of it. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    exchange.engine.advance(DAY_MS);
    await exchange.engine.submit({ kind: 'clock.tick' });
  }
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WireRefusal ? error.answer['code'] : error;
}

const lock = async (user: number, id: number, number: string, renews?: '0' | '1') =>
  (
    await exchange.call(
      wealthBuy,
      { id, number, ...(renews === undefined ? {} : { renews }) },
      { user },
    )
  ).id;

/** The whole answer to a call of Alice that is refused. */
async function answerOf(call: Call, input: Readonly<Record<string, string | number>>) {
  const response = await fetch(exchange.address + call.path, {
    method: 'POST',
    headers: { ...exchange.headers({ user: ALICE }), 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  return response.json() as Promise<unknown>;
}

const productFor = async (user: number, id: number): Promise<LockProduct | undefined> =>
  (await exchange.call(wealthProducts, {}, { user })).data.find((each) => each.id === id);

const locksOf = async (user: number): Promise<OwnLock[]> =>
  (await exchange.call(wealthLocks, {}, { user })).data;

describe('a lock', () => {
  it('is offered to a guest, and is bought, paid each day, and free at its end', async () => {
    const guest = (await exchange.call(wealthProducts, {})).data;
    expect(guest.map(({ id }) => id)).toEqual([WEEK, MONTH, QUARTER]);
    expect(guest[0]).toMatchObject({
      currency_name: 'USDT',
      period: 7,
      min_single_limit: '10',
      max_single_limit: '50000',
      min_daily_return_rate: '0.0136986',
      number: '0',
      exists: 0,
      early_keep_rate: '',
      capacity_left: '5000000',
      today_left: '500000',
    });
    const id = await lock(ALICE, WEEK, '1000');
    const total = interestOf(1_000n * COIN, 136_986, 7);
    expect(await productFor(ALICE, WEEK)).toMatchObject({
      number: '1000',
      exists: 1,
      capacity_left: '4999000',
      today_left: '499000',
    });
    expect(await productFor(BOB, WEEK)).toMatchObject({ number: '0', exists: 0 });
    expect(exchange.live.earn.source(exchange.live.earn.products()[0] as never).held).toBe(total);
    const [fresh] = await locksOf(ALICE);
    expect(fresh).toMatchObject({
      id,
      product_id: WEEK,
      caution_money: '1000',
      status: 1,
      interest_paid: '0',
      interest_total: '0.958902',
      reserved: '0.958902',
      days_paid: 0,
      can_exit: 1,
      exit_keeps: '0',
    });
    await pass(4);
    const [running] = await locksOf(ALICE);
    expect(running).toMatchObject({
      days_paid: 3,
      can_exit: 0,
      exit_keeps: '',
      interest_paid: '0.410958',
      reserved: '0.547944',
    });
    await pass(4);
    const [over] = await locksOf(ALICE);
    expect(over).toMatchObject({
      status: 2,
      ended_by: 'matured',
      interest_paid: '0.958902',
      reserved: '0',
      next_pay_at: 0,
    });
    expect(exchange.live.balance(ALICE, 'spot', 3)).toMatchObject({
      available: 100_000n * COIN + total,
      held: 0n,
    });
    expect(await locksOf(BOB)).toEqual([]);
    const { list } = await exchange.call(userMessages, {}, { user: ALICE });
    expect(list[0]).toMatchObject({ kind: 'lock_matured', topic: 'earn', subject: id });
    expect(list[1]).toMatchObject({ kind: 'lock_opened', subject: id });
    expect(list[1]?.text).toContain('1,000 USDT are locked for 7 days, and 0.958902 USDT');
  });

  it('is refused with the reason, and happens once under one key', async () => {
    const buy = (input: { id: number; number: string }, key?: string) =>
      exchange.call(wealthBuy, input, { user: ALICE, ...(key === undefined ? {} : { key }) });
    expect(await refusal(buy({ id: 999, number: '100' }))).toBe('earn_closed');
    expect(await refusal(buy({ id: BTC_PLEDGE, number: '1' }))).toBe('earn_closed');
    expect(await refusal(buy({ id: WEEK, number: '9' }))).toBe('earn_amount_invalid');
    expect(await refusal(buy({ id: WEEK, number: '50001' }))).toBe('earn_amount_invalid');
    expect(await refusal(buy({ id: WEEK, number: '-5' }))).toBe('number_not_positive');
    const [first, again] = [
      await buy({ id: WEEK, number: '100' }, 'one-intention'),
      await buy({ id: WEEK, number: '100' }, 'one-intention'),
    ];
    expect(again.id).toBe(first.id);
    expect(await locksOf(ALICE)).toHaveLength(1);
    expect(await refusal(buy({ id: WEEK, number: '100' }))).toBe('lock_running');
    await buy({ id: MONTH, number: '50000' });
    expect(await refusal(buy({ id: QUARTER, number: '50000' }))).toBe('balance_insufficient');
  });

  it('ends early where its terms allow that, for what the table has said', async () => {
    const id = await lock(ALICE, MONTH, '1000');
    const table = await exchange.call(wealthExitTable, { id: MONTH, number: '1000' });
    expect(table).toHaveLength(30);
    await pass(4);
    const [running] = await locksOf(ALICE);
    expect(running).toMatchObject({ can_exit: 1, days_paid: 3, exit_keeps: table[2]?.kept });
    expect(running?.interest_paid).toBe(table[2]?.interest);
    expect(await refusal(exchange.call(wealthExit, { id }, { user: BOB }))).toBe('lock_not_found');
    expect(await refusal(exchange.call(wealthExit, { id: 99_999 }, { user: BOB }))).toBe(
      'lock_not_found',
    );
    const exit = () => exchange.call(wealthExit, { id }, { user: ALICE, key: 'exit' });
    expect(await exit()).toBe(await exit());
    const [over] = await locksOf(ALICE);
    expect(over).toMatchObject({ status: 2, ended_by: 'exited', interest_paid: table[2]?.kept });
    const { data: days } = await exchange.call(earnStatement, {}, { user: ALICE });
    expect(days.map(({ formula }) => formula)).toEqual(['exit', 'lock', 'lock', 'lock']);
    expect(days[0]).toMatchObject({ principal: table[2]?.interest, rate: '50', period: 30 });
    const sum = days.reduce((total, { interest }) => total + Number(interest), 0);
    expect(sum).toBeCloseTo(Number(table[2]?.kept), 8);
    // Before its first midnight every lock can be undone.
    const undone = await lock(BOB, WEEK, '100');
    await exchange.call(wealthExit, { id: undone }, { user: BOB });
    const week = await lock(BOB, WEEK, '100');
    await pass(1);
    expect(await refusal(exchange.call(wealthExit, { id: week }, { user: BOB }))).toBe(
      'lock_fixed',
    );
  });

  it('renews, or says why not', async () => {
    const id = await lock(ALICE, WEEK, '1000', '1');
    await pass(8);
    const [next, before] = await locksOf(ALICE);
    expect(before).toMatchObject({ id, status: 2, renewed_by: next?.id });
    expect(next).toMatchObject({ status: 1, renews: 1, caution_money: '1000' });
    const product = exchange.live.earn.product(WEEK);
    if (product === undefined) throw new Error('the demo has no such product');
    await exchange.engine.submit({ kind: 'earn.product', product: { ...product, isOpen: false } });
    await exchange.call(wealthRenew, { id: next?.id ?? 0, renews: '1' }, { user: ALICE });
    expect(
      await refusal(exchange.call(wealthRenew, { id: next?.id ?? 0, renews: '0' }, { user: BOB })),
    ).toBe('lock_not_found');
    await pass(8);
    expect((await locksOf(ALICE))[0]).toMatchObject({ status: 2, renewed_by: 0 });
    const { list } = await exchange.call(userMessages, {}, { user: ALICE });
    expect(list.map(({ kind }) => kind).slice(0, 2)).toEqual(['lock_not_renewed', 'lock_renewed']);
    expect(list[0]?.text).toContain('not sold any more');
  });

  it('does not renew when the early exit is gone, and says so', async () => {
    const month = exchange.live.earn.product(MONTH);
    if (month?.earlyKeepBps === undefined) throw new Error('the demo has no such product');
    const { earlyKeepBps: _exit, ...product } = month;
    await lock(ALICE, MONTH, '1000', '1');
    await exchange.engine.submit({ kind: 'earn.product', product });
    await pass(product.days + 1);
    expect((await locksOf(ALICE))[0]).toMatchObject({ status: 2, renewed_by: 0 });
    const { list } = await exchange.call(userMessages, {}, { user: ALICE });
    expect(list[0]).toMatchObject({ kind: 'lock_not_renewed' });
    expect(list[0]?.text).toContain('terms are others');
  });

  it('is in the calendar, the statement of interest, and the statement of the wallet', async () => {
    await lock(ALICE, MONTH, '1000');
    const { data } = await exchange.call(earnCalendar, {}, { user: ALICE });
    expect(data).toMatchObject([{ product_id: MONTH, kind: 'wealth', principal: '1000' }]);
    await pass(3);
    const days = (await exchange.call(earnStatement, {}, { user: ALICE })).data;
    expect(days.map(({ paid_days }) => paid_days)).toEqual([2, 1]);
    const paid = (n: number) => interestOf(1_000n * COIN, 164_384, n);
    expect(days[0]?.interest).toBe((Number(paid(2) - paid(1)) / 1e8).toString());
    const rows = (await exchange.call(accountList, {}, { user: ALICE })).data;
    expect(rows.filter(({ info }) => info === 'Interest')).toHaveLength(2);
  });
});

describe('a pledge', () => {
  it("answers a stranger's lock as one that does not exist, of whatever kind and state it is", async () => {
    const wealth = await lock(BOB, WEEK, '1000');
    const pledged = await exchange.call(pledgeBuy, { id: BTC_PLEDGE, number: '1' }, { user: BOB });
    for (const call of [wealthExit, pledgeExit, wealthRenew]) {
      const refusalOf = (id: number) => answerOf(call, { id, renews: '1' });
      const absent = await refusalOf(999);
      expect(absent).toMatchObject({ code: 'lock_not_found' });
      for (const id of [wealth, pledged.id])
        expect(await refusalOf(id), `${call.path} ${id}`).toEqual(absent);
    }
  });

  it('is bought and listed apart from the other locks', async () => {
    const { data } = await exchange.call(pledgeProducts, {}, { user: ALICE });
    expect(data.map(({ currency_name }) => currency_name)).toEqual(['BTC', 'ETH']);
    await exchange.call(pledgeBuy, { id: BTC_PLEDGE, number: '1' }, { user: ALICE });
    const { data: own } = await exchange.call(pledgeLocks, {}, { user: ALICE });
    expect(own).toMatchObject([{ product_id: BTC_PLEDGE, status: 1, caution_money: '1' }]);
    expect(await locksOf(ALICE)).toEqual([]);
    const pledge = own[0]?.id ?? 0;
    expect(await refusal(exchange.call(wealthExit, { id: pledge }, { user: ALICE }))).toBe(
      'lock_not_found',
    );
  });
});

describe('savings', () => {
  const save = (user: number, number: string, key?: string) =>
    exchange.call(
      savingsBuy,
      { id: USDT_SAVINGS, number },
      { user, ...(key === undefined ? {} : { key }) },
    );
  const own = async (user: number) => (await exchange.call(savingsOwn, {}, { user })).data[0];

  it('earn from the next midnight on, and are redeemed with their interest', async () => {
    await save(ALICE, '1000', 'one');
    await save(ALICE, '1000', 'one');
    expect(await own(ALICE)).toMatchObject({ number: '1000', earning: '0', pending: '1000' });
    await pass(3);
    expect(await own(ALICE)).toMatchObject({
      number: '1000',
      earning: '1000',
      interest: '0.219178',
      redeemable: '1000',
    });
    expect(await exchange.call(walletDetail, { currency: 3 }, { user: ALICE })).toMatchObject({
      change_balance: '99000',
      savings_balance: '1000.219178',
    });
    const { data: rates } = await exchange.call(savingsRates, { id: USDT_SAVINGS });
    expect(rates.slice(0, 2)).toMatchObject([
      { rate: '0.0109589', wanted: '0.0109589', is_cut: 0, interest: '0.109589' },
      { rate: '0.0109589', is_cut: 0, interest: '0.109589' },
    ]);
    const { data: days } = await exchange.call(earnStatement, {}, { user: ALICE });
    expect(days).toMatchObject([
      { kind: 'savings', principal: '1000', interest: '0.109589', formula: 'savings' },
      { kind: 'savings', principal: '1000', interest: '0.109589' },
    ]);
    const redeem = (number?: string) =>
      exchange.call(
        savingsRedeem,
        { id: USDT_SAVINGS, ...(number === undefined ? { all: '1' as const } : { number }) },
        { user: ALICE },
      );
    expect(await refusal(redeem('1000.5'))).toBe('saving_short');
    // A blank amount does not mean all.
    for (const input of [{}, { number: '' }])
      expect(await answerOf(savingsRedeem, { id: USDT_SAVINGS, ...input })).toMatchObject({
        code: 'field_missing',
        field: 'number',
      });
    expect(
      await answerOf(savingsRedeem, { id: USDT_SAVINGS, number: '1', all: '1' }),
    ).toMatchObject({ code: 'input_invalid', field: 'all' });
    await redeem('400');
    expect(await own(ALICE)).toMatchObject({ number: '600', interest: '0' });
    await redeem();
    expect(await own(ALICE)).toBeUndefined();
    expect(await refusal(redeem())).toBe('saving_not_found');
    expect(exchange.live.balance(ALICE, 'spot', 3).available).toBe(100_000n * COIN + 21_917_800n);
  });

  it('save what is idle after a midnight', async () => {
    await exchange.call(
      savingsAuto,
      { id: USDT_SAVINGS, is_on: '1', keep: '99000' },
      { user: ALICE },
    );
    const [offered] = (await exchange.call(savingsProducts, {}, { user: ALICE })).data;
    expect(offered).toMatchObject({ id: USDT_SAVINGS, is_auto: 1, auto_keep: '99000' });
    await pass(1);
    expect(await own(ALICE)).toMatchObject({ number: '1000', pending: '1000' });
    await exchange.call(savingsAuto, { id: USDT_SAVINGS, is_on: '0' }, { user: ALICE });
    expect((await exchange.call(savingsProducts, {}, { user: ALICE })).data[0]).toMatchObject({
      is_auto: 0,
      auto_keep: '',
    });
  });

  it('count as owed to customers, once, with their interest', async () => {
    const customers = async () =>
      (await office.as('auditor', dashboard, {})).sums.find(({ currency }) => currency === 3);
    const before = await customers();
    const owed = owedToCustomers(exchange.live).get(3) ?? 0n;
    await save(ALICE, '1000');
    expect(await customers()).toEqual(before);
    expect(owedToCustomers(exchange.live).get(3)).toBe(owed);
    await pass(3);
    const after = await customers();
    expect(Number(after?.customers) - Number(before?.customers)).toBeCloseTo(0.219178, 8);
    expect(after?.sum).toBe('0');
    expect(owedToCustomers(exchange.live).get(3)).toBe(owed + 21_917_800n);
    // Money of the sources is the house's until it is paid.
    expect(isPool(earnSource(USDT_SAVINGS))).toBe(false);
    expect([earnPool(1), earnPool(1_023)].every(isPool)).toBe(true);
    expect([earnPool(0), earnPool(1_024), ALICE].some(isPool)).toBe(false);
  });
});

describe('a product that cannot take more', () => {
  const relist = async (change: object) => {
    const product = exchange.live.earn.product(WEEK);
    if (product === undefined) throw new Error('the demo has no such product');
    await exchange.engine.submit({ kind: 'earn.product', product: { ...product, ...change } });
  };
  const buy = (user: number, number: string) =>
    refusal(exchange.call(wealthBuy, { id: WEEK, number }, { user }));

  it('says whether it is full, used up today, or not funded', async () => {
    await relist({ capacity: (100n * COIN) as Amount });
    expect(await buy(ALICE, '101')).toBe('earn_full');
    await relist({ capacity: (1_000n * COIN) as Amount, dayQuota: (100n * COIN) as Amount });
    expect(await productFor(ALICE, WEEK)).toMatchObject({
      capacity_left: '1000',
      today_left: '100',
    });
    expect(await buy(ALICE, '101')).toBe('earn_quota_reached');
    await lock(ALICE, WEEK, '60');
    expect(await buy(BOB, '41')).toBe('earn_quota_reached');
    await pass(1);
    expect(await buy(BOB, '41')).toBeUndefined();
  });

  it('has room for others again when somebody leaves the same day', async () => {
    await relist({ dayQuota: (100n * COIN) as Amount, earlyKeepBps: 5_000 });
    const id = await lock(ALICE, WEEK, '100');
    expect(await productFor(BOB, WEEK)).toMatchObject({ today_left: '0' });
    await exchange.call(wealthExit, { id }, { user: ALICE });
    expect(await productFor(BOB, WEEK)).toMatchObject({ today_left: '100' });
    expect(await buy(BOB, '100')).toBeUndefined();
  });

  it('sells as much as its source can reserve the interest of, and not a unit more', async () => {
    const { available } = exchange.live.earn.source(
      exchange.live.earn.product(WEEK) ?? expect.unreachable(),
    );
    const left = (interestOf(1_000n * COIN, 136_986, 7) * 3n) / 2n;
    await exchange.engine.submit({
      kind: 'earn.fund',
      product: WEEK,
      direction: 'out',
      amount: (available - left) as Amount,
    });
    const most = (await productFor(ALICE, WEEK))?.funded_left ?? '';
    const units = BigInt(Math.round(Number(most) * 1e8));
    expect(await buy(BOB, formatDecimal(units + 1n, 8))).toBe('earn_unfunded');
    expect(await buy(ALICE, most)).toBeUndefined();
    expect(await productFor(BOB, WEEK)).toMatchObject({ exists: 0 });
  });
});

describe('an account', () => {
  it('with savings is not empty, and takes its interest along', async () => {
    await exchange.call(savingsBuy, { id: USDT_SAVINGS, number: '100' }, { user: ALICE });
    await lock(ALICE, MONTH, '100');
    await pass(3);
    await exchange.stepUp(ALICE);
    await exchange.call(dataExport, {}, { user: ALICE });
    const part = async (name: ExportPart) =>
      await exchange.call(dataExportPart, { part: name }, { user: ALICE });
    const { head, rows } = await part('interest');
    expect(head).toEqual(expect.arrayContaining(['day', 'principal', 'rate', 'interest']));
    expect(rows).toHaveLength(4);
    expect((await part('locks')).rows).toHaveLength(1);
    expect((await part('savings')).rows).toHaveLength(1);
    expect(exchange.live.earn.hasSavings(ALICE)).toBe(true);
    await exchange.call(savingsRedeem, { id: USDT_SAVINGS, all: '1' }, { user: ALICE });
    expect(exchange.live.earn.hasSavings(ALICE)).toBe(false);
  });
});

describe('a debt', () => {
  it('takes savings, and their owner is told', async () => {
    await lock(ALICE, MONTH, '50000');
    await exchange.call(savingsBuy, { id: USDT_SAVINGS, number: '50000' }, { user: ALICE });
    await creditNetwork();
    const deposit = { network: 2, transaction: '0xfeed', output: 0 } as const;
    const amount = (1_500n * COIN) as Amount;
    await exchange.engine.submit({ kind: 'custody.deposit', ...deposit, user: ALICE, amount });
    await lock(ALICE, QUARTER, '1500');
    await exchange.engine.submit({ kind: 'custody.reverse', ...deposit });
    const { data } = await exchange.call(savingsOwn, {}, { user: ALICE });
    const left = Number(data[0]?.number ?? '0');
    expect(left).toBeLessThanOrEqual(48_500);
    const { list } = await exchange.call(userMessages, {}, { user: ALICE });
    expect(list.map(({ kind }) => kind)).toContain('savings_collected');
    exchange.engine.exchange.verify();
  });

  it('ends locks where nothing else is left, and their owner is told', async () => {
    await lock(ALICE, MONTH, '50000');
    await lock(ALICE, QUARTER, '48500');
    await creditNetwork();
    const deposit = { network: 2, transaction: '0xfeed', output: 0 } as const;
    const amount = (1_500n * COIN) as Amount;
    await exchange.engine.submit({ kind: 'custody.deposit', ...deposit, user: ALICE, amount });
    const id = await lock(ALICE, WEEK, '3000');
    await pass(4);
    await exchange.engine.submit({ kind: 'custody.reverse', ...deposit });
    const [newest, ...others] = await locksOf(ALICE);
    // Three days of 0.410958, and half of the coins pay the debt.
    expect(newest).toMatchObject({ id, ended_by: 'collected', interest_paid: '0.616437' });
    expect(others.map(({ status }) => status)).toEqual([1, 1]);
    const { list } = await exchange.call(userMessages, {}, { user: ALICE });
    const told = list.find(({ kind }) => kind === 'lock_collected');
    expect(told?.text).toContain(`Lock ${id}: 3,000 USDT and 0.616437 USDT of interest went to`);
    expect(exchange.live.balance(ALICE, 'spot', 3).available).toBe(1_500n * COIN + 61_643_700n);
    const { data: days } = await exchange.call(earnStatement, {}, { user: ALICE });
    expect(days.find(({ formula }) => formula === 'debt')).toMatchObject({
      ...{ lock: id, principal: '1.232874', interest: '-0.616437', currency_name: 'USDT' },
    });
    exchange.engine.exchange.verify();
  });

  async function creditNetwork(): Promise<void> {
    const coins = (count: bigint): Amount => (count * COIN) as Amount;
    const { outcome } = await exchange.engine.submit({
      kind: 'custody.network',
      network: {
        ...{ id: 2, currency: 3, name: 'erc20', worthMarket: 0, isOpen: true, newAddressWaitMs: 0 },
        ...{ minDeposit: coins(1n), minWithdrawal: coins(10n), maxWithdrawal: coins(100_000n) },
        ...{ fee: coins(3n), maxPerHour: coins(1_000_000n), maxPerDay: coins(1_000_000n) },
        ...{ oneApprovalFrom: coins(1_000n), twoApprovalsFrom: coins(50_000n) },
      },
    });
    expect(outcome.ok).toBe(true);
  }
});

describe('where the interest comes from', () => {
  it('is public: what each source has, has promised, and has paid', async () => {
    await lock(ALICE, WEEK, '10000');
    await pass(3);
    const { data } = await exchange.call(earnBalanceSheet, {});
    expect(data).toHaveLength(7);
    expect(data[0]).toMatchObject({
      id: WEEK,
      kind: 'wealth',
      principal: '10000',
      lent: '0',
      budget: '9990.41098',
      reserved: '6.8493',
      paid_30d: '2.73972',
      income_30d: '0',
      // Two days cost 2.73972: thirty would cost 41.0958.
      months: '243.1',
    });
    expect(data[1]).toMatchObject({ principal: '0', reserved: '0', months: null });
  });

  it('is summed once a minute, however many ask', async () => {
    await lock(ALICE, WEEK, '10000');
    await pass(3);
    const paid = async () => (await exchange.call(earnBalanceSheet, {})).data[0]?.paid_30d;
    expect(await paid()).toBe('2.73972');
    await exchange.queries.deleteFrom('earn_interest').execute();
    exchange.engine.advance(59_000);
    expect(await paid()).toBe('2.73972');
    exchange.engine.advance(1_000);
    expect(await paid()).toBe('0');
  });
});

describe('everything', () => {
  it('is the same after a rebuild of the tables and in a new live view', async () => {
    await lock(ALICE, MONTH, '1000', '1');
    await exchange.call(savingsBuy, { id: USDT_SAVINGS, number: '700' }, { user: ALICE });
    await exchange.call(savingsAuto, { id: USDT_SAVINGS, is_on: '1', keep: '9' }, { user: BOB });
    await pass(3);
    const seen = async () => [
      await locksOf(ALICE),
      (await exchange.call(earnStatement, {}, { user: ALICE })).data,
      (await exchange.call(earnBalanceSheet, {})).data,
    ];
    const before = await seen();
    await exchange.rebuild();
    // The sums of the balance sheet are kept for a minute.
    exchange.engine.advance(60_000);
    expect(await seen()).toEqual(before);
    const { live, engine } = exchange;
    const other = openLiveView();
    other.load(await engine.recovered());
    const stateOf = ({ earn }: typeof live) => [
      earn.products(),
      earn.locks(ALICE),
      [...earn.allSavings()],
      earn.products().map((each) => [earn.pool(each.id), earn.principal(each.id), earn.lent(each)]),
      earn.autoKeep(USDT_SAVINGS, BOB),
    ];
    expect(stateOf(other)).toEqual(stateOf(live));
    engine.exchange.verify();
  });
});
