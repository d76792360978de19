import { setTimeout as delay } from 'node:timers/promises';
import { until, type Fields, type Person, type RecordedServer } from '../recorded-server.ts';
import { hideMarketsBut, priceOf, type Scenario } from '../scenario.ts';

const BTC = 1;
const ETH = 2;
const XRP = 4;
const XRP_MARKET = 3;
const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * 3_600_000;
const BEFORE_MIDNIGHT_MS = 60_000;

interface Position {
  readonly id: number;
  readonly reason: string;
}

/** `type` is 1 for long and 2 for short, `status` 1 for the market and 0 for a limit. */
const lever = (
  currency_id: number,
  multiple: number,
  share: number,
  type: 1 | 2,
  more: Fields = { status: 1 },
): Fields => ({ legal_id: 3, currency_id, multiple, share, type, ...more });

async function open(person: Person, fields: Fields, key?: string): Promise<number> {
  return (await person.must<{ id: number }>('/api/lever/submit', fields, key)).id;
}

async function positions(person: Person, status: 0 | 1 | 3 | 4): Promise<Position[]> {
  return (await person.must<{ message: { data: Position[] } }>('/api/lever/my_trade', { status }))
    .message.data;
}

/**
 * An order fills at the first price that is younger than it, and only then it can be closed or
 * given stops.
 */
async function filled(person: Person, id: number): Promise<void> {
  await until('a fill', async () =>
    (await positions(person, 1)).some((position) => position.id === id) ? true : undefined,
  );
}

/** Takes back waiting orders and closes open positions: both end with the next price. */
async function endAll(person: Person): Promise<void> {
  for (const { id } of await positions(person, 0)) await person.must('/api/lever/cancel', { id });
  await until('no order', async () =>
    (await positions(person, 0)).length === 0 ? true : undefined,
  );
  await person.must('/api/lever/batch_close', { type: 0 });
  await until('no position', async () =>
    (await positions(person, 1)).length === 0 ? true : undefined,
  );
}

async function openAndClose(one: Person, other: Person): Promise<void> {
  const [btc, eth] = [await priceOf(one, BTC), await priceOf(one, ETH)];
  const long = await open(one, lever(BTC, 10, 50, 1), 'golden-open');
  if ((await open(one, lever(BTC, 10, 50, 1), 'golden-open')) !== long)
    throw new Error('a repeated key opened twice');
  await one.refused(
    '/api/lever/submit',
    lever(BTC, 10, 51, 1),
    'idempotency_key_reused',
    'golden-open',
  );
  const short = await open(one, lever(ETH, 20, 30, 2));
  await open(other, lever(BTC, 5, 10, 2));
  const waiting = await open(
    other,
    lever(ETH, 50, 20, 1, { status: 0, target_price: (eth * 0.95).toFixed(2) }),
  );
  await open(other, lever(ETH, 50, 20, 2, { status: 0, target_price: (eth * 1.05).toFixed(2) }));
  await other.must('/api/lever/cancel', { id: waiting });
  await other.refused('/api/lever/cancel', { id: waiting }, 'position_not_found');
  await other.refused('/api/lever/close', { id: long }, 'position_not_found');
  for (const id of [long, short]) await filled(one, id);
  await one.refused(
    '/api/lever/setstop',
    { id: long, target_profit_price: (btc * 0.9).toFixed(2), stop_loss_price: '0' },
    'take_profit_passed',
  );
  await one.must('/api/lever/setstop', {
    id: long,
    target_profit_price: (btc * 1.1).toFixed(2),
    stop_loss_price: (btc * 0.9).toFixed(2),
  });
  await one.refused('/api/lever/submit', lever(BTC, 7, 50, 1), 'leverage_not_offered');
  await one.refused('/api/lever/submit', lever(BTC, 5, 2_000, 1), 'balance_insufficient');
  await one.must('/api/lever/close', { id: short }, 'golden-close');
  await one.must('/api/lever/close', { id: short }, 'golden-close');
}

