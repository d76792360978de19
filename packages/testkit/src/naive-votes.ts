import type { Command } from '@meridian/core/commands';
import type { Outcome } from '@meridian/core/outcome';
import type { Rejection } from '@meridian/core/rejections';
import type { CastVote, OpenRound, VoteCommand } from '@meridian/core/vote/vote-commands';
import type { SnapshotVotes } from '@meridian/core/vote/vote-snapshot';
import { isTrader, isWholeNumber } from './naive-rules.ts';

const MOST_MS = 7_776_000_000;

/** A user voted, or took the vote back: an option of 0. */
interface Act {
  readonly user: number;
  readonly option: number;
  readonly person: string;
  readonly tracker: string;
}

interface NaiveRound {
  readonly opening: OpenRound;
  readonly acts: Act[];
  isOver: boolean;
}

/**
 * The naive side of votes: it remembers every act of a round for ever, and of each user the last
 * one counts whenever somebody asks.
 */
export class NaiveVotes {
  readonly #rounds: NaiveRound[] = [];

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('vote.') && !isWellFormed(command as VoteCommand);
  }

  apply(command: VoteCommand, timeMs: number): Outcome {
    const rejection = isWellFormed(command) ? this.#decide(command, timeMs) : 'malformed';
    return rejection === undefined ? { ok: true } : { ok: false, rejection };
  }

  /** Time has come to here. Returns the counts of the rounds that are over now, by their number. */
  pass(timeMs: number): Map<number, number[]> {
    const over = this.#unfinished().filter(({ opening }) => timeMs >= opening.endMs);
    const results = new Map<number, number[]>();
    for (const round of over) {
      round.isOver = true;
      results.set(round.opening.round, countsOf(round));
    }
    return results;
  }

  /** Notes a command that the core has accepted. */
  follow(command: VoteCommand): void {
    if (command.kind === 'vote.open')
      this.#rounds.push({ opening: command, acts: [], isOver: false });
    else if (command.kind === 'vote.cancel') this.#round(command.round).isOver = true;
    else if (command.kind === 'vote.revoke')
      this.#round(command.round).acts.push({
        user: command.user,
        option: 0,
        person: '',
        tracker: '',
      });
    else this.#round(command.round).acts.push(command);
  }

  /** Rounds that have no result yet. */
  open(): { round: number; options: number; startMs: number; endMs: number; voters: number[] }[] {
    return this.#unfinished().map((round) => {
      const { opening } = round;
      return { ...opening, voters: ballotsOf(round).map(({ user }) => user) };
    });
  }

  snapshot(): SnapshotVotes {
    return {
      lastRound: Math.max(0, ...this.#rounds.map(({ opening }) => opening.round)),
      rounds: this.#unfinished().map((one) => {
        const { round, options, startMs, endMs, terms } = one.opening;
        const ballots = ballotsOf(one).sort((a, b) => a.user - b.user);
        return { round, options, startMs, endMs, terms, ballots };
      }),
    };
  }

  #decide(command: VoteCommand, timeMs: number): Rejection | undefined {
    if (command.kind === 'vote.open') {
      if (this.#rounds.some(({ opening }) => opening.round >= command.round)) return 'malformed';
      if (command.startMs < timeMs) return 'vote_late';
      if (this.#unfinished().length >= 20) return 'votes_too_many';
      this.follow(command);
      return undefined;
    }
    const found = this.#unfinished().find(({ opening }) => opening.round === command.round);
    const hasEnded = found === undefined || found.opening.endMs <= timeMs;
    const hasBegun = found !== undefined && found.opening.startMs <= timeMs;
    if (hasEnded || (command.kind !== 'vote.cancel' && !hasBegun)) return 'vote_not_open';
    if (command.kind === 'vote.cast') {
      const rejection = castProblem(command, found);
      if (rejection !== undefined) return rejection;
    }
    if (
      command.kind === 'vote.revoke' &&
      !ballotsOf(found).some((one) => one.user === command.user)
    )
      return 'vote_not_cast';
    this.follow(command);
    return undefined;
  }

  #unfinished(): NaiveRound[] {
    return this.#rounds.filter(({ isOver }) => !isOver);
  }

  #round(number: number): NaiveRound {
    const found = this.#rounds.find(({ opening }) => opening.round === number);
    if (found === undefined) throw new Error(`round ${number} was never opened`);
    return found;
  }
}

function castProblem(command: CastVote, round: NaiveRound): Rejection | undefined {
  if (command.option > round.opening.options) return 'malformed';
  if (command.level < 1) return 'vote_unverified';
  const ballots = ballotsOf(round);
  if (ballots.some(({ user, person }) => user !== command.user && person === command.person))
    return 'vote_person_voted';
  const isTaken = ballots.some(({ tracker }) => tracker === command.tracker);
  return isTaken ? 'malformed' : undefined;
}

/** The last act of each user, where it is a vote. */
function ballotsOf({ acts }: NaiveRound): Act[] {
  return acts
    .filter(({ user }, index) => !acts.slice(index + 1).some((later) => later.user === user))
    .filter(({ option }) => option > 0)
    .map(({ user, option, person, tracker }) => ({ user, option, person, tracker }));
}

function countsOf(round: NaiveRound): number[] {
  const counts: number[] = [];
  for (let option = 1; option <= round.opening.options; option++)
    counts.push(ballotsOf(round).filter((ballot) => ballot.option === option).length);
  return counts;
}

function isWellFormed(command: VoteCommand): boolean {
  if (!isWholeNumber(command.round, 1)) return false;
  switch (command.kind) {
    case 'vote.open':
      return (
        isWholeNumber(command.options, 2, 20) &&
        isWholeNumber(command.startMs, 0, Number.MAX_SAFE_INTEGER - MOST_MS) &&
        isWholeNumber(command.endMs, command.startMs + 1, command.startMs + MOST_MS) &&
        isHexadecimal(command.terms, 64)
      );
    case 'vote.cancel':
      return isWholeNumber(command.operator, 1);
    case 'vote.cast':
      return (
        isTrader(command.user) &&
        isWholeNumber(command.option, 1) &&
        isWholeNumber(command.level, 0, 2) &&
        isHexadecimal(command.person, 32) &&
        isHexadecimal(command.tracker, 16)
      );
    case 'vote.revoke':
      return isTrader(command.user);
    default:
      return false;
  }
}

function isHexadecimal(text: unknown, digits: number): boolean {
  return (
    typeof text === 'string' &&
    text.length === digits &&
    [...text].every((digit) => '0123456789abcdef'.includes(digit))
  );
}
