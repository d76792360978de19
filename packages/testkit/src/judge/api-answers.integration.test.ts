import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ApiAnswers } from './api-answers.ts';
import { Findings } from './findings.ts';
import { RecomputedExchange } from './recomputed-exchange.ts';

const [ALICE, BOB] = [100_000, 100_001];
const RULES = {
  minNotional: '0',
  maxQuantityLots: 1000,
  makerFeeBps: 0,
  takerFeeBps: 10,
  maxOpenOrders: 9,
  bandBps: 0,
  slippageBps: 0,
  indexMaxAgeMs: 1,
  status: 'open',
  isDisplayed: true,
};
const ORDER = {
  kind: 'spot.place',
  market: 1,
  type: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'expireTaker',
};
const COMMANDS = [
  { kind: 'currency.list', currency: { id: 1, code: 'BTC', scale: 8 } },
  { kind: 'currency.list', currency: { id: 3, code: 'USDT', scale: 8 } },
  {
    kind: 'market.list',
    market: { id: 1, base: 1, quote: 3, tickSize: '100000000', lotSize: '100000', ...RULES },
  },
  {
    kind: 'ledger.deposit',
    user: ALICE,
    wallet: 'spot',
    currency: 3,
    amount: '10000000000',
    reference: 'funding',
  },
  {
    kind: 'ledger.deposit',
    user: BOB,
    wallet: 'spot',
    currency: 1,
    amount: '1000000',
    reference: 'funding',
  },
  { ...ORDER, user: ALICE, side: 'buy', priceTicks: 1000, quantityLots: 9 },
  { ...ORDER, user: BOB, side: 'sell', priceTicks: 1000, quantityLots: 4 },
];

/**
 * The answers of a server at command 7. Alice holds the 5 remaining lots; only Bob, the taker, paid
 * a fee.
 */
const TRUTH: Record<string, unknown> = {
  '/api/currency/quotation_new': [{ quotation: [{ id: 1, legal_id: 3, currency_id: 1 }] }],
  '/api/market/depth': { seq: 7, bids: [['1000', '0.005']], asks: [] },
  '/api/currency/new_tradehistory': [
    { id: 1, time: 7, price: '1000', amount: '0.004', direction: 'sell' },
  ],
  '/api/user/login': 'token',
  '/api/user/info': { id: ALICE },
  '/api/wallet/list': {
    seq: 7,
    change_wallet: { balance: [row(1, '0.004', '0'), row(3, '91', '5')] },
  },
  '/api/transaction_in': {
    total: 1,
    list: [
      { id: 1, price: '1000', number: '0.005', total_number: '0.009', complete_number: '0.004' },
    ],
  },
  '/api/transaction_out': { total: 0, list: [] },
};

function row(currency: number, available: string, locked: string) {
  const empty = {
    lever_balance: '0',
    lock_lever_balance: '0',
    micro_balance: '0',
    lock_micro_balance: '0',
    legal_balance: '0',
    lock_legal_balance: '0',
  };
  return { currency, change_balance: available, lock_change_balance: locked, ...empty };
}

/** The findings about a server with these answers. */
async function judged(answers: Record<string, unknown>): Promise<Findings> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://server');
    response.end(JSON.stringify({ type: 'ok', message: answers[pathname] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const findings = new Findings();
  const api = await ApiAnswers.ask(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [{ account: 'alice', password: 'secret' }],
    findings,
  );
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  const exchange = new RecomputedExchange();
  COMMANDS.forEach((command, index) => {
    expect(exchange.apply(command, index + 1)).toMatchObject({ ok: true });
    api.check(exchange);
  });
  api.finish();
  return findings;
}

describe('answers of a server', () => {
  test('that are right are found right', async () => {
    const findings = await judged(TRUTH);
    expect(findings.lines()).toEqual(['answers of the API: 5 compared, all equal']);
  });

  test.each([
    [
      'a balance that is one unit off',
      '/api/wallet/list',
      { seq: 7, change_wallet: { balance: [row(1, '0.00400001', '0'), row(3, '91', '5')] } },
      'balances of user 100000',
    ],
    [
      'an order that was not filled so far',
      '/api/transaction_in',
      {
        total: 1,
        list: [
          {
            id: 1,
            price: '1000',
            number: '0.004',
            total_number: '0.009',
            complete_number: '0.005',
          },
        ],
      },
      'open buy orders',
    ],
    [
      'a level that is gone',
      '/api/market/depth',
      { seq: 7, bids: [['1000', '0.005']], asks: [['1001', '1']] },
      'depth of market 1',
    ],
    ['a trade that never was', '/api/currency/new_tradehistory', [], 'newest trades of market 1'],
    [
      'a state that is not in the journal',
      '/api/market/depth',
      { seq: 8, bids: [['1000', '0.005']], asks: [] },
      'which the journal does not have',
    ],
  ])('that tell of %s are found', async (_name, path, answer, expected) => {
    const findings = await judged({ ...TRUTH, [path]: answer });
    expect(findings.isClean).toBe(false);
    expect(findings.lines().join('\n')).toContain(expected);
  });
});
