import {
  loanBorrow,
  loanCollateral,
  loanEvents,
  loanMy,
  loanOffers,
  loanRepay,
  type LoanOut,
} from '@meridian/contract/loan/calls';
import { userMessages } from '@meridian/contract/inbox/calls';
import { walletDetail } from '@meridian/contract/wallet/calls';
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, TestExchange, WireRefusal } from '../../../test/test-exchange.ts';
import { fundDemoHouse } from '../wallet/demo-funding.ts';
import { seedLoans } from './seed.ts';

const COIN = 100_000_000n;
const HOUR_MS = 3_600_000;

let exchange: TestExchange;

beforeAll(async () => (exchange = await TestExchange.open()));
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await fundDemoHouse(exchange.engine, exchange.live);
  await seedLoans(exchange.engine, exchange.live);
});

async function must(command: Command): Promise<number> {
  const { outcome } = await exchange.engine.submit(command);
  if (!outcome.ok) throw new Error(`${command.kind} was refused: ${outcome.rejection}`);
  return outcome.id ?? 0;
}

/** Bitcoin's index now, in whole USDT, for so long that the mark has arrived there. */
async function price(usdt: number, afterMs = 6_000): Promise<void> {
  exchange.engine.advance(afterMs);
  await must({
    kind: 'index.set',
    source: 'test',
    sources: 3,
    prices: [[1, (usdt * 100) as PriceTicks]],
  });
}

/** Somebody bids for bitcoins. */
async function bid(usdt: number, coins: number): Promise<void> {
  await must({
    kind: 'spot.place',
    user: BOB,
    market: 1,
    side: 'buy',
    type: 'limit',
    priceTicks: (usdt * 100) as PriceTicks,
    quantityLots: (coins * 100_000) as QuantityLots,
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
  });
}

/** Carries messages that were made now, and not on the clock of the tests. */
async function announce(): Promise<void> {
  await exchange.call(loanMy, { status: 'ended' }, { user: ALICE });
  const { queries, announcer } = exchange;
  await queries
    .updateTable('users')
    .set({ email: 'alice@people.example' })
    .where('id', '=', BigInt(ALICE))
    .execute();
  await queries.updateTable('notifications').set({ created_at: new Date() }).execute();
  await announcer.rounds.runOnce();
}

async function borrow(collateral = '1', number = '39000', key?: string): Promise<number> {
  const caller = { user: ALICE, ...(key === undefined ? {} : { key }) };
  const input = { id: 1, collateral_number: collateral, number };
  return (await exchange.call(loanBorrow, input, caller)).id;
}

async function loans(status: 'active' | 'ended' = 'active', user = ALICE): Promise<LoanOut[]> {
  return (await exchange.call(loanMy, { status }, { user })).data;
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WireRefusal ? error.answer['code'] : error;
}

const kinds = async (id: number): Promise<string[]> =>
  (await exchange.call(loanEvents, { id }, { user: ALICE })).map(({ kind }) => kind).reverse();

