import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { PlaceOrder } from '@meridian/core/spot/spot-commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { describe, expect, test } from 'vitest';
import { openMarket, START_MS } from './open-market.ts';
import { SeededRandom } from './seeded-random.ts';

/**
 * Rules that need no second implementation: one market is lived twice, with a change that must not
 * matter, or must not pay. A naive twin that was written from the same sentences as the core shares
 * its mistakes; these rules use other sentences.
 */
const SEEDS = Array.from(
  { length: 60 },
  (_, index) => Number(process.env['METAMORPHIC_SEED'] ?? 1) + index,
);
const STRANGERS = [0, 1, 2, 3];
const ME = FIRST_CUSTOMER + 10;
const PARTNER = FIRST_CUSTOMER + 11;
const BAND_BPS = 2_000;

/**
 * Strangers trade in a market with a band whose index moves, jumps and goes stale.
 * @param rename the number of each user
 */
function* history(
  random: SeededRandom,
  rename: (user: number) => number = (user) => user,
): Generator<{ command: Command; timeMs: number }> {
  const settings = {
    bandBps: BAND_BPS,
    slippageBps: random.pick([0, 300, 2_000]),
    maxOpenOrders: 60,
    indexMaxAgeMs: 5_000,
    minNotional: 0n,
    makerFeeBps: random.pick([0, 7, 10]),
    takerFeeBps: random.pick([0, 13, 1_000]),
  };
  let timeMs = START_MS;
  for (const command of openMarket(settings, [...STRANGERS, 10, 11]))
    yield {
      command: 'user' in command ? { ...command, user: rename(command.user) } : command,
      timeMs,
    };
  for (const stranger of [...STRANGERS, 10, 11]) {
    for (const currency of [1, 2])
      yield {
        command: {
          kind: 'ledger.deposit',
          user: rename(FIRST_CUSTOMER + stranger),
          wallet: 'spot',
          currency,
          amount: 1_000_000n as Amount,
          reference: 'more',
        },
        timeMs,
      };
  }
  let index = 100;
  for (let step = 0; step < 150; step++) {
    timeMs += random.below(200);
    if (random.chance(0.1)) {
      index = Math.max(10, Math.round(index * random.pick([0.6, 0.95, 0.99, 1, 1.01, 1.05, 1.5])));
      yield {
        command: { kind: 'index.set', source: 'test', prices: [[1, index as PriceTicks]] },
        timeMs,
      };
    }
    const priceTicks = Math.max(1, index + random.between(-20, 20));
    yield {
      command: placement(
        rename(FIRST_CUSTOMER + random.pick(STRANGERS)),
        random.pick(['buy', 'sell'] as const),
        {
          priceTicks,
          lots: random.between(1, 30),
          ...(random.chance(0.2) ? { selfTrade: 'expireMaker' } : {}),
        },
      ),
      timeMs,
    };
  }
  yield {
    command: { kind: 'index.set', source: 'test', prices: [[1, index as PriceTicks]] },
    timeMs,
  };
}

type Asked = Partial<Omit<PlaceOrder, 'priceTicks' | 'quantityLots'>> & {
  readonly priceTicks: number;
  readonly lots: number;
};

function placement(
  user: number,
  side: 'buy' | 'sell',
  { priceTicks, lots, ...more }: Asked,
): PlaceOrder {
  const numbers = { priceTicks: priceTicks as PriceTicks, quantityLots: lots as QuantityLots };
  return {
    kind: 'spot.place',
    user,
    market: 1,
    side,
    type: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireTaker',
    ...numbers,
    ...more,
  };
}

function live(
  seed: number,
  rename?: (user: number) => number,
): { exchange: Exchange; applied: Applied[]; timeMs: number; index: number } {
  const exchange = new Exchange();
  const applied: Applied[] = [];
  for (const { command, timeMs } of history(new SeededRandom(seed), rename))
    applied.push(exchange.apply(command, timeMs));
  exchange.verify();
  return {
    exchange,
    applied,
    timeMs: exchange.timeMs,
    index: exchange.snapshot().markets[0]?.indexTicks ?? 0,
  };
}

function wealth(exchange: Exchange, user: number): { base: bigint; quote: bigint } {
  const of = (currency: number): bigint => {
    const row = exchange
      .snapshot()
      .accounts.find(
        (account) =>
          account.user === user && account.currency === currency && account.wallet === 'spot',
      );
    return BigInt(row?.available ?? 0) + BigInt(row?.held ?? 0);
  };
  return { base: of(1), quote: of(2) };
}

