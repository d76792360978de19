/** Transfers and logs over HTTP. Every success is checked against the contract. */
import {
  accountList,
  walletLog,
  statementExport,
  transferHistory,
  walletChange,
  walletCurrencies,
  walletDetail,
  walletList,
} from '@meridian/contract/wallet/calls';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALICE, BOB, TestExchange, type WireRefusal } from '../../../test/test-exchange.ts';

const USDT = 3;

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(async () => {
  await exchange?.close();
});
beforeEach(async () => {
  await exchange.reset();
});

const move = (
  number: string,
  from_field: 'change' | 'legal' | 'micro' | 'lever',
  to_field: 'change' | 'legal' | 'micro' | 'lever',
  key?: string,
) =>
  exchange.call(
    walletChange,
    { number, from_field, to_field, currency_id: USDT },
    { user: ALICE, ...(key === undefined ? {} : { key }) },
  );

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return (error as WireRefusal).answer['code'];
  }
  return 'ok';
}

describe('a transfer', () => {
  test('moves money at once, stands in both logs and in the history, and sums to what there was', async () => {
    expect(await move('2500.5', 'change', 'micro')).toBe('Transfer complete');
    const detail = await exchange.call(
      walletDetail,
      { currency: USDT, type: 'micro' },
      { user: ALICE },
    );
    expect(detail).toMatchObject({
      change_balance: '97499.5',
      micro_balance: '2500.5',
      currency_name: 'USDT',
      cny_price: '7.10',
    });
    const log = await exchange.call(walletLog, { type: '4', currency: USDT }, { user: ALICE });
    expect(log.list).toMatchObject([
      { value: '2500.5', balance: '2500.5', info: 'Transfer between accounts' },
    ]);
    expect(
      (await exchange.call(walletLog, { type: '2', currency: USDT }, { user: ALICE })).list[0],
    ).toMatchObject({ value: '-2500.5' });
    const { data } = await exchange.call(transferHistory, {}, { user: ALICE });
    expect(data).toMatchObject([
      {
        from_field: 'change',
        to_field: 'micro',
        number: '2500.5',
        type: 'Spot account → Seconds account',
      },
    ]);
    expect((await exchange.call(transferHistory, {}, { user: BOB })).data).toEqual([]);
  });

  test('takes the older form by number, and an idempotency key', async () => {
    await exchange.call(
      walletChange,
      { number: '10', currency_id: USDT, type: '2' },
      { user: ALICE, key: 'once' },
    );
    await exchange.call(
      walletChange,
      { number: '10', currency_id: USDT, type: '2' },
      { user: ALICE, key: 'once' },
    );
    expect(await exchange.call(walletDetail, { currency: USDT }, { user: ALICE })).toMatchObject({
      legal_balance: '10',
      change_balance: '99990',
    });
    expect(
      await codeOf(
        exchange.call(
          walletChange,
          { number: '11', currency_id: USDT, type: '2' },
          { user: ALICE, key: 'once' },
        ),
      ),
    ).toBe('idempotency_key_reused');
  });

  test('item 20: refuses what is no amount, and leaves no trace', async () => {
    const before = exchange.state();
    for (const number of [
      '-1',
      '0',
      '1e3',
      '0.000000001',
      '99999999.00000001',
      '1,5',
      'NaN',
      '９',
      '',
    ]) {
      expect(await codeOf(move(number, 'change', 'micro')), number).not.toBe('ok');
    }
    expect(await codeOf(move('1', 'change', 'change'))).toBe('wallets_same');
    expect(await codeOf(move('1', 'micro', 'change'))).toBe('balance_insufficient');
    expect(
      await codeOf(
        exchange.call(walletChange, { number: '1', currency_id: 999, type: '1' }, { user: ALICE }),
      ),
    ).toBe('currency_unknown');
    expect(
      await codeOf(
        exchange.call(walletChange, { number: '1', currency_id: USDT }, { user: ALICE }),
      ),
    ).toBe('field_missing');
    expect(exchange.state()).toEqual(before);
  });

  test("item 18, Flexcoin's story: a thousand transfers of the whole balance at once, exactly one passes", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => codeOf(move('100000', 'change', 'legal'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'balance_insufficient')).toHaveLength(999);
    expect(await exchange.call(walletDetail, { currency: USDT }, { user: ALICE })).toMatchObject({
      legal_balance: '100000',
      change_balance: '0',
    });
  });
});

