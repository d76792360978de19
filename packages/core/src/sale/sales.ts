import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { saleSource, SYSTEM } from '../ledger/accounts.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import { LiveSale, type SaleEntry } from './live-sale.ts';
import * as wellFormed from './sale-commands-check.ts';
import {
  BUYER_LEVEL,
  MOST_SALES,
  type AnnounceSale,
  type CancelSale,
  type CommitToSale,
  type FundSale,
  type SaleCommand,
  type SaleId,
} from './sale-commands.ts';
import type { SaleEnded, SaleEvent, SaleFunded } from './sale-events.ts';
import type { SnapshotSales } from './sale-snapshot.ts';
import { decodeTerms, freeOf, pickSaleTerms, termsHash } from './sale-terms.ts';
import { Vestings } from './vestings.ts';

/** Entries that are paid out, and those of which coins are freed, in one command. */
const MOST_DUE = 1_000;

/**
 * The area of token sales: owns the sales that are not over, with the commitments of their buyers.
 * The coins that a sale sells are held at its account from the announcement on, and commitments are
 * held in the wallet of each buyer (A1, A3). At the end one command decides all numbers (A2); the
 * next ones pay them out, each entry once (A4).
 */
export class Sales {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<SaleEvent>;
  readonly #vestings: Vestings;
  #lastSale = 0;
  #nextEntry = 1;
  /** By number. */
  readonly #sales = new Map<SaleId, LiveSale>();

