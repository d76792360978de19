import type { UserId } from '@meridian/core/ids';
import type { PositionSide } from '@meridian/core/margin/margin-commands';
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import { Rounds } from '../../rounds.ts';
import type { Contest } from './contest.ts';

interface DemoParts {
  readonly contest: Contest;
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly users: readonly UserId[];
  readonly warn: (text: string) => void;
  readonly nowMs?: () => number;
}

const LOOK_MS = 2_000;
const WEEK_MS = 7 * 86_400_000;
const COIN = 10n ** 8n;
const START_BALANCE = 10_000n * COIN;
const LEVERAGE = 5;
const PRIZES = (
  [
    [1, 1, 500n],
    [2, 2, 300n],
    [3, 3, 100n],
    [4, 10, 20n],
  ] as const
).map(([from, to, usdt]) => ({ from, to, amount: (usdt * COIN).toString() }));
/** Positions that the demo users open when they join, a different one each. */
const POSITIONS: readonly (readonly [coin: string, side: PositionSide, lots: number])[] = [
  ['BTC', 'long', 20],
  ['ETH', 'short', 40],
  ['XRP', 'long', 50],
  ['LTC', 'short', 30],
];

/** Demo mode only: one season after the other, with a few participants. */
export class DemoSeasons {
  readonly #parts: DemoParts;
  readonly #nowMs: () => number;
  readonly #rounds: Rounds;

  constructor(parts: DemoParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.#rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`the demo season could not be kept up: ${trouble}`),
    });
  }

  start(): void {
    this.#rounds.start();
    void this.#rounds.runOnce();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #round(): Promise<void> {
    const { contest, queries } = this.#parts;
    const present = await queries
      .selectFrom('contest_seasons')
      .select(['id', 'state'])
      .where('state', '<>', 'ended')
      .orderBy('start_at')
      .executeTakeFirst();
    if (present === undefined) {
      const startMs = this.#nowMs();
      const { count } = await queries
        .selectFrom('contest_seasons')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow();
      await contest.create({
        name: `Season ${Number(count) + 1}`,
        startMs,
        endMs: startMs + WEEK_MS,
        startBalance: START_BALANCE,
        prizes: PRIZES,
      });
      await contest.rounds.runOnce();
      return;
    }
    if (present.state === 'running') await this.#joinAll(present.id);
  }

  /**
   * A joined user has opened the positions: a stop in between leaves some without, which does no
   * harm.
   */
  async #joinAll(season: bigint): Promise<void> {
    const { contest, queries, live, users } = this.#parts;
    if (live.playMarkets().some(({ id }) => live.index(id).isStale)) return;
    const rows = await queries
      .selectFrom('contest_entries')
      .select('user_id')
      .where('season', '=', season)
      .where('user_id', 'in', users.map(BigInt))
      .execute();
    const entered = new Set(rows.map(({ user_id }) => Number(user_id)));
    for (const [place, user] of users.entries()) {
      if (entered.has(user)) continue;
      await contest.join(Number(season), user, undefined);
      for (const position of POSITIONS.slice(2 * place, 2 * place + 2))
        await this.#open(user, position);
    }
  }

  async #open(user: UserId, [coin, side, lots]: (typeof POSITIONS)[number]): Promise<void> {
    const { engine, live } = this.#parts;
    const base = live.currencyByCode(coin)?.id;
    const market = live.playMarkets().find((candidate) => candidate.base === base)?.id;
    if (market === undefined) return;
    // Refusals are ignored: terms may have been changed.
    await engine.submit({
      kind: 'margin.open',
      user,
      market,
      side,
      type: 'market',
      leverage: LEVERAGE,
      lots: lots as QuantityLots,
      priceTicks: 0 as PriceTicks,
    });
  }
}
