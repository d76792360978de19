import type { Command } from '@meridian/core/commands';
import type { SnapshotVotes } from '@meridian/core/vote/vote-snapshot';
import type { SeededRandom } from './seeded-random.ts';

/** Share of these commands in the whole stream. */
const SHARE = 0.01;

/** Streams pass whole days while locks run. */
const LONG_MS = 7_000_000_000;

/** Rounds that have no result yet. */
export type KnownVotes = readonly {
  readonly round: number;
  readonly options: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly voters: readonly number[];
}[];

/** Ids that random commands can name in a state of the core. */
export function knownVotes({ rounds }: SnapshotVotes): KnownVotes {
  return rounds.map(({ ballots, ...round }) => ({
    ...round,
    voters: ballots.map(({ user }) => user),
  }));
}

/**
 * Commands of votes: rounds of some seconds from the last command on, ballots that are replaced and
 * revoked, and ballots before a start, after an end, of the unverified, and under a taken name.
 */
export class VoteStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  /** Some streams announce as many rounds as there may be. */
  readonly #isCrowded: boolean;
  #lastRound = 0;

  constructor(parts: { readonly random: SeededRandom; readonly users: readonly number[] }) {
    this.#random = parts.random;
    this.#users = parts.users;
    this.#isCrowded = parts.random.chance(0.2);
  }

  /** Undefined where it is not its turn. @param timeMs of the last command */
  next(known: KnownVotes, timeMs: number): Command | undefined {
    const random = this.#random;
    if (!random.chance(SHARE)) return undefined;
    if (known.length === 0 || random.chance(this.#isCrowded ? 0.8 : 0.07))
      return this.#open(timeMs);
    const { round, options, voters } = random.pick(known);
    const draw = random.next();
    if (draw < 0.01) return { kind: 'vote.cancel', round, operator: random.between(1, 3) };
    const user = random.pick(this.#users);
    if (draw < 0.2) return { kind: 'vote.revoke', user, round: this.#near(round) };
    if (draw < 0.3 && voters.length > 0)
      return { kind: 'vote.revoke', user: random.pick(voters), round };
    return {
      kind: 'vote.cast',
      user,
      round: this.#near(round),
      option: random.chance(0.03) ? options + 1 : random.between(1, options),
      // Some users have more accounts than documents.
      person: (random.chance(0.9) ? user : (this.#users[0] ?? user)).toString(16).padStart(32, '0'),
      level: random.between(0, 9) === 0 ? 0 : random.between(1, 2),
      // So few that two ballots meet under one name.
      tracker: random.between(1, 200).toString(16).padStart(16, '0'),
    };
  }

  #open(timeMs: number): Command {
    const random = this.#random;
    const startMs = timeMs + random.pick([-1, 30, 100, 300, 3_000]);
    const round = random.chance(0.05) ? Math.max(1, this.#lastRound) : this.#lastRound + 1;
    this.#lastRound = round;
    return {
      kind: 'vote.open',
      round,
      options: random.between(2, 5),
      startMs,
      endMs: startMs + (this.#isCrowded ? LONG_MS : random.pick([1_000, 10_000, 30_000, LONG_MS])),
      terms: random.between(1, 9).toString().repeat(64),
    };
  }

  /** The round, rarely another. */
  #near(round: number): number {
    return this.#random.chance(0.03) ? this.#random.between(1, this.#lastRound + 1) : round;
  }
}
