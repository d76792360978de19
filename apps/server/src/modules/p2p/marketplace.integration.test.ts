import { currencyList } from '@meridian/contract/market/calls';
import { p2pCoins } from '@meridian/contract/p2p/calls';
import { walletCurrencies } from '@meridian/contract/wallet/calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, TestExchange } from '../../../test/test-exchange.ts';
import { FiatRateFeed } from './fiat-rate.ts';
import { seedP2p } from './seed.ts';

const DAY_MS = 86_400_000;
const USDT = 3;

let exchange: TestExchange;

beforeAll(async () => {
  exchange = await TestExchange.open();
});
afterAll(() => exchange.close());
beforeEach(() => exchange.reset());

function feed(): FiatRateFeed {
  const { engine, live, payments } = exchange;
  return new FiatRateFeed({ engine, live, payments, warn: (text) => exchange.alarms.push(text) });
}

async function setRate(value: string): Promise<void> {
  await exchange.queries
    .updateTable('site_settings')
    .set({ value, set_at: new Date() })
    .where('key', '=', 'payment_rate')
    .execute();
}

async function references(): Promise<unknown> {
  const coins = await exchange.call(p2pCoins, {});
  return coins.map(({ currency_name, reference }) => `${currency_name} ${reference}`.trim());
}

it('is closed until it has terms; then its coins are the legal ones everywhere', async () => {
  expect(await exchange.call(p2pCoins, {})).toEqual([]);
  await seedP2p(exchange.engine, exchange.live);
  expect(await references()).toEqual(['BTC', 'ETH', 'USDT']);
  const { legal } = await exchange.call(currencyList, {});
  expect(legal.map(({ name }) => name)).toEqual(['BTC', 'ETH', 'USDT']);
  const flags = await exchange.call(walletCurrencies, {}, { user: ALICE });
  expect(flags.filter((each) => each.is_legal === 1).map(({ name }) => name)).toEqual([
    'BTC',
    'ETH',
    'USDT',
  ]);
});

it('keeps the terms that an operator has changed', async () => {
  await seedP2p(exchange.engine, exchange.live);
  const terms = exchange.live.p2p.termsOf(USDT);
  if (terms === undefined) throw new Error('USDT has no terms');
  await exchange.engine.submit({ kind: 'p2p.terms', terms: { ...terms, isOpen: false } });
  await seedP2p(exchange.engine, exchange.live);
  expect(exchange.live.p2p.termsOf(USDT)?.isOpen).toBe(false);
});

describe('the price of CNY', () => {
  beforeEach(() => seedP2p(exchange.engine, exchange.live));

  it('is that of payments, and leads to those of other coins', async () => {
    await feed().rounds.runOnce();
    expect(await references()).toEqual(['BTC 426000', 'ETH', 'USDT 7.1']);
    await setRate('7.25');
    await feed().rounds.runOnce();
    expect(await references()).toEqual(['BTC 435000', 'ETH', 'USDT 7.25']);
  });

  it('is said again before it is too old, and no oftener than each hour', async () => {
    await feed().rounds.runOnce();
    const { timeMs } = exchange.live.p2p.rate;
    await feed().rounds.runOnce();
    expect(exchange.live.p2p.rate.timeMs).toBe(timeMs);
    for (let hour = 0; hour < 25; hour++) {
      exchange.engine.advance(DAY_MS / 24);
      await exchange.engine.submit({ kind: 'clock.tick' });
      await feed().rounds.runOnce();
    }
    expect(await references()).toContain('USDT 7.1');
  });

  it('is not said while payments have none, and the last one ends after a day', async () => {
    await feed().rounds.runOnce();
    await setRate('');
    await feed().rounds.runOnce();
    expect(await references()).toContain('USDT 7.1');
    exchange.engine.advance(DAY_MS + 1_000);
    await exchange.engine.submit({ kind: 'clock.tick' });
    await feed().rounds.runOnce();
    expect(await references()).toContain('USDT');
    expect(exchange.alarms).toEqual([]);
  });
});
