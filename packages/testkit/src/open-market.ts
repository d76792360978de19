import type { Amount, PriceTicks } from '@meridian/money/amount';
import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';

export const START_MS = 1_700_000_000_000;

/**
 * Commands that list a small market (1: currency 1 against currency 2, one quote unit for each tick
 * times lot, no band) and give the customers some of both.
 */
export function* openMarket(
  settings: Partial<Market>,
  customers: readonly number[],
): Generator<Command> {
  yield { kind: 'currency.list', currency: { id: 1, code: 'BASE', scale: 0 } };
  yield { kind: 'currency.list', currency: { id: 2, code: 'QUOTE', scale: 0 } };
  const rules = {
    minNotional: 1n,
    maxQuantityLots: 1_000_000,
    makerFeeBps: 10,
    takerFeeBps: 25,
    maxOpenOrders: 100,
  };
  const guards = {
    bandBps: 0,
    slippageBps: 0,
    indexMaxAgeMs: 1_000,
    status: 'open',
    isDisplayed: true,
  } as const;
  yield {
    kind: 'market.list',
    market: {
      id: 1,
      base: 1,
      quote: 2,
      tickSize: 1n,
      lotSize: 1n,
      ...rules,
      ...guards,
      ...settings,
    },
  };
  yield { kind: 'index.set', source: 'test', prices: [[1, 100 as PriceTicks]] };
  for (const customer of customers) {
    const funding = {
      wallet: 'spot',
      user: FIRST_CUSTOMER + customer,
      reference: 'funding',
    } as const;
    yield { kind: 'ledger.deposit', currency: 1, amount: 40n as Amount, ...funding };
    yield { kind: 'ledger.deposit', currency: 2, amount: 4_000n as Amount, ...funding };
  }
}
