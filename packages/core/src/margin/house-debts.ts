import type { Amount } from '@meridian/money/amount';
import type { EventSink } from '../event-sink.ts';
import type { MarginEvent } from './margin-events.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PositionId } from './margin-commands.ts';
import type { SnapshotHouseDebt } from './margin-snapshot.ts';

const NOBODY: readonly never[] = [];

/** A profit that neither house nor insurance could pay yet. */
interface HouseDebt {
  readonly position: PositionId;
  readonly user: UserId;
  readonly currency: CurrencyId;
  owed: bigint;
}

/**
 * Owns the house's debts for profits of contracts. It promises that money that reaches the house's
 * margin wallet pays debts first, the oldest first, at the end of the command that brought it:
 * while there is a debt the wallet is empty (M8).
 */
export class HouseDebts {
  readonly #ledger: Ledger;
  readonly #events: EventSink<MarginEvent>;
  /** Oldest first. Parts of one position can be many. */
  readonly #debts = new Map<CurrencyId, HouseDebt[]>();
  /** Sums of them. */
  readonly #totals = new Map<CurrencyId, bigint>();
  readonly #ofPositions = new Map<PositionId, bigint>();

  constructor(ledger: Ledger, events: EventSink<MarginEvent>) {
    this.#ledger = ledger;
    this.#events = events;
  }

  /** Sum of the house's debts in a currency, in quote units. */
  total(currency: CurrencyId): bigint {
    return this.#totals.get(currency) ?? 0n;
  }

  add(debt: { position: PositionId; user: UserId; currency: CurrencyId; owed: bigint }): void {
    this.#keep({ ...debt });
    this.#tell(debt, 0n);
  }

  /**
   * Pays debts from the house's present balance.
   * @returns the users who were paid
   */
  pay(): readonly { user: UserId; currency: CurrencyId }[] {
    if (this.#debts.size === 0) return NOBODY;
    const paid: { user: UserId; currency: CurrencyId }[] = [];
    for (const [currency, debts] of [...this.#debts].sort(([a], [b]) => a - b)) {
      const house = this.#ledger.open(SYSTEM.house, 'margin', currency);
      let ended = 0;
      for (const debt of debts) {
        const { user, position, owed } = debt;
        const available = this.#ledger.available(house);
        if (available <= 0n) break;
        const part = available < owed ? available : owed;
        this.#ledger.post(house, -part, 'profit', position, '');
        this.#ledger.post(
          this.#ledger.open(user, 'margin', currency),
          part,
          'profit',
          position,
          '',
        );
        debt.owed -= part;
        this.#sum(debt, -part);
        this.#tell(debt, part);
        paid.push({ user, currency });
        if (debt.owed === 0n) ended++;
      }
      debts.splice(0, ended);
      if (debts.length === 0) this.#debts.delete(currency);
    }
    return paid;
  }

  currencies(): IterableIterator<CurrencyId> {
    return this.#debts.keys();
  }

  snapshot(): SnapshotHouseDebt[] {
    return [...this.#debts]
      .sort(([a], [b]) => a - b)
      .flatMap(([, debts]) =>
        debts.map(({ owed, ...debt }) => ({ ...debt, owed: owed.toString() })),
      );
  }

  restore(rows: readonly SnapshotHouseDebt[]): void {
    for (const { owed, ...row } of rows) {
      this.#keep({ ...row, owed: BigInt(owed) });
    }
  }

  #keep(debt: HouseDebt): void {
    const debts = this.#debts.get(debt.currency);
    if (debts === undefined) this.#debts.set(debt.currency, [debt]);
    else debts.push(debt);
    this.#sum(debt, debt.owed);
  }

  #sum({ currency, position }: HouseDebt, change: bigint): void {
    this.#totals.set(currency, this.total(currency) + change);
    const left = (this.#ofPositions.get(position) ?? 0n) + change;
    if (left === 0n) this.#ofPositions.delete(position);
    else this.#ofPositions.set(position, left);
  }

  /** Reports the debt for a position: each part that was closed may have a debt of its own. */
  #tell({ position, user, currency }: Readonly<HouseDebt>, paid: bigint): void {
    const owed = this.#ofPositions.get(position) ?? 0n;
    this.#events.list.push({
      type: 'houseDebtChanged',
      position,
      user,
      currency,
      paid: paid as Amount,
      owed: owed as Amount,
    });
  }
}
