import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import type { OpenPosition } from '@meridian/core/margin/margin-commands';

/** USDT, the quote currency of all markets here. */
export const QUOTE = 3;
const COIN = 10n ** 8n;

/**
 * Lists markets 1 to `count` with margin on each: a tick is 0.0001 USDT, a lot 0.001 coins. House
 * and insurance are funded.
 */
export function* openMarginMarkets(
  count: number,
  { houseCoins, insuranceCoins }: { houseCoins: bigint; insuranceCoins: bigint },
): Generator<Command> {
  yield { kind: 'currency.list', currency: { id: QUOTE, code: 'USDT', scale: 8 } };
  for (let id = 1; id <= count; id++) {
    const base = 100 + id;
    yield { kind: 'currency.list', currency: { id: base, code: `COIN${id}`, scale: 8 } };
    const grid = {
      id,
      base,
      quote: QUOTE,
      tickSize: 10n ** 4n,
      lotSize: 10n ** 5n,
      minNotional: 0n,
      maxQuantityLots: 1_000,
    };
    const rules = {
      makerFeeBps: 0,
      takerFeeBps: 0,
      maxOpenOrders: 10,
      bandBps: 0,
      slippageBps: 0,
      indexMaxAgeMs: 120_000,
      status: 'open',
      isDisplayed: true,
    } as const;
    yield { kind: 'market.list', market: { ...grid, ...rules } };
    const sizes = {
      leverages: [1, 5, 20, 50, 100],
      lotSize: (10n ** 5n) as Amount,
      minLots: 1,
      maxLots: 2 ** 36,
    };
    const costs = {
      spreadBps: 2,
      feeBps: 4,
      overnightBps: 3,
      maintenancePercent: 30,
      exposureCap: (10n ** 9n * COIN) as Amount,
      isOpen: true,
    };
    yield { kind: 'margin.terms', terms: { market: id, ...sizes, ...costs } };
  }
  yield fund(SYSTEM.house, 'margin', houseCoins);
  yield fund(SYSTEM.insurance, 'spot', insuranceCoins);
}

/** Deposits integer USDT from outside. */
export function fund(user: number, wallet: 'spot' | 'margin', coins: bigint): Command {
  return {
    kind: 'ledger.deposit',
    user,
    wallet,
    currency: QUOTE,
    amount: (coins * COIN) as Amount,
    reference: 'funding',
  };
}

/** @param index of the customer, from 0 */
export function customer(index: number): number {
  return FIRST_CUSTOMER + index;
}

export function openPosition(order: {
  user: number;
  market: number;
  side: 'long' | 'short';
  leverage: number;
  lots: number;
  priceTicks?: number;
}): OpenPosition {
  const { lots, priceTicks = 0, ...rest } = order;
  return {
    kind: 'margin.open',
    type: priceTicks === 0 ? 'market' : 'limit',
    lots: lots as QuantityLots,
    priceTicks: priceTicks as PriceTicks,
    ...rest,
  };
}

export function setIndex(prices: readonly (readonly [market: number, ticks: number])[]): Command {
  return {
    kind: 'index.set',
    source: 'simulated',
    sources: 3,
    prices: prices as readonly (readonly [number, PriceTicks])[],
  };
}
