import { encodeCommand } from '@meridian/core/command-codec';
import { Exchange } from '@meridian/core/exchange';
import { BTC, MARKET, USDT } from '@meridian/core/testing/scenario';
import type { PriceTicks } from '@meridian/money/amount';
import { afterEach, describe, expect, it } from 'vitest';
import { culpritsOf } from './culprits.ts';

const TIME_MS = 1_000;
const { apply } = Exchange.prototype;
const PRICES = {
  kind: 'index.set',
  source: 'simulated',
  prices: [1, 2, 3].map((market) => [market, 10 as PriceTicks] as const),
} as const;

afterEach(() => {
  Exchange.prototype.apply = apply;
});

/** An exchange with three markets. */
function exchange(): Exchange {
  const made = new Exchange();
  for (const [id, code] of [
    [BTC, 'BTC'],
    [2, 'ETH'],
    [USDT, 'USDT'],
  ] as const)
    made.apply({ kind: 'currency.list', currency: { id, code, scale: 8 } }, TIME_MS);
  for (const [id, base, quote] of [
    [1, BTC, USDT],
    [2, 2, USDT],
    [3, 2, BTC],
  ] as const)
    made.apply({ kind: 'market.list', market: { ...MARKET, id, base, quote } }, TIME_MS);
  return made;
}

/**
 * Makes the core fail, after it has changed the state, on prices of these markets, and on time
 * alone if the clock is poison.
 */
function breakOn(markets: readonly number[], isClockPoison = false): void {
  Exchange.prototype.apply = function (this: Exchange, command, timeMs) {
    const applied = apply.call(this, command, timeMs);
    const isPoison =
      command.kind === 'index.set'
        ? command.prices.some(([market]) => markets.includes(market))
        : command.kind === 'clock.tick' && isClockPoison;
    if (isPoison) throw new Error('poison');
    return applied;
  };
}

describe('the markets to blame for prices that broke the core', () => {
  it.each([
    ['one', [2], false, [2]],
    ['two', [1, 3], false, [1, 3]],
    ['none: no price alone breaks it', [], false, []],
    ['none: all of them break it', [1, 2, 3], false, []],
    ['none: time alone breaks it', [2], true, []],
  ])('%s', (_what, markets, isClockPoison, expected) => {
    const state = exchange();
    const before = state.snapshot();
    breakOn(markets, isClockPoison);
    expect(culpritsOf(state, { command: encodeCommand(PRICES), timeMs: TIME_MS + 1 })).toEqual(
      expected,
    );
    expect(state.snapshot()).toEqual(before);
  });

  it('is the only one of a command with one price', () => {
    breakOn([2]);
    expect(
      culpritsOf(exchange(), {
        command: encodeCommand({ ...PRICES, prices: [PRICES.prices[1] ?? [2, 10 as PriceTicks]] }),
        timeMs: 0,
      }),
    ).toEqual([2]);
  });
});
