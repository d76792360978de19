import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Outcome } from '@meridian/core/outcome';
import type { Rejection } from '@meridian/core/rejections';
import type {
  AnnounceSale,
  CommitToSale,
  FundSale,
  SaleCommand,
  SaleTerms,
} from '@meridian/core/sale/sale-commands';
import type { SnapshotSale, SnapshotSales } from '@meridian/core/sale/sale-snapshot';
import { naiveAllotment } from './naive-allotment.ts';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import { isSaleWellFormed, saleHashOf } from './naive-sale-terms.ts';
import type { KnownSales } from './sale-stream.ts';

/** Entries that are paid out, and those of which coins are freed, in one command. */
const AT_ONCE = 1_000;

interface Act {
  readonly entry: number;
  readonly user: number;
  readonly person: string;
  readonly amount: bigint;
}

interface NaiveSale {
  readonly terms: SaleTerms;
  /** Every change of a commitment, in its order, for ever. Below zero: taken for a debt. */
  readonly acts: Act[];
  /** Entries that a debt ended, and those that are paid out. */
  readonly taken: Set<number>;
  readonly settled: Set<number>;
  /** Lots of each entry, once it is decided. */
  lots: Map<number, bigint>;
  /** Instalments that are free, by entry. */
  readonly freed: Map<number, number>;
  state: SnapshotSale['state'] | 'done';
}

interface Whole extends Act {
  readonly sale: NaiveSale;
}

/**
 * The naive side of token sales: a list of all sales and of every act of everybody in them, from
 * which each figure is computed whenever somebody asks.
 */
export class NaiveSales {
  readonly #ledger: OracleLedger;
  readonly #hasCurrency: (currency: number) => boolean;
  readonly #sales: NaiveSale[] = [];