describe('a loan', () => {
  it('is offered, taken, charged for each hour that begins, and repaid', async () => {
    const offers = await exchange.call(loanOffers, {});
    expect(offers).toMatchObject([
      {
        id: 1,
        collateral_name: 'BTC',
        currency_name: 'USDT',
        currency_match: 1,
        hour_rate: '0.0010274',
        year_rate: '9.000024',
        initial_rate: '65',
        warn_rates: ['71.4', '74.1', '76.9'],
        liquidation_rate: '83.3',
        lendable: '1600000',
        price: '60000',
      },
      { id: 2, collateral_name: 'ETH' },
    ]);
    expect(await refusal(borrow('1', '39000'))).toBe('collateral_too_small');
    const id = await borrow('1', '38000');
    expect(await exchange.call(walletDetail, { currency: 3 }, { user: ALICE })).toMatchObject({
      loan_debt: '38000.390412',
    });
    const [loan] = await loans();
    expect(loan).toMatchObject({
      id,
      pledged: '1',
      principal: '38000',
      interest_due: '0.390412',
      debt: '38000.390412',
      ltv: '63.34',
      level: 0,
      state: 'active',
      terms: { initial_rate: '65' },
    });
    expect(loan?.next_interest_at).toBe((loan?.opened_at ?? 0) + HOUR_MS);
    expect(exchange.live.balance(ALICE, 'spot', 1)).toMatchObject({ held: COIN });
    await price(60_000, HOUR_MS);
    expect((await loans())[0]).toMatchObject({ interest_due: '0.780824' });
    // A blank amount does not mean all.
    expect(await refusal(exchange.call(loanRepay, { id, number: '' }, { user: ALICE }))).toBe(
      'field_missing',
    );
    await exchange.call(loanRepay, { id, number: '1000' }, { user: ALICE });
    expect((await loans())[0]).toMatchObject({ principal: '37000.780824' });
    await exchange.call(loanRepay, { id, all: '1' }, { user: ALICE });
    expect(await loans()).toEqual([]);
    expect(await loans('ended')).toMatchObject([
      {
        ...{ id, state: 'repaid', debt: '0', pledged: '0', ltv: '' },
        // Two hours of 0.390412 before the part, and none after it.
        ...{ borrowed: '38000', repaid: '38000', interest_paid: '0.780824', fees_paid: '0' },
      },
    ]);
    expect(await kinds(id)).toEqual(['borrowed', 'repaid', 'repaid']);
    expect(exchange.live.balance(ALICE, 'spot', 1)).toMatchObject({ held: 0n });
  });

  it('warns three times, sells the least that restores the ratio, and tells of each', async () => {
    exchange.here.add(ALICE);
    const id = await borrow('1', '38000');
    await price(53_000);
    await price(51_000);
    await price(49_000);
    expect((await loans())[0]).toMatchObject({ level: 3 });
    await announce();
    const warnings = (await exchange.call(loanEvents, { id }, { user: ALICE })).filter(
      ({ kind }) => kind === 'warned',
    );
    expect(warnings.map(({ level, price: at }) => [level, at])).toEqual([
      [3, '49000'],
      [2, '51000'],
      [1, '53000'],
    ]);
    for (const { channels } of warnings)
      expect(channels.map(({ channel }) => channel).sort()).toEqual(['inbox', 'mail', 'socket']);
    await bid(45_400, 2);
    await price(45_400);
    const [loan] = await loans();
    expect(loan).toMatchObject({ state: 'active', level: 0 });
    expect(Number(loan?.ltv)).toBeLessThanOrEqual(65);
    expect(Number(loan?.ltv)).toBeGreaterThan(64);
    const [sale] = await exchange.call(loanEvents, { id }, { user: ALICE });
    expect(sale).toMatchObject({ kind: 'liquidated', price: '45400' });
    expect(Number(sale?.order_id)).toBeGreaterThan(0);
    expect(Number(sale?.fee)).toBeCloseTo(Number(sale?.proceeds) / 100, 4);
    const { list } = await exchange.call(userMessages, { topic: 'loans' }, { user: ALICE });
    expect(list.map(({ kind }) => kind)).toEqual([
      'loan_liquidated',
      'loan_warned',
      'loan_warned',
      'loan_warned',
      'loan_borrowed',
    ]);
    expect(list[1]?.title).toBe('Your loan comes near to liquidation');
    expect(list[1]?.text).toContain(
      'Warning 3 of 3: BTC/USDT, loan 1: at 49,000 the debt of 38,000.390412 USDT has reached 76.90%',
    );
    expect(list[0]?.text).toContain('45,354.6');
    expect(list[4]?.text).toContain(
      'BTC/USDT, loan 1: you borrowed 38,000 USDT, and 1 BTC are held',
    );
  });

  it('is lost where nothing is left to sell: others pay, and the borrower owes nothing', async () => {
    const id = await borrow('0.02', '770');
    await price(33_000);
    await bid(33_000, 1);
    await price(33_500);
    expect(await loans()).toEqual([]);
    expect((await loans('ended'))[0]).toMatchObject({ id, state: 'liquidated', debt: '0' });
    expect((await kinds(id)).filter((kind) => kind === 'lost')).toHaveLength(1);
    const messages = await exchange.call(userMessages, { topic: 'loans' }, { user: ALICE });
    expect(messages.list.map(({ kind }) => kind)).toContain('loan_lost');
  });

  it('under a stale price goes on, and nothing waits for ever', async () => {
    await borrow('1', '38000');
    await price(40_000);
    expect((await loans())[0]).toMatchObject({ level: 3, pledged: '1' });
    exchange.engine.advance(60_000);
    await must({ kind: 'clock.tick' });
    expect((await loans())[0]).toMatchObject({ pledged: '1' });
  });

  it('takes and gives collateral, as far as the ratio allows', async () => {
    const id = await borrow('1', '20000');
    const move = (direction: 'add' | 'remove', number: string) =>
      exchange.call(loanCollateral, { id, direction, number }, { user: ALICE });
    await move('add', '0.5');
    expect((await loans())[0]).toMatchObject({ pledged: '1.5' });
    expect(await refusal(move('remove', '1'))).toBe('collateral_too_small');
    expect(await refusal(move('remove', '1.5'))).toBe('collateral_short');
    expect(await refusal(move('add', '100'))).toBe('balance_insufficient');
    await move('remove', '0.9');
    expect((await loans())[0]).toMatchObject({ pledged: '0.6' });
    expect(await kinds(id)).toEqual(['borrowed', 'added', 'removed']);
  });

  it('is repaid by a quote for its collateral', async () => {
    for (const [currency, market] of [
      [3, 0],
      [1, 1],
    ] as const) {
      const amount = (1_000_000n * COIN) as Amount;
      await must({
        kind: 'convert.terms',
        terms: {
          currency,
          market,
          marginBps: market === 0 ? 0 : 10,
          capBps: market === 0 ? 0 : 500,
          min: 1_000n as Amount,
          max: amount,
          step: 1n as Amount,
          hourLimit: amount,
          dust: (10n * COIN) as Amount,
          isOpen: true,
        },
      });
      const fund = { kind: 'convert.fund', currency, direction: 'in' } as const;
      await must({ ...fund, amount: (1_000n * COIN) as Amount });
    }
    await must({
      kind: 'convert.fund',
      currency: 3,
      direction: 'in',
      amount: (200_000n * COIN) as Amount,
    });
    await bid(59_900, 1);
    const id = await borrow('1', '20000');
    const ask = (amount: bigint): Promise<number> =>
      must({
        kind: 'convert.quote',
        user: ALICE,
        from: 1,
        to: 3,
        side: 'from',
        amount: amount as Amount,
      });
    const part = await ask(COIN / 10n);
    expect(
      await refusal(exchange.call(loanRepay, { id, number: '1', quote_id: part }, { user: ALICE })),
    ).toBe('input_invalid');
    await exchange.call(loanRepay, { id, quote_id: part }, { user: ALICE });
    const [loan] = await loans();
    expect(loan).toMatchObject({ pledged: '0.9' });
    expect(Number(loan?.principal)).toBeLessThan(15_000);
    expect(await refusal(exchange.call(loanRepay, { id, quote_id: part }, { user: ALICE }))).toBe(
      'quote_used',
    );
    const whole = await ask(COIN / 2n);
    await exchange.call(loanRepay, { id, quote_id: whole }, { user: ALICE });
    expect((await loans('ended'))[0]).toMatchObject({ id, state: 'repaid' });
  });
});

