import { Exchange } from '@meridian/core/exchange';
import type { Command } from '@meridian/core/commands';
import { NEWEST_RULES } from '@meridian/core/rules';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { SecondsTerms } from '@meridian/core/seconds/seconds-commands';
import { MARKET } from '@meridian/core/testing/scenario';
import type { Amount } from '@meridian/money/amount';
import { STEP_MS, VenueWorld, type WorldOptions } from './venue-world.ts';

const COIN = 10n ** 8n;
const RICH = (1_000_000_000n * COIN) as Amount;
const START_MS = 1_700_000_000_000;
const FIRST_PLAYER = 100_001;
/** Least time between two tickets of a player. */
const PAUSE_MS = 2_000;

/**
 * Basis of a player's guess: the live price against the index, the same just before the next index,
 * or the last move of the live price.
 */
const SIGNALS = ['gap', 'gapBeforeEmission', 'momentum'] as const;
type Signal = (typeof SIGNALS)[number];
/** Relative differences that a signal must reach. */
const THRESHOLDS = [1e-4, 2e-4] as const;
const MOMENTUM_MS = 300;

interface Player {
  readonly user: number;
  readonly signal: Signal;
  readonly threshold: number;
  /**
   * From the leading venue to the player and on to the exchange: the age of the player's knowledge
   * when the command is stamped.
   */
  readonly latencyMs: number;
  openedMs: number;
  won: number;
  lost: number;
}

export interface GameOptions extends WorldOptions {
  readonly terms: SecondsTerms;
  readonly hours: number;
  readonly latencies: readonly number[];
  /** Version of the rules that decide. */
  readonly rules?: number;
}

export interface PlayerResult {
  readonly player: string;
  readonly decided: number;
  readonly winRate: number;
}

/**
 * The share of won tickets above which a player gains: a loss costs fee and stake, a win brings the
 * payout less the fee.
 */
export function breakEven({ feeBps, durations }: SecondsTerms): number {
  const { payoutBps } = durations[0] as SecondsTerms['durations'][number];
  return (10_000 + feeBps) / (10_000 + payoutBps);
}

/**
 * Players who see the leading venue live bet on the shortest ticket for some hours, each by its own
 * signal, threshold and latency. The core, its rules and the median of the feed are the real ones.
 */
export function play({
  terms,
  hours,
  latencies,
  rules = NEWEST_RULES,
  ...options
}: GameOptions): PlayerResult[] {
  const world = new VenueWorld(options, START_MS);
  const exchange = new Exchange(rules);
  const apply = (command: Command) => exchange.apply(command, world.nowMs);
  const players = latencies
    .flatMap((latencyMs) =>
      SIGNALS.flatMap((signal) =>
        THRESHOLDS.map((threshold) => ({ signal, threshold, latencyMs })),
      ),
    )
    .map((habits, index): Player => ({
      ...habits,
      user: FIRST_PLAYER + index,
      openedMs: 0,
      won: 0,
      lost: 0,
    }));
  open(apply, terms, players);
  const lives: number[] = [];
  let index = 0;
  for (let left = (hours * 3_600_000) / STEP_MS; left > 0; left--) {
    for (const { source, sources, prices } of world.step()) {
      index = prices[0]?.[1] ?? index;
      for (const event of apply({ kind: 'index.set', source, sources, prices }).events) {
        if (event.type !== 'ticketClosed') continue;
        const player = players[event.user - FIRST_PLAYER] as Player;
        if (event.result === 'won') player.won++;
        if (event.result === 'lost') player.lost++;
      }
    }
    lives.push(world.live * 100);
    if (index === 0 || lives.length < 300) continue;
    for (const player of players) {
      const side = sideOf(player, {
        lives,
        index,
        beforeEmissionMs: world.nextEmitMs - world.nowMs,
      });
      if (side === undefined || world.nowMs - player.openedMs < PAUSE_MS) continue;
      const [{ seconds = 0 } = {}] = terms.durations;
      const { outcome } = apply({
        kind: 'seconds.open',
        user: player.user,
        market: 1,
        currency: terms.currency,
        stake: (100n * COIN) as Amount,
        direction: side,
        seconds,
      });
      if (outcome.ok) player.openedMs = world.nowMs;
    }
    if (lives.length > 1_000) lives.splice(0, 500);
  }
  exchange.verify();
  return players.map(({ signal, threshold, latencyMs, won, lost }) => ({
    player: `${signal} from ${threshold * 1e4} bp, ${latencyMs} ms`,
    decided: won + lost,
    winRate: won / (won + lost),
  }));
}

function open(
  apply: (command: Command) => unknown,
  terms: SecondsTerms,
  players: readonly Player[],
): void {
  apply({ kind: 'currency.list', currency: { id: 1, code: 'BTC', scale: 8 } });
  apply({ kind: 'currency.list', currency: { id: terms.currency, code: 'USDT', scale: 8 } });
  apply({ kind: 'market.list', market: { ...MARKET, quote: terms.currency, hasSeconds: true } });
  apply({ kind: 'seconds.terms', terms: { ...terms, exposureCap: RICH } });
  for (const user of [SYSTEM.house, ...players.map((player) => player.user)]) {
    apply({
      kind: 'ledger.deposit',
      user,
      wallet: 'seconds',
      currency: terms.currency,
      amount: RICH,
      reference: 'stakes',
    });
  }
}

interface Seen {
  /** The leading venue's prices at the last steps, in ticks. */
  readonly lives: readonly number[];
  readonly index: number;
  readonly beforeEmissionMs: number;
}

/** The side that a player bets on now, given prices from `latencyMs` ago; undefined for no bet. */
function sideOf(
  { signal, threshold, latencyMs }: Player,
  { lives, index, beforeEmissionMs }: Seen,
): 'up' | 'down' | undefined {
  // The old rules opened at the first index 100 ms after the command: this is the last moment
  // before it.
  if (signal === 'gapBeforeEmission' && (beforeEmissionMs <= 110 || beforeEmissionMs > 200))
    return undefined;
  const seen = lives.length - 1 - Math.round(latencyMs / STEP_MS);
  const [live, before] = [lives[seen] ?? index, lives[seen - MOMENTUM_MS / STEP_MS] ?? index];
  const edge = signal === 'momentum' ? (live - before) / before : (live - index) / index;
  if (Math.abs(edge) <= threshold) return undefined;
  return edge > 0 ? 'up' : 'down';
}
