import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import { describe, expect, it } from 'vitest';
import { ALICE, BOB, eventsOf, MARKET, rejectionOf, Scenario, USDT } from '../testing/scenario.ts';

/** Coins in existence, in whole coins, rounded up. */
const SUPPLIES = [
  { code: 'SHIB', coins: 589_500_000_000_000n },
  { code: 'PEPE', coins: 420_690_000_000_000n },
] as const;
const COIN = 10;

describe.each(SUPPLIES)('$code, of which there are hundreds of trillions', ({ code, coins }) => {
  it('does not fit with eight decimals', () => {
    const scenario = new Scenario();
    scenario.apply({ kind: 'currency.list', currency: { id: COIN, code, scale: 8 } });
    expect(rejectionOf(scenario.deposit(ALICE, COIN, coins * 10n ** 8n))).toBe('amount_too_large');
  });

  it('fits with four, all of it on one account, and is traded to the last unit', () => {
    const scenario = new Scenario();
    scenario.apply({ kind: 'currency.list', currency: { id: COIN, code, scale: 4 } });
    // A tick of 0.00000001 USDT and a lot of one coin: one tick times one lot is one unit of USDT.
    const market = {
      ...MARKET,
      id: 2,
      base: COIN,
      quote: USDT,
      tickSize: 1n,
      lotSize: 10_000n,
      maxQuantityLots: 2 ** 36,
      minNotional: 0n,
    };
    expect(scenario.apply({ kind: 'market.list', market }).outcome).toEqual({ ok: true });
    scenario.apply({ kind: 'index.set', source: 'test', prices: [[2, 1_234 as never]] });
    expect(scenario.deposit(ALICE, COIN, coins * 10n ** 4n).outcome).toEqual({ ok: true });
    scenario.deposit(BOB, USDT, (2_000_000n * 10n ** 8n) as Amount);
    // 60 billion coins at 0.00001234 USDT.
    scenario.place(ALICE, 'sell', 1_234, 60_000_000_000, { market: 2 });
    const bought = scenario.place(BOB, 'buy', 1_234, 60_000_000_000, { market: 2 });
    expect(bought.outcome).toMatchObject({ status: 'filled' });
    expect(formatDecimal(eventsOf(bought, 'traded')[0]?.notional ?? 0n, 8)).toBe('740400');
    expect(formatDecimal(scenario.balance(BOB, COIN).available, 4)).toBe('59880000000');
    expect(scenario.balance(ALICE, COIN).available).toBe((coins - 60_000_000_000n) * 10n ** 4n);
  });
});
