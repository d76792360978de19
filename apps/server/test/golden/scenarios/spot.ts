import { changeMarket, hideMarketsBut, priceOf, type Scenario } from '../scenario.ts';
import type { Fields, Person, RecordedServer } from '../recorded-server.ts';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * EOS/USDT: prices in ticks of 0.0001 USDT, quantities in lots of 0.1 EOS. Nobody but the two
 * people trades it.
 */
const EOS = 11;
const EOS_MARKET = 10;
const SHOWN = ['BTC/USDT', 'ETH/USDT'];
const BOT_MS = 12_000;

const placed = (answer: Record<string, unknown>): number => Number(answer['id']);

/** Orders of two people in a market of their own, around the index. */
class Desk {
  readonly #index: number;

  private constructor(index: number) {
    this.#index = index;
  }

  static async around(person: Person): Promise<Desk> {
    return new Desk(await priceOf(person, EOS));
  }

  /** An order at the index plus so many percent. */
  order(percent: number, num: string, more: Fields = {}): Fields {
    return {
      legal_id: 3,
      currency_id: EOS,
      price: (this.#index * (1 + percent / 100)).toFixed(4),
      num,
      mode: 2,
      ...more,
    };
  }
}

const buy = (person: Person, fields: Fields, key?: string): Promise<Record<string, unknown>> =>
  person.must('/api/transaction/in', fields, key);
const sell = (person: Person, fields: Fields, key?: string): Promise<Record<string, unknown>> =>
  person.must('/api/transaction/out', fields, key);

/** EOS for both: the operators' adjustment pays them from the house. */
async function giveEos(server: RecordedServer, people: readonly number[]): Promise<void> {
  const { first, second } = await server.office();
  for (const user of people) {
    const { id } = await first.must<{ id: number }>('/office/api/adjustment_propose', {
      user,
      wallet: 'spot',
      currency: EOS,
      amount: '20000',
      reason: 'A recording',
    });
    await second.must('/office/api/adjustment_decide', { id, approved: '1' });
  }
}

async function tradeBetween(one: Person, other: Person): Promise<void> {
  const desk = await Desk.around(one);
  // A book of its own, met by limit, market, IOC and FOK orders.
  for (const [percent, num] of [
    [-1, '200'],
    [-2, '300.5'],
    [-3, '100'],
  ] as const)
    await buy(one, desk.order(percent, num));
  for (const [percent, num] of [
    [1, '150'],
    [2, '250.3'],
    [3, '400'],
  ] as const)
    await sell(one, desk.order(percent, num));
  await buy(other, desk.order(1.5, '200'));
  await sell(other, desk.order(-2.5, '500'));
  await buy(other, desk.order(2, '1000', { time_in_force: 'ioc' }));
  await sell(one, desk.order(2, '300'));
  await buy(other, desk.order(2.5, '120', { time_in_force: 'fok' }));
  await other.refused(
    '/api/transaction/in',
    desk.order(2.5, '900000', { time_in_force: 'fok' }),
    'balance_insufficient',
  );
  await other.refused(
    '/api/transaction/in',
    desk.order(0.1, '5000', { time_in_force: 'fok' }),
    'fill_or_kill_unfilled',
  );
  await buy(other, { legal_id: 3, currency_id: EOS, num: '60', mode: 1 });
  await sell(other, { legal_id: 3, currency_id: EOS, num: '70', mode: 1 });
  await other.refused(
    '/api/transaction/in',
    { legal_id: 3, currency_id: EOS, num: '7000', mode: 1, time_in_force: 'fok' },
    'fill_or_kill_unfilled',
  );
  // Beyond the cap of a market order.
  await sell(one, desk.order(9, '500'));
  await buy(other, { legal_id: 3, currency_id: EOS, num: '2500', mode: 1 });
}

async function meetThemselves(person: Person): Promise<void> {
  const desk = await Desk.around(person);
  for (const self_trade of ['expire_taker', 'expire_maker', 'expire_both', 'decrement']) {
    await sell(person, desk.order(0.2, '40'));
    await buy(person, desk.order(0.3, '100', { self_trade }));
  }
  await sell(person, desk.order(0.5, '40', { post_only: 1 }));
  await person.refused(
    '/api/transaction/in',
    desk.order(0.6, '40', { post_only: 1 }),
    'post_only_would_take',
  );
}

async function areRefused(person: Person): Promise<void> {
  const desk = await Desk.around(person);
  await person.refused('/api/transaction/in', desk.order(-30, '10'), 'price_out_of_band');
  await person.refused('/api/transaction/in', desk.order(0, '1'), 'notional_too_small');
  await person.refused('/api/transaction/out', desk.order(1, '19999999'), 'balance_insufficient');
  await person.refused('/api/transaction/out', desk.order(1, '99999999'), 'quantity_invalid');
  await person.refused('/api/transaction_del', { id: 999_999_999 }, 'order_not_found');
}

async function repeat(one: Person, other: Person): Promise<void> {
  const desk = await Desk.around(one);
  const order = desk.order(-4, '25');
  const first = placed(await buy(one, order, 'golden-1'));
  if (placed(await buy(one, order, 'golden-1')) !== first)
    throw new Error('a repeated key placed a second order');
  await one.refused(
    '/api/transaction/in',
    { ...order, num: '26' },
    'idempotency_key_reused',
    'golden-1',
  );
  await other.refused('/api/transaction_del', { id: first }, 'order_not_found');
  await one.must('/api/transaction_del', { id: first }, 'golden-2');
  await one.must('/api/transaction_del', { id: first }, 'golden-2');
  await other.refused(
    '/api/transaction/out',
    desk.order(4, '19999999'),
    'balance_insufficient',
    'golden-3',
  );
  await other.refused(
    '/api/transaction/out',
    desk.order(4, '19999999'),
    'balance_insufficient',
    'golden-3',
  );
}

async function changeRules(server: RecordedServer, one: Person): Promise<void> {
  const office = await server.office();
  const desk = await Desk.around(one);
  await changeMarket(office, EOS_MARKET, {
    maker_fee_bps: '3',
    taker_fee_bps: '7',
    band_bps: '500',
    slippage_bps: '50',
    max_open_orders: '12',
  });
  await one.refused('/api/transaction/in', desk.order(-8, '50'), 'price_out_of_band');
  for (let count = 0; count < 14; count++)
    await one.call('/api/transaction/in', desk.order(-3 - count / 10, '20'));
  await changeMarket(office, EOS_MARKET, { status: 'cancelOnly' });
  await one.refused('/api/transaction/in', desk.order(-1, '50'), 'market_closed');
  await changeMarket(office, EOS_MARKET, {
    status: 'open',
    band_bps: '2000',
    slippage_bps: '500',
    max_open_orders: '200',
  });
  const { id } = await office.must<{ id: number }>('/office/api/currency_save', { code: 'NEW' });
  const rules = {
    maker_fee_bps: 10,
    taker_fee_bps: 20,
    min_total: '1',
    max_quantity: '1000',
    max_open_orders: 100,
    band_bps: 0,
    slippage_bps: 0,
    status: 'open',
    is_display: '0',
    open_microtrade: '0',
  };
  await office.must('/office/api/market_add', {
    base: id,
    quote: 3,
    tick_size: '0.01',
    lot_size: '0.001',
    ...rules,
  });
}

const users = async (people: readonly Person[]): Promise<number[]> =>
  Promise.all(
    people.map(async (person) => Number((await person.read<{ id: number }>('/api/user/info')).id)),
  );

/** Orders of every kind, between two people and with the bot; three starts of the server. */
export const spot: Scenario = {
  name: 'spot',
  acts: [
    {
      async play(server) {
        await hideMarketsBut(await server.office(), SHOWN);
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await giveEos(server, await users([one, other]));
        await tradeBetween(one, other);
        await delay(BOT_MS);
      },
    },
    {
      async play(server) {
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await meetThemselves(one);
        await areRefused(other);
        await repeat(one, other);
        await one.must('/api/demo/faucet', {}, 'golden-faucet');
        await one.must('/api/demo/faucet', {}, 'golden-faucet');
        // With the bot, in both directions.
        for (const num of ['0.01', '0.25', '2'])
          await buy(one, { legal_id: 3, currency_id: 2, num, mode: 1 });
        for (const num of ['0.01', '0.3'])
          await sell(other, { legal_id: 3, currency_id: 1, num, mode: 1 });
        await delay(BOT_MS);
      },
    },
    {
      async play(server) {
        await changeRules(server, await server.customer('demo@meridian.test'));
        await delay(BOT_MS / 2);
      },
    },
  ],
};