  constructor(parts: AreaParts<SaleEvent>) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#vestings = new Vestings(parts);
  }

  apply(command: SaleCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'sale.fund':
        return outcomeOf(this.#fund(command));
      case 'sale.announce':
        return outcomeOf(this.#announce(command, timeMs));
      case 'sale.cancel':
        return outcomeOf(this.#cancel(command, timeMs));
      case 'sale.commit':
        return this.#commit(command, timeMs);
    }
  }

  /** Opens and decides sales that are due, and pays out as much as one command may. */
  onTime(timeMs: number): void {
    let most = MOST_DUE;
    for (const sale of this.#sales.values()) {
      if (sale.isUndecided && timeMs >= sale.terms.opensMs) this.#open(sale);
      if (sale.isUndecided && timeMs >= sale.terms.closesMs) this.#decide(sale);
      if (sale.isUndecided || sale.state === 'vesting') continue;
      for (const entry of sale.entries()) {
        if (most === 0) break;
        this.#settle(sale, entry);
        most--;
      }
      if (sale.size === 0) this.#finish(sale);
    }
    for (const id of this.#vestings.onTime(timeMs, most)) {
      const sale = this.#sales.get(id);
      if (sale?.state === 'vesting') this.#end(sale, 'done');
    }
  }

  /**
   * Takes from commitments of a user in debt, in sales that are not decided or were cancelled,
   * until `most` is free: whole lots, and the whole entry where less than the minimum would stay.
   * @returns whether any came free
   */
  collect(user: UserId, currency: CurrencyId, most: bigint): boolean {
    let left = most;
    for (const { sale, entry } of this.#collectable(user, currency)) {
      if (left <= 0n) break;
      const { id, lotPrice, min } = sale.terms;
      const lots = (left + lotPrice - 1n) / lotPrice;
      const rest = entry.committed - lots * lotPrice;
      const isWhole = rest < min;
      const amount = isWhole ? entry.committed : lots * lotPrice;
      left -= amount;
      entry.committed -= amount;
      this.#ledger.release(entry.hold, amount);
      if (isWhole) {
        sale.remove(entry);
        this.#ledger.closeHold(entry.hold);
      }
      this.#events.list.push({
        type: 'saleCommitmentTaken',
        sale: id,
        entry: entry.entry,
        user,
        amount: amount as Amount,
        committed: entry.committed as Amount,
      });
    }
    return left < most;
  }

  /** The amount that `collect` could free. */
  collectable(user: UserId, currency: CurrencyId): bigint {
    return this.#collectable(user, currency).reduce((sum, { entry }) => sum + entry.committed, 0n);
  }

  /** Full scan: A1 to A3 of each sale, A5 of each buyer. */
  verify(): void {
    for (const sale of this.#sales.values()) {
      const { id, currency } = sale.terms;
      this.#ledger.checkOwner(sale.supply, id, 'saleSupply');
      for (const entry of sale.entries()) this.#check(sale, entry);
      this.#checks.check('A1', sale.isSound(this.#nextEntry), `entries of sale ${id}`);
      this.#checkSupply(sale);
      this.#checks.check(
        'A3',
        this.#ledger.held(this.#source(id, currency)) === this.#ledger.holdAmount(sale.supply),
        `the account of sale ${id} holds something else than its supply`,
      );
    }
    this.#vestings.verify();
  }

  snapshot(): SnapshotSales {
    return {
      lastSale: this.#lastSale,
      nextEntry: this.#nextEntry,
      sales: [...this.#sales.values()].map((sale) => sale.snapshot()),
      vestings: this.#vestings.snapshot(),
    };
  }

  restore({ lastSale, nextEntry, sales, vestings }: SnapshotSales): void {
    this.#lastSale = lastSale;
    this.#nextEntry = nextEntry;
    for (const row of sales) this.#restoreSale(row);
    for (const row of vestings) {
      const sale = this.#sales.get(row.sale);
      if (sale === undefined) throw new Error(`entry ${row.entry} is of no sale`);
      this.#vestings.restore(row, sale.terms);
    }
  }

  #restoreSale({ terms: stored, state, entries }: SnapshotSales['sales'][number]): void {
    const terms = decodeTerms(stored);
    const { id, currency, paidIn } = terms;
    const owed = entries.reduce((sum, { allotted }) => sum + BigInt(allotted), 0n);
    const held = state === 'announced' || state === 'open' ? terms.supply : owed;
    const supply = this.#ledger.restoreHold(this.#source(id, currency), held, id, 'saleSupply');
    const sale = new LiveSale(terms, supply, state);
    this.#sales.set(id, sale);
    for (const { entry, user, person, ...amounts } of entries) {
      const committed = BigInt(amounts.committed);
      const account = this.#ledger.open(user, 'spot', paidIn);
      const hold = this.#ledger.restoreHold(account, committed, entry, 'commitment');
      const allotted = BigInt(amounts.allotted);
      sale.add({ entry, user, person, committed, allotted, hold });
    }
  }

  #fund(command: FundSale): Rejection | undefined {
    if (!wellFormed.isFunding(command)) return 'malformed';
    const { sale, currency, direction, amount } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const isIn = direction === 'in';
    const payer = isIn ? SYSTEM.house : saleSource(sale);
    const account = this.#ledger.find(payer, 'spot', currency);
    if (account < 0 || this.#ledger.available(account) < amount)
      return isIn ? 'house_insufficient' : 'sale_promised';
    const receiver = this.#ledger.open(isIn ? saleSource(sale) : SYSTEM.house, 'spot', currency);
    this.#ledger.post(account, 0n - amount, 'saleBudget', sale, '');
    this.#ledger.post(receiver, amount, 'saleBudget', sale, '');
    this.#tellFunds({ sale, currency, cause: 'budget' }, isIn ? amount : 0n - amount);
    return undefined;
  }

  #announce(command: AnnounceSale, timeMs: number): Rejection | undefined {
    const terms = pickSaleTerms(command.terms);
    if (terms === undefined || !wellFormed.isHash(command.hash)) return 'malformed';
    const { id, currency, paidIn, supply, opensMs } = terms;
    if (id <= this.#lastSale) return 'malformed';
    for (const each of [currency, paidIn])
      if (this.#listings.currency(each) === undefined) return 'currency_unknown';
    const { hash } = command;
    if (hash !== termsHash(terms)) return 'sale_terms_wrong';
    if (opensMs < timeMs) return 'sale_late';
    const undecided = [...this.#sales.values()].filter(({ isUndecided }) => isUndecided);
    if (undecided.length >= MOST_SALES) return 'sales_too_many';
    const source = this.#ledger.find(saleSource(id), 'spot', currency);
    if (source < 0 || this.#ledger.available(source) < supply) return 'sale_unfunded';
    const sale = new LiveSale(terms, this.#ledger.hold(source, supply, id, 'saleSupply'));
    this.#lastSale = id;
    this.#sales.set(id, sale);
    this.#events.list.push({ type: 'saleAnnounced', terms, hash });
    this.#checkSupply(sale);
    return undefined;
  }

  #cancel(command: CancelSale, timeMs: number): Rejection | undefined {
    if (!wellFormed.isCancelling(command)) return 'malformed';
    const { sale: id, operator } = command;
    const sale = this.#sales.get(id);
    if (!sale?.isUndecided || timeMs >= sale.terms.closesMs) return 'sale_not_open';
    sale.state = 'cancelled';
    const { committed, demanded } = sale.demand();
    this.#events.list.push({
      type: 'saleCancelled',
      sale: id,
      operator,
      entries: sale.size,
      committed: committed as Amount,
      demanded: demanded as Amount,
    });
    this.#giveBack(sale, sale.terms.supply);
    return undefined;
  }

  #commit(command: CommitToSale, timeMs: number): Outcome {
    if (!wellFormed.isCommitment(command)) return refused('malformed');
    const { user, amount, person, level } = command;
    const sale = this.#sales.get(command.sale);
    if (!sale?.isRunning(timeMs)) return refused('sale_not_open');
    const { paidIn, lotPrice, min, max, id } = sale.terms;
    if (level < BUYER_LEVEL) return refused('sale_unverified');
    if (sale.isOfAnother(person, user)) return refused('sale_person_committed');
    const committed = (sale.entryOf(user)?.committed ?? 0n) + amount;
    if (amount % lotPrice !== 0n || committed < min) return refused('sale_amount_invalid');
    if (committed > max) return refused('sale_cap_reached');
    const account = this.#ledger.find(user, 'spot', paidIn);
    if (account < 0 || this.#ledger.available(account) < amount)
      return refused('balance_insufficient');
    this.#open(sale);
    const entry = this.#raise(sale, { user, person, amount, account });
    this.#events.list.push({
      type: 'saleCommitted',
      sale: id,
      entry: entry.entry,
      user,
      person,
      amount,
      committed: committed as Amount,
    });
    this.#check(sale, entry);
    return { ok: true, id: entry.entry };
  }

  /** Holds more for the user's entry, or makes one. */
  #raise(
    sale: LiveSale,
    more: { user: UserId; person: string; amount: bigint; account: AccountSlot },
  ): SaleEntry {
    const { user, person, amount, account } = more;
    const known = sale.entryOf(user);
    if (known !== undefined) {
      this.#ledger.holdMore(known.hold, amount);
      known.committed += amount;
      return known;
    }
    const entry = this.#nextEntry++;
    const hold = this.#ledger.hold(account, amount, entry, 'commitment');
    const made = { entry, user, person, committed: amount, allotted: 0n, hold };
    sale.add(made);
    return made;
  }

  #open(sale: LiveSale): void {
    if (sale.state !== 'announced') return;
    sale.state = 'open';
    this.#events.list.push({ type: 'saleOpened', sale: sale.terms.id });
  }

  #decide(sale: LiveSale): void {
    const { id, supply, lotSize, lotPrice } = sale.terms;
    const { isMissed, committed, demanded, sold, paid } = sale.decide();
    const wanted = (demanded / lotPrice) * lotSize;
    const right = wanted < supply ? wanted : supply;
    this.#checks.check('A2', sold === (isMissed ? 0n : right), `sale ${id} sells ${sold}`);
    sale.state = isMissed ? 'missed' : 'allotting';
    this.#events.list.push({
      type: 'saleDecided',
      sale: id,
      state: sale.state,
      entries: sale.size,
      committed: committed as Amount,
      demanded: demanded as Amount,
      sold: sold as Amount,
      paid: paid as Amount,
      unsold: (supply - sold) as Amount,
    });
    this.#giveBack(sale, supply - sold);
    this.#checkSupply(sale);
  }

  /** Coins that nobody buys go to the house. */
  #giveBack({ terms, supply }: LiveSale, amount: bigint): void {
    if (amount === 0n) return;
    const { id, currency } = terms;
    this.#ledger.spend(supply, amount, 'saleBudget', id);
    const house = this.#ledger.open(SYSTEM.house, 'spot', currency);
    this.#ledger.post(house, amount, 'saleBudget', id, '');
    this.#tellFunds({ sale: id, currency, cause: 'returned' }, 0n - amount);
  }

  #tellFunds(of: Pick<SaleFunded, 'sale' | 'currency' | 'cause'>, amount: bigint): void {
    this.#events.list.push({ type: 'saleFunded', ...of, amount: amount as Amount });
  }

  /** Pays for the coins of an entry, hands them over, and frees the rest of the commitment. */
  #settle(sale: LiveSale, entry: SaleEntry): void {
    const { id, currency, paidIn } = sale.terms;
    const { entry: number, user, committed, allotted, hold } = entry;
    this.#check(sale, entry);
    const paid = sale.priceOf(entry);
    const free = freeOf(sale.terms, allotted);
    if (allotted > 0n) {
      this.#ledger.spend(hold, paid, 'sale', number);
      this.#ledger.post(this.#ledger.open(SYSTEM.house, 'spot', paidIn), paid, 'sale', number, '');
      this.#ledger.spend(sale.supply, allotted, 'sale', number);
      this.#ledger.post(this.#ledger.open(user, 'spot', currency), allotted, 'sale', number, '');
    }
    this.#ledger.closeHold(hold);
    sale.remove(entry);
    this.#events.list.push({
      type: 'saleSettled',
      sale: id,
      entry: number,
      user,
      committed: committed as Amount,
      allotted: allotted as Amount,
      paid: paid as Amount,
      refunded: (committed - paid) as Amount,
      free: free as Amount,
      bound: (allotted - free) as Amount,
    });
    if (allotted > free) this.#vestings.begin(entry, sale.terms, allotted - free);
  }

  /** Every entry is paid out, or given back. */
  #finish(sale: LiveSale): void {
    const { state, terms } = sale;
    this.#checkSupply(sale);
    if (state === 'cancelled' || state === 'missed') this.#end(sale, state);
    else if (this.#vestings.count(terms.id) === 0) this.#end(sale, 'done');
    else {
      sale.state = 'vesting';
      this.#events.list.push({ type: 'saleVesting', sale: terms.id });
    }
  }

  #end(sale: LiveSale, state: SaleEnded['state']): void {
    this.#ledger.closeHold(sale.supply);
    this.#sales.delete(sale.terms.id);
    this.#events.list.push({ type: 'saleEnded', sale: sale.terms.id, state });
  }

  #collectable(user: UserId, currency: CurrencyId): { sale: LiveSale; entry: SaleEntry }[] {
    const found: { sale: LiveSale; entry: SaleEntry }[] = [];
    for (const sale of this.#sales.values()) {
      const entry = sale.isFree ? sale.entryOf(user) : undefined;
      if (entry !== undefined && sale.terms.paidIn === currency) found.push({ sale, entry });
    }
    return found;
  }

  #source(id: SaleId, currency: CurrencyId): AccountSlot {
    return this.#ledger.open(saleSource(id), 'spot', currency);
  }

  /** A1, A2 and A4 of an entry that is not paid out. */
  #check(sale: LiveSale, entry: SaleEntry): void {
    const { lotPrice, min, max, cap } = sale.terms;
    const { entry: number, committed, hold } = entry;
    this.#ledger.checkOwner(hold, number, 'commitment');
    this.#checks.check(
      'A1',
      this.#ledger.holdAmount(hold) === committed &&
        committed >= min &&
        committed <= max &&
        committed % lotPrice === 0n,
      `entry ${number} holds something else than ${committed}`,
    );
    const paid = sale.priceOf(entry);
    this.#checks.check(
      'A2',
      paid <= committed && paid <= cap,
      `entry ${number} pays ${paid} of ${committed}`,
    );
    const isOpen = sale.entryOf(entry.user) === entry && !this.#vestings.has(number);
    this.#checks.check('A4', isOpen, `entry ${number} is paid out twice`);
  }

  /** A3: the amount held at the account of a sale is the amount that it still has to give. */
  #checkSupply(sale: LiveSale): void {
    const owed = sale.isUndecided ? sale.terms.supply : sale.owed();
    this.#checks.check(
      'A3',
      this.#ledger.holdAmount(sale.supply) === owed,
      `sale ${sale.terms.id} holds something else than the ${owed} that it owes`,
    );
  }
}
