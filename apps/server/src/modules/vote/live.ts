import type { UserId } from '@meridian/core/ids';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { VoteEvent } from '@meridian/core/vote/vote-events';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';

/** A round without a result. */
export interface LiveRound {
  readonly options: number;
  readonly startMs: number;
  readonly endMs: number;
  /** The option of each voter. */
  readonly ballots: Map<UserId, number>;
}

/** Rounds that are announced or run, as the durable events left them. */
export class LiveVotes implements LiveFold {
  readonly #rounds = new Map<number, LiveRound>();

  load({ vote }: ExchangeSnapshot): void {
    this.#rounds.clear();
    for (const { round, ballots, options, startMs, endMs } of vote.rounds)
      this.#rounds.set(round, {
        ...{ options, startMs, endMs },
        ballots: new Map(ballots.map(({ user, option }) => [user, option])),
      });
  }

  fold(event: VoteEvent): void {
    const { round } = event;
    switch (event.type) {
      case 'voteOpened': {
        const { options, startMs, endMs } = event;
        this.#rounds.set(round, { options, startMs, endMs, ballots: new Map() });
        return;
      }
      case 'voteCancelled':
      case 'voteEnded':
        this.#rounds.delete(round);
        return;
      case 'voteCast':
        this.#round(round).ballots.set(event.user, event.option);
        return;
      case 'voteRevoked':
        this.#round(round).ballots.delete(event.user);
    }
  }

  /** Undefined where it has a result, or never was. */
  round(round: number): LiveRound | undefined {
    return this.#rounds.get(round);
  }

  #round(number: number): LiveRound {
    const round = this.#rounds.get(number);
    if (round === undefined) throw new RangeError(`round ${number} is not open`);
    return round;
  }
}

export const voteLive: LiveArea<LiveVotes> = {
  takes: {
    voteOpened: true,
    voteCancelled: true,
    voteCast: true,
    voteRevoked: true,
    voteEnded: true,
  },
  open: () => new LiveVotes(),
};