  constructor(ledger: OracleLedger, hasCurrency: (currency: number) => boolean) {
    this.#ledger = ledger;
    this.#hasCurrency = hasCurrency;
  }

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('sale.') && !isSaleWellFormed(command as SaleCommand);
  }

  apply(command: SaleCommand, timeMs: number): Outcome {
    const answer = isSaleWellFormed(command) ? this.#decide(command, timeMs) : 'malformed';
    if (typeof answer === 'number') return { ok: true, id: answer };
    return answer === undefined ? { ok: true } : { ok: false, rejection: answer };
  }

  /** Time has come to here. */
  pass(timeMs: number): void {
    let count = 0;
    for (const sale of this.#sales) {
      this.#turn(sale, timeMs);
      if (!['allotting', 'cancelled', 'missed'].includes(sale.state)) continue;
      const waiting = entriesOf(sale).slice(0, AT_ONCE - count);
      for (const entry of waiting) this.#settle(entry);
      count += waiting.length;
      if (entriesOf(sale).length > 0) continue;
      sale.state = sale.state === 'allotting' ? 'vesting' : 'done';
    }
    for (; count < AT_ONCE; count++) {
      const [next] = this.#sales
        .flatMap((sale) => boundOf(sale).map((bound) => ({ ...bound, sale })))
        .filter(({ dueMs }) => dueMs <= timeMs)
        .sort((one, another) => one.dueMs - another.dueMs || one.entry - another.entry);
      if (next === undefined) break;
      this.#free(next, timeMs);
    }
    for (const sale of this.#sales)
      if (sale.state === 'vesting' && boundOf(sale).length === 0) sale.state = 'done';
  }

  /** Ends commitments of a debtor, one after the other, until so much is free. */
  collect(user: number, currency: number, most: bigint): boolean {
    let left = most;
    for (const sale of this.#sales) {
      const isFree = isUndecided(sale) || sale.state === 'cancelled';
      if (!isFree || sale.terms.paidIn !== currency || left <= 0n) continue;
      const own = entriesOf(sale).find((entry) => entry.user === user);
      if (own === undefined) continue;
      const { lotPrice, min } = sale.terms;
      let taken = 0n;
      while (taken < left && taken < own.amount) taken += lotPrice;
      if (own.amount - taken < min) {
        taken = own.amount;
        sale.taken.add(own.entry);
      } else sale.acts.push({ ...own, amount: -taken });
      this.#ledger.post(accountName(user, 'spot', currency), taken, -taken);
      left -= taken;
    }
    return left < most;
  }

  /** Held amounts, by account. */
  holds(): [string, bigint][] {
    return this.#sales.flatMap((sale) => {
      const { id, currency, paidIn } = sale.terms;
      return [
        [accountName(30_000 + id, 'spot', currency), owedBy(sale)] as [string, bigint],
        ...entriesOf(sale).map(({ user, amount }): [string, bigint] => [
          accountName(user, 'spot', paidIn),
          amount,
        ]),
        ...boundOf(sale).map(({ user, left }): [string, bigint] => [
          accountName(user, 'spot', currency),
          left,
        ]),
      ];
    });
  }

  /** Sales that are not decided. */
  open(): KnownSales {
    return this.#sales.filter(isUndecided).map(({ terms }) => terms);
  }

  snapshot(): SnapshotSales {
    const running = this.#sales.filter(({ state }) => state !== 'done');
    return {
      lastSale: this.#sales.at(-1)?.terms.id ?? 0,
      nextEntry: this.#newest() + 1,
      sales: running.map((sale) => ({
        terms: textOf(sale.terms),
        state: sale.state as SnapshotSale['state'],
        entries: entriesOf(sale).map(({ entry, user, person, amount }) => ({
          entry,
          user,
          person,
          committed: amount.toString(),
          allotted: ((sale.lots.get(entry) ?? 0n) * sale.terms.lotSize).toString(),
        })),
      })),
      vestings: running
        .flatMap((sale) =>
          boundOf(sale).map(({ entry, user, bound, left, freed }) => ({
            entry,
            sale: sale.terms.id,
            user,
            bound: bound.toString(),
            left: left.toString(),
            instalments: freed,
          })),
        )
        .sort((one, another) => one.entry - another.entry),
    };
  }

  #decide(command: SaleCommand, timeMs: number): Rejection | number | undefined {
    if (command.kind === 'sale.fund') return this.#fund(command);
    if (command.kind === 'sale.announce') return this.#announce(command, timeMs);
    const sale = this.#sales.find(({ terms }) => terms.id === command.sale);
    if (sale === undefined || !isUndecided(sale) || timeMs >= sale.terms.closesMs)
      return 'sale_not_open';
    if (command.kind === 'sale.commit') return this.#commit(sale, command, timeMs);
    this.#return(sale, sale.terms.supply);
    sale.state = 'cancelled';
    return undefined;
  }

  #fund({ sale, currency, direction, amount }: FundSale): Rejection | undefined {
    if (!this.#hasCurrency(currency)) return 'currency_unknown';
    const accounts = [SYSTEM.house, 30_000 + sale].map((user) =>
      accountName(user, 'spot', currency),
    );
    if (direction === 'out') accounts.reverse();
    const [from = '', to = ''] = accounts;
    if (this.#ledger.balance(from).available < amount)
      return direction === 'in' ? 'house_insufficient' : 'sale_promised';
    this.#ledger.post(from, -amount, 0n, because('saleBudget', sale));
    this.#ledger.post(to, amount, 0n, because('saleBudget', sale));
    return undefined;
  }

  #announce({ terms, hash }: AnnounceSale, timeMs: number): Rejection | undefined {
    const { id, currency, paidIn, supply, opensMs } = terms;
    if (this.#sales.some((sale) => sale.terms.id >= id)) return 'malformed';
    if (!this.#hasCurrency(currency) || !this.#hasCurrency(paidIn)) return 'currency_unknown';
    if (hash !== saleHashOf(terms)) return 'sale_terms_wrong';
    if (opensMs < timeMs) return 'sale_late';
    if (this.#sales.filter(isUndecided).length > 19) return 'sales_too_many';
    const source = accountName(30_000 + id, 'spot', currency);
    if (this.#ledger.balance(source).available < supply) return 'sale_unfunded';
    this.#ledger.post(source, -supply, supply);
    this.#sales.push({
      terms: { ...terms },
      acts: [],
      taken: new Set(),
      settled: new Set(),
      lots: new Map(),
      freed: new Map(),
      state: 'announced',
    });
    return undefined;
  }

  #commit(sale: NaiveSale, command: CommitToSale, timeMs: number): Rejection | number {
    const { user, amount, level, person } = command;
    const { opensMs, paidIn, lotPrice, min, max } = sale.terms;
    if (timeMs < opensMs) return 'sale_not_open';
    if (level < 1) return 'sale_unverified';
    const entries = entriesOf(sale);
    const isSplit = entries.some((each) => (each.user === user) !== (each.person === person));
    if (isSplit) return 'sale_person_committed';
    const own = entries.find((each) => each.user === user);
    const after = amount + (own?.amount ?? 0n);
    if (amount % lotPrice > 0n || after < min) return 'sale_amount_invalid';
    if (after > max) return 'sale_cap_reached';
    const account = accountName(user, 'spot', paidIn);
    if (this.#ledger.balance(account).available < amount) return 'balance_insufficient';
    this.#ledger.post(account, -amount, amount);
    const entry = own?.entry ?? this.#newest() + 1;
    sale.acts.push({ entry, user, person, amount });
    sale.state = 'open';
    return entry;
  }

  /** Opens or decides a sale whose time has come. */
  #turn(sale: NaiveSale, timeMs: number): void {
    const { opensMs, closesMs, lotPrice, lotSize, cap, supply, target } = sale.terms;
    if (!isUndecided(sale) || timeMs < opensMs) return;
    sale.state = 'open';
    if (timeMs < closesMs) return;
    const wishes = entriesOf(sale).map(({ entry, amount }) => ({
      entry,
      committed: amount / lotPrice,
    }));
    const wanted = entriesOf(sale).reduce(
      (sum, { amount }) => sum + (amount < cap ? amount : cap),
      0n,
    );
    sale.state = wanted < target ? 'missed' : 'allotting';
    if (wanted >= target) sale.lots = naiveAllotment(wishes, supply / lotSize, cap / lotPrice);
    this.#return(sale, supply - owedBy(sale));
  }

  #return({ terms }: NaiveSale, amount: bigint): void {
    if (amount === 0n) return;
    const cause = because('saleBudget', terms.id);
    const { currency } = terms;
    this.#ledger.post(accountName(30_000 + terms.id, 'spot', currency), 0n, -amount, cause);
    this.#ledger.post(accountName(SYSTEM.house, 'spot', currency), amount, 0n, cause);
  }

  #settle({ sale, entry, user, amount }: Whole): void {
    const { id, currency, paidIn, lotSize, lotPrice } = sale.terms;
    const lots = sale.lots.get(entry) ?? 0n;
    const [paid, coins] = [lots * lotPrice, lots * lotSize];
    const [money, bought] = [paidIn, currency].map((each) => accountName(user, 'spot', each)) as [
      string,
      string,
    ];
    if (lots > 0n) {
      const cause = because('sale', entry);
      this.#ledger.post(money, 0n, -paid, cause);
      this.#ledger.post(accountName(SYSTEM.house, 'spot', paidIn), paid, 0n, cause);
      this.#ledger.post(accountName(30_000 + id, 'spot', currency), 0n, -coins, cause);
      this.#ledger.post(bought, coins, 0n, cause);
    }
    if (amount > paid) this.#ledger.post(money, amount - paid, paid - amount);
    sale.settled.add(entry);
    const own = boundOf(sale).find((each) => each.entry === entry);
    if (own !== undefined) this.#ledger.post(bought, -own.bound, own.bound);
  }

  /** Everything of an entry whose time has come, one part after the other. */
  #free({ sale, user, entry }: { sale: NaiveSale; user: number; entry: number }, timeMs: number) {
    const account = accountName(user, 'spot', sale.terms.currency);
    for (;;) {
      const own = boundOf(sale).find((each) => each.entry === entry && each.dueMs <= timeMs);
      if (own === undefined) return;
      const { left, after, freed } = own;
      if (left > after) this.#ledger.post(account, left - after, after - left);
      sale.freed.set(entry, freed + 1);
    }
  }

  #newest(): number {
    return Math.max(0, ...this.#sales.flatMap(({ acts }) => acts.map(({ entry }) => entry)));
  }
}

