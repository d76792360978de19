import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import type { SaleId, SaleTerms } from './sale-commands.ts';
import type { SaleEvent } from './sale-events.ts';
import type { SnapshotVesting } from './sale-snapshot.ts';
import { dueAt, dueOf, leftAfter } from './sale-terms.ts';

interface Vesting {
  readonly entry: number;
  readonly terms: SaleTerms;
  readonly user: UserId;
  readonly bound: bigint;
  left: bigint;
  /** That are free. */
  instalments: number;
  /** The coins that are left, held in the buyer's spot wallet. */
  readonly hold: HoldSlot;
}

/**
 * Owns the coins that were bought and are not free yet. They belong to the buyer, and are held in
 * the buyer's wallet (A5); instalments become free at their times and never before. A debt takes
 * free coins, not bound ones.
 */
export class Vestings {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<SaleEvent>;
  /** By entry. */
  readonly #vestings = new Map<number, Vesting>();
  readonly #counts = new Map<SaleId, number>();
  readonly #timers = new TimerHeap();

  constructor(parts: AreaParts<SaleEvent>) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
  }

  /** Buyers of a sale whose coins are not all free. */
  count(sale: SaleId): number {
    return this.#counts.get(sale) ?? 0;
  }

  has(entry: number): boolean {
    return this.#vestings.has(entry);
  }

  /** @param bound coins that the buyer has available */
  begin({ entry, user }: { entry: number; user: UserId }, terms: SaleTerms, bound: bigint): void {
    const account = this.#ledger.open(user, 'spot', terms.currency);
    const hold = this.#ledger.hold(account, bound, entry, 'vesting');
    this.#keep({ entry, terms, user, bound, left: bound, instalments: 0, hold });
  }

  /**
   * Frees instalments that are due, the oldest first. All instalments of an entry that are due are
   * freed as one: a sale that frees every millisecond does not keep others waiting.
   * @param most entries of which coins are freed, so that no command is long
   * @returns sales of which no coins are bound any more
   */
  onTime(timeMs: number, most: number): SaleId[] {
    const over: SaleId[] = [];
    for (let count = 0; count < most; count++) {
      const vesting = this.#vestings.get(this.#timers.takeBefore(timeMs + 1));
      if (vesting === undefined) break;
      this.#free(vesting, timeMs);
      const { id, instalments } = vesting.terms;
      if (vesting.instalments < instalments) this.#wait(vesting);
      else if (this.#forget(vesting) === 0) over.push(id);
    }
    return over;
  }

  /** A5: bound coins are held, and are the rest after the instalments so far. */
  verify(): void {
    for (const vesting of this.#vestings.values()) {
      this.#ledger.checkOwner(vesting.hold, vesting.entry, 'vesting');
      this.#check(vesting);
    }
  }

  snapshot(): SnapshotVesting[] {
    return [...this.#vestings.values()]
      .sort((a, b) => a.entry - b.entry)
      .map(({ entry, terms, user, bound, left, instalments }) => ({
        entry,
        sale: terms.id,
        user,
        bound: bound.toString(),
        left: left.toString(),
        instalments,
      }));
  }

  restore(row: SnapshotVesting, terms: SaleTerms): void {
    const { entry, user, instalments } = row;
    const [bound, left] = [BigInt(row.bound), BigInt(row.left)];
    const account = this.#ledger.open(user, 'spot', terms.currency);
    const hold = this.#ledger.restoreHold(account, left, entry, 'vesting');
    this.#keep({ entry, terms, user, bound, left, instalments, hold });
  }

  #keep(vesting: Vesting): void {
    const { entry, terms } = vesting;
    this.#vestings.set(entry, vesting);
    this.#counts.set(terms.id, this.count(terms.id) + 1);
    this.#wait(vesting);
  }

  #wait({ entry, terms, instalments }: Vesting): void {
    this.#timers.add(dueOf(terms, instalments + 1), entry);
  }

  #free(vesting: Vesting, timeMs: number): void {
    const { entry, user, terms, bound, hold } = vesting;
    const instalment = dueAt(terms, timeMs);
    const isNew = instalment > vesting.instalments;
    this.#checks.check('A5', isNew, `instalment ${instalment} of entry ${entry} is free too early`);
    vesting.instalments = instalment;
    const left = leftAfter(terms, bound, instalment);
    const amount = vesting.left - left;
    this.#ledger.release(hold, amount);
    vesting.left = left;
    this.#check(vesting);
    this.#events.list.push({
      type: 'saleVested',
      sale: terms.id,
      entry,
      user,
      instalment,
      amount: amount as Amount,
      left: left as Amount,
    });
  }

  /** @returns how many of the sale are left */
  #forget({ entry, terms, hold }: Vesting): number {
    this.#ledger.closeHold(hold);
    this.#vestings.delete(entry);
    const left = this.count(terms.id) - 1;
    if (left > 0) this.#counts.set(terms.id, left);
    else this.#counts.delete(terms.id);
    return left;
  }

  #check({ entry, terms, bound, left, instalments, hold }: Vesting): void {
    this.#checks.check(
      'A5',
      left === leftAfter(terms, bound, instalments) && this.#ledger.holdAmount(hold) === left,
      `entry ${entry} holds something else than what is bound after ${instalments} instalments`,
    );
  }
}
