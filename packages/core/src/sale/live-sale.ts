import type { UserId } from '../ids.ts';
import type { HoldSlot } from '../ledger/ledger.ts';
import { allot, demandOf, sumOf } from './allotment.ts';
import type { SaleTerms } from './sale-commands.ts';
import type { SnapshotSale } from './sale-snapshot.ts';
import { encodeTerms, lotsOf } from './sale-terms.ts';

/** A commitment that is not paid out. */
export interface SaleEntry {
  readonly entry: number;
  readonly user: UserId;
  readonly person: string;
  /** Money. */
  committed: bigint;
  /** Coins, once they are decided. */
  allotted: bigint;
  /** The money, in the user's spot wallet. */
  readonly hold: HoldSlot;
}

/** Money that is committed, and as much of it as the cap of each person lets be spent. */
export interface Demand {
  readonly committed: bigint;
  readonly demanded: bigint;
}

/** The decisions at the end of a sale. */
export interface Decision extends Demand {
  readonly isMissed: boolean;
  readonly sold: bigint;
  readonly paid: bigint;
}

/**
 * Owns the entries of one sale, one for a person, by number, and the decision on each. It moves no
 * money.
 */
export class LiveSale {
  readonly terms: SaleTerms;
  /** The coins that are not paid out, at the account of the sale. */
  readonly supply: HoldSlot;
  state: SnapshotSale['state'];
  /** In the order of their numbers. */
  readonly #entries = new Map<UserId, SaleEntry>();
  readonly #accounts = new Map<string, UserId>();

  constructor(terms: SaleTerms, supply: HoldSlot, state: SnapshotSale['state'] = 'announced') {
    this.terms = terms;
    this.supply = supply;
    this.state = state;
  }

  /** Whether the numbers are still to be decided. */
  get isUndecided(): boolean {
    return this.state === 'announced' || this.state === 'open';
  }

  /** Whether its commitments buy nothing yet: a debt of their owner takes them. */
  get isFree(): boolean {
    return this.isUndecided || this.state === 'cancelled';
  }

  get size(): number {
    return this.#entries.size;
  }

  isRunning(timeMs: number): boolean {
    return this.isUndecided && this.terms.opensMs <= timeMs && timeMs < this.terms.closesMs;
  }

  entryOf(user: UserId): SaleEntry | undefined {
    return this.#entries.get(user);
  }

  entries(): IterableIterator<SaleEntry> {
    return this.#entries.values();
  }

  /** Whether another account of the person has an entry, or this one has it as somebody else. */
  isOfAnother(person: string, user: UserId): boolean {
    const own = this.#entries.get(user);
    return (
      (this.#accounts.get(person) ?? user) !== user || (own !== undefined && own.person !== person)
    );
  }

  add(entry: SaleEntry): void {
    this.#entries.set(entry.user, entry);
    this.#accounts.set(entry.person, entry.user);
  }

  remove({ user, person }: SaleEntry): void {
    this.#entries.delete(user);
    this.#accounts.delete(person);
  }

  demand(): Demand {
    const commitments = [...this.#entries.values()].map(({ committed }) => committed);
    return {
      committed: sumOf(commitments),
      demanded: sumOf(demandOf(commitments, this.terms.cap)),
    };
  }

  /** Sets the coins of each entry: none where the target of a crowd is missed. */
  decide(): Decision {
    const { lotPrice, lotSize, cap, target } = this.terms;
    const demand = this.demand();
    const isMissed = demand.demanded < target;
    const entries = [...this.#entries.values()];
    const commitments = entries.map(({ committed }) => committed / lotPrice);
    const lots = isMissed
      ? []
      : allot(commitments, { supply: lotsOf(this.terms), cap: cap / lotPrice });
    for (const [index, count] of lots.entries()) entries[index].allotted = count * lotSize;
    const sum = sumOf(lots);
    return { ...demand, isMissed, sold: sum * lotSize, paid: sum * lotPrice };
  }

  /** The price that an entry pays for its coins. */
  priceOf({ allotted }: SaleEntry): bigint {
    return (allotted / this.terms.lotSize) * this.terms.lotPrice;
  }

  /** Coins that entries are still to get. */
  owed(): bigint {
    let sum = 0n;
    for (const { allotted } of this.#entries.values()) sum += allotted;
    return sum;
  }

  /** Whether each person has one entry, in the order of their numbers. */
  isSound(nextEntry: number): boolean {
    let last = 0;
    for (const { entry, user, person } of this.#entries.values()) {
      if (entry <= last || entry >= nextEntry || this.#accounts.get(person) !== user) return false;
      last = entry;
    }
    return this.#accounts.size === this.#entries.size;
  }

  snapshot(): SnapshotSale {
    return {
      terms: encodeTerms(this.terms),
      state: this.state,
      entries: [...this.#entries.values()].map(({ entry, user, person, committed, allotted }) => ({
        entry,
        user,
        person,
        committed: committed.toString(),
        allotted: allotted.toString(),
      })),
    };
  }
}