describe('what a customer can meet', () => {
  it('refusals, each with its code', async () => {
    expect(await refusal(borrow('1', '99'))).toBe('loan_amount_invalid');
    expect(await refusal(borrow('11', '1000'))).toBe('balance_insufficient');
    expect(await refusal(borrow('1', '0'))).toBe('number_not_positive');
    const other = { id: 9, collateral_number: '1', number: '1000' };
    expect(await refusal(exchange.call(loanBorrow, other, { user: ALICE }))).toBe('loan_closed');
    const id = await borrow('1', '1000');
    expect(
      await refusal(exchange.call(loanRepay, { id, number: '200000' }, { user: ALICE })),
    ).not.toBe('balance_insufficient');
    for (let more = 0; more < 10; more++) await borrow('0.1', '100');
    expect(await refusal(borrow('0.1', '100'))).toBe('loans_too_many');
  });

  it('less to lend than wanted, a stale price', async () => {
    await must({ kind: 'earn.redeem', user: SYSTEM.demoMaker, product: 31, amount: 0n as Amount });
    expect(await refusal(borrow('1', '1000'))).toBe('loan_funds_short');
    exchange.engine.advance(60_000);
    expect(await refusal(borrow('1', '1000'))).toBe('index_stale');
  });

  it('the same key borrows once, and repays all once', async () => {
    const first = await borrow('1', '1000', 'once');
    expect(await borrow('1', '1000', 'once')).toBe(first);
    expect(await loans()).toHaveLength(1);
    const repay = () =>
      exchange.call(loanRepay, { id: first, all: '1' }, { user: ALICE, key: 'repay-once' });
    await repay();
    expect((await repay()).id).toBe(first);
    expect(await kinds(first)).toEqual(['borrowed', 'repaid']);
  });

  it("somebody else's loan is answered like an unknown one", async () => {
    const id = await borrow('1', '1000');
    for (const loan of [id, id + 1_000, 0]) {
      const as = { user: BOB };
      expect(
        [
          await refusal(exchange.call(loanRepay, { id: loan, all: '1' }, as)),
          await refusal(
            exchange.call(loanCollateral, { id: loan, direction: 'add', number: '1' }, as),
          ),
          await refusal(exchange.call(loanEvents, { id: loan }, as)),
        ],
        String(loan),
      ).toEqual(['loan_not_found', 'loan_not_found', 'loan_not_found']);
    }
    expect(await loans('active', BOB)).toEqual([]);
  });

  it('a rebuild keeps loans, steps and how warnings were told', async () => {
    const id = await borrow('1', '38000');
    await price(53_000);
    await announce();
    const before = await exchange.call(loanEvents, { id }, { user: ALICE });
    expect(before[0]?.channels.map(({ channel }) => channel)).toContain('mail');
    await exchange.rebuild();
    expect(await exchange.call(loanEvents, { id }, { user: ALICE })).toEqual(before);
  });

  it('a live view that starts from a snapshot shows the same', async () => {
    await borrow('1', '38000');
    await price(53_000);
    const [offers, own] = [await exchange.call(loanOffers, {}), await loans()];
    exchange.live.load(exchange.engine.exchange.snapshot());
    expect(await exchange.call(loanOffers, {})).toEqual(offers);
    expect(await loans()).toEqual(own);
  });
});
