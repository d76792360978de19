import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { InvariantChecks } from '../invariants.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import * as wellFormed from './vote-commands-check.ts';
import {
  MOST_ROUNDS,
  VOTER_LEVEL,
  type CancelRound,
  type CastVote,
  type OpenRound,
  type RevokeVote,
  type VoteCommand,
} from './vote-commands.ts';
import type { VoteEvent } from './vote-events.ts';
import { Round } from './round.ts';
import type { SnapshotVotes } from './vote-snapshot.ts';

/**
 * The area of votes: owns the rounds that are announced or run, with their ballots. A person has
 * one ballot in a round, over all accounts of the person, and may replace or revoke it until the
 * end. Then the counts are published once, and the read models keep the ballots.
 */
export class Votes {
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<VoteEvent>;
  #lastRound = 0;
  /** By number. */
  readonly #rounds = new Map<number, Round>();

  constructor(parts: AreaParts<VoteEvent>) {
    this.#checks = parts.checks;
    this.#events = parts.events;
  }

  apply(command: VoteCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'vote.open':
        return outcomeOf(this.#open(command, timeMs));
      case 'vote.cancel':
        return outcomeOf(this.#cancel(command, timeMs));
      case 'vote.cast':
        return outcomeOf(this.#cast(command, timeMs));
      case 'vote.revoke':
        return outcomeOf(this.#revoke(command, timeMs));
    }
  }

  /** Says the counts of the rounds whose end has come. */
  onTime(timeMs: number): void {
    for (const [number, round] of this.#rounds) {
      if (timeMs < round.endMs) continue;
      this.#events.list.push({ type: 'voteEnded', round: number, counts: [...round.counts] });
      this.#rounds.delete(number);
    }
  }

  /** T1: counts are the ballots counted anew, one for a person, each under a name of its own. */
  verify(): void {
    for (const [number, round] of this.#rounds)
      this.#checks.check('T1', round.isSound(), `counts of round ${number} are not its ballots`);
    this.#checks.check('T1', this.#rounds.size <= MOST_ROUNDS, 'too many rounds');
  }

  snapshot(): SnapshotVotes {
    return {
      lastRound: this.#lastRound,
      rounds: [...this.#rounds.values()].map((round) => round.snapshot()),
    };
  }

  restore({ lastRound, rounds }: SnapshotVotes): void {
    this.#lastRound = lastRound;
    for (const round of rounds) this.#rounds.set(round.round, Round.restore(round));
  }

  #open(command: OpenRound, timeMs: number): Rejection | undefined {
    if (!wellFormed.isOpening(command)) return 'malformed';
    const { round, options, startMs, endMs, terms } = command;
    if (round <= this.#lastRound) return 'malformed';
    if (startMs < timeMs) return 'vote_late';
    if (this.#rounds.size === MOST_ROUNDS) return 'votes_too_many';
    this.#lastRound = round;
    this.#rounds.set(round, new Round({ round, options, startMs, endMs, terms }));
    this.#events.list.push({ type: 'voteOpened', round, options, startMs, endMs, terms });
    return undefined;
  }

  #cancel(command: CancelRound, timeMs: number): Rejection | undefined {
    if (!wellFormed.isCancelling(command)) return 'malformed';
    const { round, operator } = command;
    const found = this.#rounds.get(round);
    if (found === undefined || timeMs >= found.endMs) return 'vote_not_open';
    this.#rounds.delete(round);
    this.#events.list.push({ type: 'voteCancelled', round, operator });
    return undefined;
  }

  #cast(command: CastVote, timeMs: number): Rejection | undefined {
    if (!wellFormed.isBallot(command)) return 'malformed';
    const { user, round, option, level, person, tracker } = command;
    const found = this.#running(round, timeMs);
    if (found === undefined) return 'vote_not_open';
    if (option > found.options) return 'malformed';
    if (level < VOTER_LEVEL) return 'vote_unverified';
    if (found.hasVoted(person, user)) return 'vote_person_voted';
    if (!found.cast(user, { option, person, tracker })) return 'malformed';
    this.#events.list.push({ type: 'voteCast', round, user, option, person, tracker });
    return undefined;
  }

  #revoke(command: RevokeVote, timeMs: number): Rejection | undefined {
    if (!wellFormed.isRevocation(command)) return 'malformed';
    const { user, round } = command;
    const found = this.#running(round, timeMs);
    if (found === undefined) return 'vote_not_open';
    if (!found.revoke(user)) return 'vote_not_cast';
    this.#events.list.push({ type: 'voteRevoked', round, user });
    return undefined;
  }

  #running(number: number, timeMs: number): Round | undefined {
    const round = this.#rounds.get(number);
    const isRunning = round !== undefined && round.startMs <= timeMs && timeMs < round.endMs;
    return isRunning ? round : undefined;
  }
}
