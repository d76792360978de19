import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import type { Applied } from '@meridian/core/events';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { describe, expect, test } from 'vitest';
import {
  customer,
  fund,
  openPosition,
  openMarginMarkets,
  QUOTE,
  setIndex,
} from './margin-market.ts';
import { START_MS } from './open-market.ts';
import { SeededRandom } from './seeded-random.ts';

/**
 * The metamorphic rules of metamorphic.test.ts, for contracts: one life is lived twice, with a
 * change that must not matter, or must not pay.
 */
const SEEDS = Array.from(
  { length: 40 },
  (_, index) => Number(process.env['METAMORPHIC_SEED'] ?? 1) + index,
);
const STRANGERS = [customer(0), customer(1), customer(2), customer(3)];
const ME = customer(10);
const MARKETS = [1, 2];
const FIRST_TICKS = 1_000_000;
const STEPS = 120;

interface Step {
  readonly command: Command;
  readonly timeMs: number;
}

/** Strangers and I trade in two markets whose indexes walk and jump; the house could pay all. */
function* history(random: SeededRandom): Generator<Step> {
  let timeMs = START_MS;
  for (const command of openMarginMarkets(MARKETS.length, {
    houseCoins: 1_000_000_000n,
    insuranceCoins: 1_000_000_000n,
  }))
    yield { command, timeMs };
  for (const user of [...STRANGERS, ME]) yield { command: fund(user, 'margin', 10_000n), timeMs };
  const ticks = new Map(MARKETS.map((market) => [market, FIRST_TICKS]));
  const prices = (): Command => setIndex([...ticks]);
  yield { command: prices(), timeMs };
  for (let step = 0; step < STEPS; step++) {
    timeMs += random.between(1, 400);
    for (const [market, before] of ticks)
      if (random.chance(0.4))
        ticks.set(
          market,
          Math.round(before * random.pick([0.94, 0.99, 0.999, 1, 1.001, 1.01, 1.06])),
        );
    if (random.chance(0.4)) yield { command: prices(), timeMs };
    const command = act(random, random.pick([...STRANGERS, ME]), ticks);
    yield { command: random.chance(0.1) ? nearestStranger(command) : command, timeMs };
  }
  timeMs += 500;
  yield { command: prices(), timeMs };
}

/** A stranger gives the command in place of its user. */
function nearestStranger(command: Command): Command {
  return 'user' in command ? ({ ...command, user: STRANGERS[0] } as Command) : command;
}

function act(random: SeededRandom, user: number, ticks: ReadonlyMap<number, number>): Command {
  const draw = random.below(10);
  if (draw === 0)
    return { kind: 'margin.closeAll', user, which: random.pick(['all', 'long', 'short'] as const) };
  if (draw === 1)
    return {
      kind: 'custody.transfer',
      user,
      from: 'margin',
      to: 'spot',
      currency: QUOTE,
      amount: (BigInt(random.between(1, 3_000)) * 10n ** 8n) as Amount,
    };
  const market = random.pick(MARKETS);
  const indexTicks = ticks.get(market) ?? FIRST_TICKS;
  const priceTicks = random.chance(0.4)
    ? Math.round(indexTicks * random.pick([0.97, 0.995, 1, 1.005, 1.03]))
    : 0;
  return openPosition({
    user,
    market,
    side: random.pick(['long', 'short'] as const),
    leverage: random.pick([1, 20, 100]),
    lots: random.between(100, 40_000),
    priceTicks,
  });
}

interface Life {
  readonly exchange: Exchange;
  /** For each command of mine: accepted, or its rejection. */
  readonly mine: string[];
  readonly applied: Applied[];
}

/**
 * @param change replaces a command; undefined drops it
 */
function live(
  seed: number,
  change: (command: Command) => Command | undefined = (command) => command,
): Life {
  const life: Life = { exchange: new Exchange(), mine: [], applied: [] };
  for (const { command, timeMs } of history(new SeededRandom(seed))) {
    const changed = change(command);
    if (changed === undefined) continue;
    const applied = life.exchange.apply(changed, timeMs);
    life.applied.push(applied);
    if ('user' in command && command.user === ME)
      life.mine.push(`${command.kind} ${applied.outcome.ok ? 'ok' : applied.outcome.rejection}`);
  }
  life.exchange.verify();
  return life;
}

function accountsOf(exchange: Exchange, user: number): unknown[] {
  return exchange.snapshot().accounts.filter((account) => account.user === user);
}

function wealth(exchange: Exchange, user: number): bigint {
  return exchange
    .snapshot()
    .accounts.reduce(
      (sum, { user: owner, available, held }) =>
        owner === user ? sum + BigInt(available) + BigInt(held) : sum,
      0n,
    );
}

function positionsOf(exchange: Exchange, user: number): { status: string }[] {
  return exchange.snapshot().margin.positions.filter((position) => position.user === user);
}

function ticksOf(exchange: Exchange, market: number): number {
  return exchange.snapshot().markets.find(({ id }) => id === market)?.indexTicks ?? 0;
}

