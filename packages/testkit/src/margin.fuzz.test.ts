import type { Command } from '@meridian/core/commands';
import { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { describe, expect, test } from 'vitest';
import { ComparedPair } from './differential.ts';
import { EventAuditor } from './event-auditor.ts';
import { openMarginMarkets, QUOTE } from './margin-market.ts';
import { MarginStream } from './margin-stream.ts';
import { SeededRandom } from './seeded-random.ts';

const COMMANDS = Number(process.env['FUZZ_COMMANDS'] ?? 200_000);
const FIRST_SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const COMMANDS_PER_SEED = 2_000;
const SEEDS = Math.max(1, Math.ceil(COMMANDS / COMMANDS_PER_SEED));
const START_MS = Date.UTC(2026, 0, 1);
const COIN = 10n ** 8n;

/** One purse for all users of a seed, in USDT: from hardly any money to plenty. */
const PURSES = [2n, 50n, 1_000n].map((coins) => coins * COIN);

/**
 * Commands of contracts alone, with prices every second: events that {@link CommandStream} meets
 * once in a thousand commands happen all the time here.
 */
class ContractStream {
  readonly #random: SeededRandom;
  readonly #stream: MarginStream;
  #timeMs = START_MS;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#stream = new MarginStream({
      random: this.#random,
      users: [0, 1, 2].map((index) => FIRST_CUSTOMER + index),
      currency: QUOTE,
      purse: [this.#random.pick(PURSES)],
      onMove: () => undefined,
    });
  }

  *opening(): Generator<{ command: Command; timeMs: number }> {
    for (const command of openMarginMarkets(2, {
      houseCoins: this.#random.pick([10n, 10_000n]),
      insuranceCoins: 1n,
    }))
      yield this.#at(command);
    // A tick of a lot is 0.0001 USDT x 0.001 coins, in units of 10^-8 USDT.
    const grounds = [1, 2].map((market) => ({ market, lotSize: 10n ** 5n, unit: 10n }));
    for (const command of this.#stream.opening(grounds, () => 20_000)) yield this.#at(command);
  }

  next(positions: Parameters<MarginStream['next']>[0]): { command: Command; timeMs: number } {
    const command = this.#stream.next(positions);
    if (command.kind !== 'index.set') return this.#at(command);
    return this.#at({ ...command, sources: this.#random.pick([1, 3, 3, 3]) });
  }

  #at(command: Command): { command: Command; timeMs: number } {
    const random = this.#random;
    this.#timeMs += random.chance(0.005)
      ? random.pick([3_600_000, 86_400_000])
      : random.pick([0, 50, 150, 400, 1_000]);
    return { command, timeMs: this.#timeMs };
  }
}

describe('contracts of the core and of the naive exchange agree', () => {
  const met = new Map<string, number>();

  test(
    `over ${COMMANDS} commands, seeds ${FIRST_SEED} to ${FIRST_SEED + SEEDS - 1}`,
    { timeout: 0 },
    () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        try {
          run(seed, met);
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
      process.stdout.write(
        `contracts: ${COMMANDS} commands, ${[...met].map(([name, count]) => `${name} ${count}`).join(', ')}\n`,
      );
    },
  );

  test.skipIf(SEEDS < 100)('and met every way in and out', () => {
    expect(WAYS.filter((way) => !met.has(way))).toEqual([]);
  });
});

const WAYS = [
  ...['cancelled', 'liquidation', 'cover', 'exposure', 'house', 'slippage', 'timeout'].map(
    (reason) => `drop ${reason}`,
  ),
  ...['closed', 'takeProfit', 'stopLoss', 'liquidated', 'cover'].map((reason) => `close ${reason}`),
  ...['stay cancelled', 'stay timeout', 'part closed', 'part limit', 'close limit', 'paid'],
  ...['close reversed', 'stay slippage'],
  ...['own', 'own less', 'want', 'keep short', 'position_not_isolated', 'margin_below_initial'],
  ...['unlimit cancelled', 'unlimit asked', 'nothing_to_reduce'],
  ...['close_part_short', 'change_pending', 'margin_in_use', 'stop_beyond_liquidation'],
];

function run(seed: number, met: Map<string, number>): void {
  const stream = new ContractStream(seed);
  const pair = new ComparedPair();
  const auditor = new EventAuditor();
  const apply = (timed: { command: Command; timeMs: number }): void => {
    const { outcome, positions } = pair.apply(timed);
    if (pair.lastApplied !== undefined) auditor.observe(pair.lastApplied);
    const names = positions.map((note) =>
      note.replaceAll(/ -\d+/g, ' less').replaceAll(/ (?:of )?\d+/g, ''),
    );
    for (const name of outcome.ok ? names : [outcome.rejection])
      met.set(name, (met.get(name) ?? 0) + 1);
  };
  for (const timed of stream.opening()) apply(timed);
  for (let count = 0; count < COMMANDS_PER_SEED; count++) {
    apply(stream.next(pair.naive.openPositions()));
    if (count % 100 === 0) pair.compareStates();
  }
  auditor.compare(pair.core.snapshot());
  const snapshot = pair.core.snapshot();
  expect(Exchange.restore(snapshot).snapshot()).toEqual(snapshot);
}