test('the statement goes out as a file', async () => {
  await move('1', 'change', 'micro');
  const { csv, name } = await exchange.call(statementExport, { account: 'micro' }, { user: ALICE });
  expect(name).toBe(`statement-${ALICE}.csv`);
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toMatch(
    /^Time \(UTC\+8\),Account,Type,Amount,Currency,Balance after,Market,Order,Number,Counterpart,Transaction,Entry\r\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Seconds account,Transfer between accounts,1,USDT,1,,,,Spot account,,\d+\r\n$/,
  );
  expect((await exchange.call(accountList, {}, { user: ALICE })).data).toHaveLength(4);
});

test('a long statement is written in parts, and none of its rows twice or not at all', async () => {
  const row = (n: number) => ({
    user_id: BigInt(BOB),
    id: BigInt(7_000_000 + n),
    wallet: 'spot' as const,
    currency: USDT,
    amount: -100n,
    balance_after: BigInt(n),
    reason: 'transfer' as const,
    subject: 0n,
    reference: 'p2p',
    order_id: null,
    market: null,
    time_ms: 1_700_000_000_000n,
    seq: 0n,
  });
  await exchange.queries
    .insertInto('statements')
    .values(Array.from({ length: 1_000 }, (_none, n) => row(n)) as never)
    .execute();
  const { csv } = await exchange.call(statementExport, {}, { user: BOB });
  const ids = csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',').at(-1)));
  expect(ids.slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_none, n) => 7_000_999 - n));
  await exchange.queries
    .deleteFrom('statements')
    .where('user_id', '=', BigInt(BOB))
    .where('id', '>=', 7_000_000n)
    .execute();
});

describe('a row of the statement says what it was', () => {
  const rows = async () => (await exchange.call(accountList, {}, { user: ALICE })).data;

  test('which order and trade, in which market, and what moved the other way', async () => {
    const order = (user: number, side: 'buy' | 'sell') =>
      exchange.engine.submit({
        kind: 'spot.place',
        user,
        market: 1,
        side,
        type: 'limit',
        priceTicks: 6_000_000 as PriceTicks,
        quantityLots: 40_000 as QuantityLots,
        timeInForce: 'gtc',
        postOnly: false,
        selfTrade: 'expireTaker',
      });
    await order(ALICE, 'sell');
    await order(BOB, 'buy');
    const sold = { market: 'BTC/USDT', order: 1, subject: 1 };
    expect((await rows()).slice(0, 3).toSorted((one, other) => one.id - other.id)).toMatchObject([
      { value: '-0.4', currency_name: 'BTC', info: 'Sell', counter: '24000 USDT', ...sold },
      { value: '24000', currency_name: 'USDT', info: 'Sell', counter: '-0.4 BTC', ...sold },
      { value: '-19.2', currency_name: 'USDT', info: 'Trading fee', counter: '', ...sold },
    ]);
    expect((await exchange.call(accountList, {}, { user: BOB })).data.slice(0, 3)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          value: '-24000',
          info: 'Buy',
          counter: '0.4 BTC',
          order: 2,
          subject: 1,
        }),
      ]),
    );
    await exchange.rebuild();
    expect((await rows())[0]).toMatchObject(sold);
  });

  test('whether the house gave it as demo funds, for a payment, as a prize or to put something right', async () => {
    const amount = 100_000_000n as Amount;
    await exchange.engine.submit({
      kind: 'ledger.deposit',
      user: SYSTEM.house,
      wallet: 'spot',
      currency: USDT,
      amount: (amount * 10n) as Amount,
      reference: 'demo-funding',
    });
    for (const reference of [
      'demo-faucet',
      'demo-welcome',
      'payment-9',
      'adjustment-3',
      'contest-1-prize',
      'something else',
    ])
      await exchange.engine.submit({
        kind: 'ledger.credit',
        user: ALICE,
        wallet: 'spot',
        currency: USDT,
        amount,
        reference,
      });
    expect((await rows()).slice(0, 6).map(({ info }) => info)).toEqual([
      'Credit',
      'Contest prize',
      'Credit from the exchange',
      'Payment',
      'Welcome funds of the demo',
      'Demo funds',
    ]);
    expect(
      (await exchange.call(accountList, { limit: 1 }, { user: ALICE, language: 'ja' })).data[0]
        ?.info,
    ).toBe('付与');
  });
});

test('currencies say what they are for', async () => {
  expect(
    (await exchange.call(walletCurrencies, {}, { user: ALICE })).find(({ id }) => id === USDT),
  ).toMatchObject({ name: 'USDT', is_legal: 1, is_withdrawable: 0 });
  exchange.isCustodyStarting = true;
  expect(await exchange.call(walletList, {}, { user: ALICE })).toMatchObject({
    is_open_CTbi: 0,
    is_starting: 1,
  });
  exchange.isCustodyStarting = false;
  expect(await exchange.call(walletList, {}, { user: ALICE })).toMatchObject({
    is_open_CTbi: 0,
    is_starting: 0,
  });
});