describe.each(SEEDS)('contracts, whatever strangers did, seed %i', (seed) => {
  test('without them I would have got the same answers, and have the same money', () => {
    const [with_, without] = [
      live(seed),
      live(seed, (command) =>
        'user' in command && STRANGERS.includes(command.user) && command.kind !== 'ledger.deposit'
          ? undefined
          : command,
      ),
    ];
    expect(with_.mine.length).toBeGreaterThan(5);
    expect(with_.mine).toEqual(without.mine);
    expect(accountsOf(with_.exchange, ME)).toEqual(accountsOf(without.exchange, ME));
  });

  test('my order opens at the next index, and closes at the one after', () => {
    for (const side of ['long', 'short'] as const) {
      const { exchange } = live(seed);
      const newcomer = customer(11);
      let { timeMs } = exchange;
      const next = (): Applied =>
        exchange.apply(setIndex([[1, ticksOf(exchange, 1)]]), (timeMs += 500));
      exchange.apply(fund(newcomer, 'margin', 1_000n), timeMs);
      expect(
        exchange.apply(
          openPosition({ user: newcomer, market: 1, side, leverage: 20, lots: 1_000 }),
          timeMs,
        ).outcome,
      ).toMatchObject({ ok: true });
      next();
      expect(positionsOf(exchange, newcomer)).toMatchObject([{ status: 'open' }]);
      expect(
        exchange.apply({ kind: 'margin.closeAll', user: newcomer, which: 'all' }, timeMs).outcome,
      ).toMatchObject({ ok: true });
      next();
      expect(positionsOf(exchange, newcomer)).toEqual([]);
    }
  });

  test('splitting an order never pays', () => {
    const snapshot = live(seed).exchange.snapshot();
    const random = new SeededRandom(seed);
    const first = random.between(1, 776);
    const [moved, leverage] = [random.pick([0.98, 0.999, 1, 1.003, 1.02]), random.pick([1, 20])];
    for (const side of ['long', 'short'] as const) {
      const [whole = 0n, parts = 0n] = [[777], [first, 777 - first]].map((sizes) => {
        const exchange = Exchange.restore(snapshot);
        const newcomer = customer(11);
        let { timeMs } = exchange;
        const next = (ticks: number): Applied =>
          exchange.apply(setIndex([[1, ticks]]), (timeMs += 500));
        exchange.apply(fund(newcomer, 'margin', 1_000n), timeMs);
        for (const lots of sizes)
          expect(
            exchange.apply(
              openPosition({ user: newcomer, market: 1, side, leverage, lots }),
              timeMs,
            ).outcome.ok,
          ).toBe(true);
        next(ticksOf(exchange, 1));
        expect(positionsOf(exchange, newcomer)).toHaveLength(sizes.length);
        exchange.apply({ kind: 'margin.closeAll', user: newcomer, which: 'all' }, timeMs);
        next(Math.round(ticksOf(exchange, 1) * moved));
        expect(positionsOf(exchange, newcomer)).toEqual([]);
        return wealth(exchange, newcomer);
      });
      expect(parts <= whole, `${side}: ${parts} in parts, ${whole} at once`).toBe(true);
    }
  });

  // Accounts are liquidated in the order of their users: each gets the same, if the house can pay
  // all.
  test('renaming the users changes nothing but their names', () => {
    const rename = (user: number): number =>
      user >= FIRST_CUSTOMER ? FIRST_CUSTOMER + 1_001 - (user - FIRST_CUSTOMER) : user;
    const renamed = live(seed, (command) =>
      'user' in command ? ({ ...command, user: rename(command.user) } as Command) : command,
    );
    const plain = live(seed);
    const outcomes = ({ applied }: Life): string[] =>
      applied.map(({ outcome }) => JSON.stringify(outcome));
    expect(outcomes(renamed)).toEqual(outcomes(plain));
    const sorted = (exchange: Exchange, name: (user: number) => number): string[] =>
      exchange
        .snapshot()
        .accounts.map((account) => JSON.stringify({ ...account, user: name(account.user) }))
        .sort();
    expect(sorted(renamed.exchange, (user) => user)).toEqual(sorted(plain.exchange, rename));
    const { positions } = plain.exchange.snapshot().margin;
    expect(renamed.exchange.snapshot().margin.positions).toEqual(
      positions.map((position) => ({ ...position, user: rename(position.user) })),
    );
  });

  test('an idle second changes no balance and no position', () => {
    const { exchange } = live(seed);
    const { accounts, margin } = exchange.snapshot();
    expect(exchange.apply({ kind: 'clock.tick' }, exchange.timeMs + 1_000).events).toEqual([]);
    expect(exchange.snapshot()).toMatchObject({ accounts, margin });
  });
});

test('they trade, win, lose and are liquidated', () => {
  const reasons = new Set(
    SEEDS.flatMap((seed) =>
      live(seed).applied.flatMap(({ events }) =>
        events.flatMap((event) => (event.type === 'positionClosed' ? [event.reason] : [])),
      ),
    ),
  );
  expect([...reasons].sort()).toEqual(expect.arrayContaining(['closed', 'liquidated']));
});
