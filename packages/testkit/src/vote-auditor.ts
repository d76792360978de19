import type { InvariantId } from '@meridian/core/invariants';
import type { VoteCast, VoteEvent, VoteOpened } from '@meridian/core/vote/vote-events';

interface AuditedRound {
  readonly opened: VoteOpened;
  /** Every ballot that was cast, the newest last. */
  cast: Pick<VoteCast, 'user' | 'option' | 'person' | 'tracker'>[];
}

/**
 * Proves T1 by the events alone: the counts of a round are its ballots at its end, one for a
 * person, cast while it ran, each under a name of its own.
 */
export class VoteAuditor {
  readonly #prove: (id: InvariantId, holds: boolean, detail: string) => void;
  readonly #rounds = new Map<number, AuditedRound>();

  constructor(prove: (id: InvariantId, holds: boolean, detail: string) => void) {
    this.#prove = prove;
  }

  follow(event: VoteEvent, timeMs: number): void {
    const { round } = event;
    if (event.type === 'voteOpened') {
      this.#prove('T1', !this.#rounds.has(round), `round ${round} is opened twice`);
      this.#prove('T1', event.startMs >= timeMs, `round ${round} begins in the past`);
      this.#rounds.set(round, { opened: event, cast: [] });
      return;
    }
    const found = this.#rounds.get(round);
    this.#prove('T1', found !== undefined, `${event.type} of round ${round}, which does not run`);
    if (found === undefined) return;
    const { startMs, endMs, options } = found.opened;
    if (event.type === 'voteCancelled') this.#rounds.delete(round);
    else if (event.type === 'voteEnded') {
      const counts = new Array<number>(options).fill(0);
      for (const { option } of found.cast) counts[option - 1] = (counts[option - 1] ?? NaN) + 1;
      const isTrue = timeMs >= endMs && counts.join() === event.counts.join();
      this.#prove('T1', isTrue, `round ${round} has ${counts.join()}, says ${event.counts.join()}`);
      this.#rounds.delete(round);
    } else {
      const isRunning = startMs <= timeMs && timeMs < endMs;
      this.#prove('T1', isRunning, `a ballot of round ${round} outside its time`);
      found.cast = found.cast.filter(({ user }) => user !== event.user);
      if (event.type === 'voteRevoked') return;
      const { user, option, person, tracker } = event;
      const isOwn = !found.cast.some((one) => one.tracker === tracker || one.person === person);
      this.#prove('T1', isOwn, `two ballots of round ${round} are of one person, or one name`);
      found.cast.push({ user, option, person, tracker });
    }
  }
}