describe.each(SEEDS)('whatever strangers did before, seed %i', (seed) => {
  test.each([
    ['limit', {}],
    ['immediate', { timeInForce: 'ioc' }],
    ['fill-or-kill', { timeInForce: 'fok' }],
  ] as const)('my %s order trades when somebody stands ready at the index', (_kind, more) => {
    for (const side of ['buy', 'sell'] as const) {
      const { exchange, timeMs, index } = live(seed);
      const opposite = side === 'buy' ? 'sell' : 'buy';
      const ready = exchange.apply(
        placement(PARTNER, opposite, { priceTicks: index, lots: 20, selfTrade: 'expireMaker' }),
        timeMs,
      );
      expect(ready.outcome.ok).toBe(true);
      // The partner may have traded on arrival: then the strangers did not keep others from
      // trading.
      if (
        !ready.outcome.ok ||
        ready.outcome.status !== 'open' ||
        (ready.outcome.filledLots ?? 0) > 10
      )
        continue;
      const mine = exchange.apply(
        placement(ME, side, { priceTicks: index, lots: 10, ...more }),
        timeMs,
      );
      expect(mine.outcome, `${side}`).toMatchObject({ ok: true, status: 'filled', filledLots: 10 });
    }
  });

  // A better offer of a stranger moves the cap, which counts from the best price: the order stops
  // behind it, having traded.
  test('my market order trades, and what is left of it trades when I ask again', () => {
    for (const side of ['buy', 'sell'] as const) {
      const { exchange, timeMs, index } = live(seed);
      const ready = exchange.apply(
        placement(PARTNER, side === 'buy' ? 'sell' : 'buy', {
          priceTicks: index,
          lots: 20,
          selfTrade: 'expireMaker',
        }),
        timeMs,
      );
      if (
        !ready.outcome.ok ||
        ready.outcome.status !== 'open' ||
        (ready.outcome.filledLots ?? 0) > 10
      )
        continue;
      let left = 10;
      for (let asked = 0; left > 0; asked++) {
        const { outcome } = exchange.apply(
          placement(ME, side, { type: 'market', timeInForce: 'ioc', priceTicks: 0, lots: left }),
          timeMs,
        );
        const filled = outcome.ok ? (outcome.filledLots ?? 0) : 0;
        expect(filled, `${side}, asked ${asked} times`).toBeGreaterThan(0);
        left -= filled;
      }
    }
  });

  test('splitting an order never pays, for a taker or a maker', () => {
    for (const side of ['buy', 'sell'] as const) {
      const wholeWorld = live(seed);
      const snapshot = wholeWorld.exchange.snapshot();
      const { timeMs, index } = wholeWorld;
      const split = new SeededRandom(seed).between(1, 19);
      const ends = [[20], [split, 20 - split]].map((parts) => {
        const exchange = Exchange.restore(snapshot);
        for (const lots of parts)
          exchange.apply(placement(ME, side, { priceTicks: index, lots }), timeMs);
        exchange.apply(
          placement(PARTNER, side === 'buy' ? 'sell' : 'buy', { priceTicks: index, lots: 20 }),
          timeMs,
        );
        return {
          mine: wealth(exchange, ME),
          open: exchange
            .snapshot()
            .orders.filter(({ user }) => user === ME)
            .reduce((sum, order) => sum + order.remainingLots, 0),
        };
      });
      const [whole, parts] = ends;
      expect(parts?.open).toBe(whole?.open);
      expect((parts?.mine.base ?? 0n) <= (whole?.mine.base ?? 0n), `${side} base`).toBe(true);
      expect((parts?.mine.quote ?? 0n) <= (whole?.mine.quote ?? 0n), `${side} quote`).toBe(true);
    }
  });

  test('renaming the users changes nothing but their names', () => {
    const rename = (user: number): number =>
      user >= FIRST_CUSTOMER ? FIRST_CUSTOMER + 1_000 - (user - FIRST_CUSTOMER) : user;
    const described = (applied: readonly Applied[], name: (user: number) => number): string =>
      JSON.stringify(applied, (field, value: unknown) =>
        typeof value === 'bigint'
          ? `${value}n`
          : /^(?:user|makerUser|takerUser)$/.test(field)
            ? name(value as number)
            : value,
      );
    expect(described(live(seed, rename).applied, (user) => user)).toBe(
      described(live(seed).applied, rename),
    );
  });

  test('an idle second changes no balance and no order', () => {
    const { exchange, timeMs } = live(seed);
    const { accounts, orders } = exchange.snapshot();
    expect(exchange.apply({ kind: 'clock.tick' }, timeMs + 1_000).events).toEqual([]);
    expect(exchange.snapshot()).toMatchObject({ accounts, orders });
  });
});
