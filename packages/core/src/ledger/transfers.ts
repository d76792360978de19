import type { EventSink } from '../event-sink.ts';
import type { TransferMade } from './posting.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { SnapshotTransfers } from './ledger-snapshot.ts';
import { NumberRanges, type NumberRange } from './number-ranges.ts';
import { TRANSFER_KINDS, type TransferId, type TransferKind } from './transfer-id.ts';

interface TransfersParts {
  readonly checks: InvariantChecks;
  readonly events: EventSink<TransferMade>;
}

/**
 * Owns the ids of all transfers that ever took effect, so that each does once, for ever (L10): by
 * kind, as ranges of numbers. While the server uses numbers in order a kind takes 16 bytes, however
 * many there were; each number that it skips for good adds 16. It forgets nothing, and does not
 * know the amount that a transfer moved.
 */
export class Transfers {
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<TransferMade>;
  readonly #used = new Map<TransferKind, NumberRanges>(
    TRANSFER_KINDS.map((kind) => [kind, new NumberRanges()]),
  );

  constructor({ checks, events }: TransfersParts) {
    this.#checks = checks;
    this.#events = events;
  }

  /** Whether a transfer with this id took effect. */
  has({ kind, number }: TransferId): boolean {
    return this.#of(kind).has(number);
  }

  /** Keeps the id of a transfer that took effect. */
  keep({ kind, number }: TransferId): void {
    this.#checks.check(
      'L10',
      this.#of(kind).add(number),
      `transfer ${kind} ${number} takes effect twice`,
    );
    this.#events.list.push({ type: 'transferMade', kind, number });
  }

  /**
   * Full scan: the ranges are in order.
   * @param deals numbers of the deals with open escrows: each is used, by one of them
   */
  verify(deals: readonly number[]): void {
    for (const [kind, ranges] of this.#used)
      this.#checks.check('L10', ranges.isSound(), `numbers of ${kind} transfers are out of order`);
    for (const number of deals)
      this.#checks.check(
        'L10',
        this.#of('deal').has(number),
        `the coins of deal ${number} wait, and its number is free`,
      );
    this.#checks.check('L10', new Set(deals).size === deals.length, 'two escrows are of one deal');
  }

  /** Kinds without any number are omitted. */
  snapshot(): SnapshotTransfers {
    const used: Partial<Record<TransferKind, readonly NumberRange[]>> = {};
    for (const [kind, ranges] of this.#used) {
      const rows = ranges.snapshot();
      if (rows.length > 0) used[kind] = rows;
    }
    return used;
  }

  restore(snapshot: SnapshotTransfers): void {
    for (const [kind, ranges] of this.#used) ranges.restore(snapshot[kind] ?? []);
  }

  #of(kind: TransferKind): NumberRanges {
    return this.#used.get(kind) as NumberRanges;
  }
}