function isUndecided({ state }: NaiveSale): boolean {
  return state === 'announced' || state === 'open';
}

/** Entries that are not paid out, with all that was committed to each, by number. */
function entriesOf(sale: NaiveSale): Whole[] {
  const numbers = [...new Set(sale.acts.map(({ entry }) => entry))];
  return numbers
    .filter((entry) => !sale.taken.has(entry) && !sale.settled.has(entry))
    .sort((one, another) => one - another)
    .map((entry) => {
      const own = sale.acts.filter((act) => act.entry === entry);
      const amount = own.reduce((sum, act) => sum + act.amount, 0n);
      return { ...(own[0] as Act), amount, sale };
    });
}

/** Coins that the account of a sale still has to give. */
function owedBy(sale: NaiveSale): bigint {
  if (isUndecided(sale)) return sale.terms.supply;
  return entriesOf(sale).reduce(
    (sum, { entry }) => sum + (sale.lots.get(entry) ?? 0n) * sale.terms.lotSize,
    0n,
  );
}

/**
 * Coins that are not free yet, of each entry that is paid out, and the rest after the next
 * instalment.
 */
function boundOf({ terms, settled, lots, freed: parts, acts }: NaiveSale) {
  const { lotSize, freeBps, instalments, cliffMs, instalmentMs } = terms;
  return [...settled].flatMap((entry) => {
    const coins = (lots.get(entry) ?? 0n) * lotSize;
    const bound = coins - (coins * BigInt(freeBps)) / 10_000n;
    const freed = parts.get(entry) ?? 0;
    if (bound === 0n || freed === instalments) return [];
    const part = bound / BigInt(instalments);
    const left = bound - part * BigInt(freed);
    return [
      {
        entry,
        user: acts.find((act) => act.entry === entry)?.user ?? 0,
        bound,
        freed,
        left,
        after: freed + 1 === instalments ? 0n : left - part,
        dueMs: cliffMs + freed * instalmentMs,
      },
    ];
  });
}

function textOf(terms: SaleTerms): SnapshotSale['terms'] {
  const { lotSize, lotPrice, supply, target, min, max, cap } = terms;
  const amounts = { lotSize, lotPrice, supply, target, min, max, cap };
  const texts = Object.entries(amounts).map(([name, amount]) => [name, amount.toString()]);
  return { ...terms, ...(Object.fromEntries(texts) as Record<keyof typeof amounts, string>) };
}