/** An order names stops; parts of its position close, and the rest becomes the other side. */
async function changeSize(person: Person): Promise<void> {
  const btc = await priceOf(person, BTC);
  const stops = {
    target_profit_price: (btc * 1.2).toFixed(2),
    stop_loss_price: (btc * 0.8).toFixed(2),
  };
  const id = await open(person, lever(BTC, 10, 40, 1, { status: 1, ...stops }));
  await filled(person, id);
  await person.must('/api/lever/close', { id, share: '10' });
  const waiting = { id, share: '5', target_price: (btc * 1.3).toFixed(2) };
  await person.must('/api/lever/close', waiting);
  await person.refused('/api/lever/close', waiting, 'change_pending');
  await person.must('/api/lever/cancel', { id });
  await person.must('/api/lever/close', { ...waiting, target_price: (btc * 0.9).toFixed(2) });
  await person.must('/api/lever/submit', lever(BTC, 10, 5, 2, { status: 1, reduce_only: 1 }));
  await person.refused('/api/lever/close', { id, share: '999' }, 'quantity_invalid');
  await until('a reversal', async () => {
    const { body } = await person.call('/api/lever/reverse', { id });
    return body['type'] === 'ok' ? true : undefined;
  });
}

/** A position that is isolated: its margin grows, and some of that comes back. */
async function isolate(person: Person): Promise<void> {
  const id = await open(person, lever(ETH, 20, 10, 2, { status: 1, isolated: 1 }));
  await filled(person, id);
  await person.must('/api/lever/add_margin', { id, number: '50' });
  await person.must('/api/lever/remove_margin', { id, number: '20' });
  await person.refused('/api/lever/add_margin', { id, number: '9999999' }, 'balance_insufficient');
}

/** Stops that lie so near that the next moves reach one of them, and limits that are reached. */
async function reachStops(one: Person): Promise<void> {
  const ids: number[] = [];
  for (const [currency, type] of [
    [BTC, 1],
    [BTC, 2],
    [ETH, 1],
    [ETH, 2],
  ] as const)
    ids.push(await open(one, lever(currency, 20, 5, type)));
  for (const [index, id] of ids.entries()) {
    await filled(one, id);
    const isLong = index % 2 === 0;
    // Beyond the entry, which has the spread, for the profit; for the loss the next move the other
    // way.
    const [profit, loss] = isLong ? [1.0003, 0.9999] : [0.9997, 1.0001];
    // The mark price, which stops are measured by, can be further from the index than that.
    await until('stops', async () => {
      const price = await priceOf(one, index < 2 ? BTC : ETH);
      const { body } = await one.call('/api/lever/setstop', {
        id,
        target_profit_price: (price * profit).toFixed(2),
        stop_loss_price: (price * loss).toFixed(2),
      });
      return body['type'] === 'ok' ? true : undefined;
    });
  }
  const eth = await priceOf(one, ETH);
  await one.call(
    '/api/lever/submit',
    lever(ETH, 10, 5, 1, { status: 0, target_price: (eth * 0.9999).toFixed(2) }),
  );
  await one.call(
    '/api/lever/submit',
    lever(ETH, 10, 5, 2, { status: 0, target_price: (eth * 1.0001).toFixed(2) }),
  );
  await until('a stop is reached', async () =>
    (await positions(one, 3)).some(({ reason }) => reason === 'takeProfit' || reason === 'stopLoss')
      ? true
      : undefined,
  );
}

const TERMS = {
  leverages: '5,10,20,50,100,1000',
  lot_size: '10',
  min_lots: 1,
  max_lots: 100_000,
  spread_bps: 2,
  fee_bps: 5,
  overnight_bps: 3,
  maintenance_percent: 70,
  exposure_cap: '20000000',
  open: '1',
};

/**
 * A position of all that the wallet has, so large that the spread leaves little: a move of two
 * basis points is too much.
 */
