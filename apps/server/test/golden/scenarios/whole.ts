import { setTimeout as delay } from 'node:timers/promises';
import type { GoldenAnswer } from '../golden-set.ts';
import { until, type Fields, type Person } from '../recorded-server.ts';
import { hideMarketsBut, priceOf, type Scenario } from '../scenario.ts';
import { ask, CHAIN_ON, chainIsOpen, makeDeal } from './custody.ts';

const PLAY_SEASONS = { CONTEST: 'on' };

/** Calls for both people before the server stops. No price moves the answers. */
const ASKED: readonly (readonly ['GET' | 'POST', string, Fields])[] = [
  ['POST', '/api/wallet/list', {}],
  ['POST', '/api/transaction_open', {}],
  ['POST', '/api/transaction_complete', {}],
  ['POST', '/api/lever/my_trade', { status: 0 }],
  ['POST', '/api/lever/my_trade', { status: 1 }],
  ['GET', '/api/microtrade/lists', { status: 1 }],
  ['GET', '/api/microtrade/payable_currencies', {}],
  ['POST', '/api/wallet/withdrawals', {}],
  ['POST', '/api/wallet/deposits', {}],
  ['GET', '/api/acceptor/my_deal', {}],
  ['POST', '/api/wallet/legal_log', { type: 2, currency: 3 }],
];

async function answersOf(person: Person): Promise<GoldenAnswer[]> {
  const answers: GoldenAnswer[] = [];
  for (const [method, path, given] of ASKED) {
    const fields = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, String(value)]),
    );
    const { body } =
      method === 'GET' ? await person.get(path, fields) : await person.call(path, fields);
    answers.push({ account: person.account, method, path, fields, answer: body });
  }
  return answers;
}

/**
 * Something of everything stays open: orders, positions, tickets, a policy, a withdrawal that
 * waits, a deal, a season.
 */
async function leaveOpen(one: Person, other: Person): Promise<void> {
  const [btc, eth] = [await priceOf(one, 1), await priceOf(one, 2)];
  for (const percent of [-12, -15])
    await one.must('/api/transaction/in', {
      legal_id: 3,
      currency_id: 1,
      price: (btc * (1 + percent / 100)).toFixed(2),
      num: '0.02',
      mode: 2,
    });
  for (const percent of [12, 15])
    await other.must('/api/transaction/out', {
      legal_id: 3,
      currency_id: 2,
      price: (eth * (1 + percent / 100)).toFixed(2),
      num: '1.5',
      mode: 2,
    });
  await one.must(
    '/api/transaction/in',
    { legal_id: 3, currency_id: 1, num: '0.05', mode: 1 },
    'whole-1',
  );
  await one.must('/api/lever/submit', {
    legal_id: 3,
    currency_id: 1,
    multiple: 5,
    share: 20,
    type: 1,
    status: 1,
  });
  await other.must('/api/lever/submit', {
    legal_id: 3,
    currency_id: 2,
    multiple: 5,
    share: 20,
    type: 2,
    status: 1,
  });
  await other.must('/api/lever/submit', {
    legal_id: 3,
    currency_id: 2,
    multiple: 10,
    share: 10,
    type: 1,
    status: 0,
    target_price: (eth * 0.8).toFixed(2),
  });
  await one.must('/api/microtrade/insurance_buy', { insurance_type: 3, number: '500' });
  for (const type of [1, 2])
    await one.must('/api/microtrade/submit', {
      match_id: 1,
      currency_id: 3,
      type,
      seconds: 300,
      number: '50',
    });
  await makeDeal(one, 'sell', '500');
  await ask(one, '40');
  await ask(other, '60000');
}

/** A day of everything, whose whole database is kept: a newer server starts on it. */
export const whole: Scenario = {
  name: 'whole',
  acts: [
    {
      settings: { ...CHAIN_ON, ...PLAY_SEASONS },
      async play(server) {
        await hideMarketsBut(await server.office(), ['BTC/USDT']);
        await chainIsOpen(server);
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await one.must('/api/demo/test_deposit', { currency: 3 });
        await until('a season', async () =>
          (await server.nobody().read<{ season: { state: string } | null }>('/api/contest/info'))
            .season?.state === 'running'
            ? true
            : undefined,
        );
        await until('a credited deposit', async () =>
          (await one.must<{ list: { status: string }[] }>('/api/wallet/deposits')).list.some(
            ({ status }) => status === 'credited',
          )
            ? true
            : undefined,
        );
        await leaveOpen(one, other);
        // Their first ticks.
        await delay(3_000);
      },
    },
  ],
  async asks(server) {
    return [
      ...(await answersOf(await server.customer('demo@meridian.test'))),
      ...(await answersOf(await server.customer('demo2@meridian.test'))),
    ];
  },
};
