import type { UserId } from '../ids.ts';
import type { SnapshotRound } from './vote-snapshot.ts';

interface Ballot {
  readonly option: number;
  readonly person: string;
  readonly tracker: string;
}

/** Owns the ballots of a round, one for each person, and their counts. */
export class Round {
  readonly #terms: Omit<SnapshotRound, 'ballots'>;
  readonly #ballots = new Map<UserId, Ballot>();
  /** Names of the present ballots. */
  readonly #trackers = new Set<string>();
  /** The account of each person's ballot. */
  readonly #voters = new Map<string, UserId>();
  readonly #counts: number[];

  constructor(terms: Omit<SnapshotRound, 'ballots'>) {
    this.#terms = terms;
    this.#counts = new Array<number>(terms.options).fill(0);
  }

  static restore({ ballots, ...terms }: SnapshotRound): Round {
    const round = new Round(terms);
    for (const { user, ...ballot } of ballots) round.cast(user, ballot);
    return round;
  }

  get options(): number {
    return this.#terms.options;
  }

  get startMs(): number {
    return this.#terms.startMs;
  }

  get endMs(): number {
    return this.#terms.endMs;
  }

  /** Ballots for each option, the first one first. */
  get counts(): readonly number[] {
    return this.#counts;
  }

  /** Whether another account of the person has a ballot. */
  hasVoted(person: string, user: UserId): boolean {
    return (this.#voters.get(person) ?? user) !== user;
  }

  /**
   * Takes a ballot, which replaces the user's own before it. False where a present ballot has its
   * name: nothing changes.
   * @param ballot its option is one of the round's, and no other account of its person has voted
   */
  cast(user: UserId, ballot: Ballot): boolean {
    if (this.#trackers.has(ballot.tracker)) return false;
    this.revoke(user);
    this.#ballots.set(user, ballot);
    this.#trackers.add(ballot.tracker);
    this.#voters.set(ballot.person, user);
    this.#add(ballot.option, 1);
    return true;
  }

  /** False where the user has no ballot. */
  revoke(user: UserId): boolean {
    const ballot = this.#ballots.get(user);
    if (ballot === undefined) return false;
    this.#ballots.delete(user);
    this.#trackers.delete(ballot.tracker);
    this.#voters.delete(ballot.person);
    this.#add(ballot.option, -1);
    return true;
  }

  isSound(): boolean {
    const ballots = [...this.#ballots.values()];
    const names = new Set(ballots.map(({ tracker }) => tracker));
    const people = new Set(ballots.map(({ person }) => person));
    return (
      names.size === ballots.length &&
      people.size === ballots.length &&
      this.#voters.size === ballots.length &&
      this.#trackers.size === ballots.length &&
      this.#counts.every(
        (count, index) => count === ballots.filter(({ option }) => option === index + 1).length,
      )
    );
  }

  snapshot(): SnapshotRound {
    const ballots = [...this.#ballots]
      .sort(([one], [other]) => one - other)
      .map(([user, { option, person, tracker }]) => ({ user, option, person, tracker }));
    return { ...this.#terms, ballots };
  }

  #add(option: number, change: number): void {
    this.#counts[option - 1] = (this.#counts[option - 1] ?? 0) + change;
  }
}