async function stakeAll(person: Person, type: 1 | 2): Promise<void> {
  await endAll(person);
  const { lever_wallet } = await person.must<{
    lever_wallet: { balance: { currency: number; lever_balance: string }[] };
  }>('/api/wallet/list');
  const free = Number(
    lever_wallet.balance.find(({ currency }) => currency === 3)?.lever_balance ?? 0,
  );
  await person.must('/api/wallet/change', {
    number: (free - 20).toFixed(2),
    currency_id: 3,
    from_field: 'lever',
    to_field: 'change',
  });
  // Of 20 USDT two thirds become margin and a third the fee.
  const lots = Math.floor((20 * 0.9) / ((await priceOf(person, XRP)) * 10) / (0.001 + 0.0005));
  await open(person, lever(XRP, 1000, lots, type));
}

/** One goes up, the other down: whichever way the price moves, somebody is liquidated. */
async function liquidate(server: RecordedServer, people: readonly [Person, Person]): Promise<void> {
  const office = await server.office();
  await office.must('/office/api/margin_terms_save', { id: XRP_MARKET, ...TERMS });
  await stakeAll(people[0], 1);
  await stakeAll(people[1], 2);
  await until('a liquidation', async () => {
    const closed = await Promise.all(people.map((person) => positions(person, 3)));
    return closed.flat().some(({ reason }) => reason === 'liquidated') ? true : undefined;
  });
  await office.must('/office/api/margin_terms_save', {
    id: XRP_MARKET,
    ...TERMS,
    leverages: '5,10',
    maintenance_percent: 30,
  });
  await office.must('/office/api/margin_terms_save', {
    id: 10,
    ...TERMS,
    lot_size: '100',
    open: '0',
  });
  await people[0].refused('/api/lever/submit', lever(11, 5, 10, 1), 'market_closed');
}

/** So that the next midnight of Shanghai comes in a minute. */
function beforeMidnight(): number {
  const now = Date.now();
  return DAY_MS - ((now + SHANGHAI_MS) % DAY_MS) - BEFORE_MIDNIGHT_MS;
}

let shiftMs = 0;

/** Leveraged contracts; a midnight of Shanghai passes in the second act. */
export const contracts: Scenario = {
  name: 'contracts',
  acts: [
    {
      async play(server) {
        await hideMarketsBut(await server.office(), ['BTC/USDT']);
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await openAndClose(one, other);
        await changeSize(other);
        await isolate(other);
        await reachStops(one);
      },
    },
    {
      shiftMs: () => (shiftMs = beforeMidnight()),
      async play(server) {
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await open(one, lever(ETH, 5, 40, 2));
        await open(other, lever(BTC, 10, 40, 1));
        await until('a midnight', async () =>
          (
            await one.must<{ message: { data: { overnight_money: string }[] } }>(
              '/api/lever/my_trade',
              { status: 1 },
            )
          ).message.data.some(({ overnight_money }) => Number(overnight_money) > 0)
            ? true
            : undefined,
        );
        await one.must('/api/lever/batch_close', { type: 1 });
        await delay(3_000);
      },
    },
    {
      shiftMs: () => shiftMs,
      async play(server) {
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await liquidate(server, [one, other]);
        for (const person of [one, other])
          await person.must('/api/wallet/change', {
            number: '5000',
            currency_id: 3,
            from_field: 'change',
            to_field: 'lever',
          });
        await open(one, lever(BTC, 10, 20, 1));
        await filled(one, await open(one, lever(ETH, 20, 10, 2)));
        await open(
          one,
          lever(ETH, 5, 10, 1, {
            status: 0,
            target_price: ((await priceOf(one, ETH)) * 0.9).toFixed(2),
          }),
        );
        await one.must('/api/lever/batch_close', { type: 2 });
        await one.refused(
          '/api/wallet/change',
          { number: '9999999', currency_id: 3, from_field: 'lever', to_field: 'change' },
          'balance_insufficient',
        );
      },
    },
  ],
};
