import type { AreaParts } from '../area-parts.ts';
import type { Earn } from '../earn/earn.ts';
import type { Event } from '../events.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM, type Wallet } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Margin } from '../margin/margin.ts';
import type { Rules } from '../rules.ts';
import type { Sales } from '../sale/sales.ts';
import type { Seconds } from '../seconds/seconds.ts';
import type { SnapshotCustody } from './custody-snapshot.ts';
import type { Spot } from '../spot/spot.ts';

export interface DebtsParts extends AreaParts<Event> {
  /** Events of the whole command: coins that an area moved may repay a debt. */
  readonly events: { list: Event[] };
  readonly spot: Spot;
  readonly margin: Margin;
  readonly seconds: Seconds;
  readonly earn: Earn;
  readonly sales: Sales;
}

interface Taking {
  readonly most: bigint;
  readonly reason: 'reversal' | 'shortage' | 'chainCost' | 'repayment';
  readonly reference: string;
}

interface Reversal {
  readonly amount: bigint;
  readonly reference: string;
  readonly timeMs: number;
  readonly cancelWithdrawals: () => void;
}

const NOBODY: ReadonlySet<UserId> = new Set();
/** Order in which a debtor's wallets pay. */
const PAYING: readonly Wallet[] = ['spot', 'p2p', 'seconds', 'margin'];

/**
 * Owns the debts of users after reversals of deposits that they had already spent, and the part of
 * them that nobody has paid yet: the hole, by which the books show more than the chains have. Money
 * of a debtor that becomes free in the currency of the debt, in any wallet, repays it at the end of
 * the same command: the hole first, then the insurance, which paid for the rest. Other currencies
 * are never touched. Promises W8. Reasons: docs/decisions/0012-debts.md.
 */
export class Debts {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: { list: Event[] };
  readonly #rules: Rules;
  readonly #spot: Spot;
  readonly #margin: Margin;
  readonly #seconds: Seconds;
  readonly #earn: Earn;
  readonly #sales: Sales;
  readonly #owed = new Map<UserId, Map<CurrencyId, bigint>>();
  /** Debtors who may have savings; undefined until it is asked. */
  #savers: Set<UserId> | undefined;
  readonly #unbacked = new Map<CurrencyId, bigint>();

  constructor(parts: DebtsParts) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#spot = parts.spot;
    this.#margin = parts.margin;
    this.#seconds = parts.seconds;
    this.#earn = parts.earn;
    this.#sales = parts.sales;
  }

  /** Whether there is any debt. */
  get isAny(): boolean {
    return this.#owed.size > 0;
  }

  has(user: UserId): boolean {
    return this.#owed.has(user);
  }

  /** @param unbacked the part that nobody paid */
  add(
    user: UserId,
    currency: CurrencyId,
    { amount, unbacked }: { readonly amount: bigint; readonly unbacked: bigint },
  ): void {
    this.#set(user, currency, this.#of(user, currency) + amount);
    this.#savers?.add(user);
    if (this.#rules.collectsDebts)
      this.#setUnbacked(currency, this.#unbackedIn(currency) + unbacked);
  }

  /**
   * Takes an amount back from its user: free money of any wallet and, if that is too little, the
   * holds of open orders and of unsigned withdrawals, then savings and locks, then commitments to
   * sales.
   * @param reversal its `cancelWithdrawals` frees the latter
   * @returns the amount taken
   */
  takeBack(
    user: UserId,
    currency: CurrencyId,
    { amount, reference, timeMs, cancelWithdrawals }: Reversal,
  ): bigint {
    const free = this.#takeFree(
      user,
      currency,
      { most: amount, reason: 'reversal', reference },
      timeMs,
    );
    if (free === amount) return amount;
    this.#cancelOrders(user);
    cancelWithdrawals();
    const taking = { reason: 'reversal', reference } as const;
    const more = free + this.#takeFree(user, currency, { ...taking, most: amount - free }, timeMs);
    const missing = amount - more;
    if (missing === 0n || !this.#callIn(user, currency, missing, timeMs)) return more;
    return more + this.#takeFree(user, currency, { ...taking, most: missing }, timeMs);
  }

  /**
   * Collects from the debtors whose accounts the running command has moved, or from all: a price
   * can free money that losses had bound.
   */
  collect(of: 'moved' | 'all', timeMs: number): void {
    if (!this.#rules.collectsDebts || this.#owed.size === 0) return;
    const debtors = new Set<UserId>(of === 'all' ? this.#owed.keys() : []);
    // Tickets that end free money of the house's wallet without a posting.
    if (this.#owed.has(SYSTEM.house)) debtors.add(SYSTEM.house);
    for (const event of this.#events.list)
      if (event.type === 'posted' && this.#owed.has(event.user)) debtors.add(event.user);
    for (const user of this.#waitingSavers()) debtors.add(user);
    for (const user of [...debtors].sort((a, b) => a - b)) this.#collectFrom(user, timeMs);
  }

  /** Beginning of the rules that collect: debtors may no longer have orders. */
  cancelAllOrders(): void {
    for (const user of [...this.#owed.keys()].sort((a, b) => a - b)) this.#cancelOrders(user);
  }

  /**
   * The first rules: money that came into the spot wallet repays the debt, and goes to the
   * insurance as a whole.
   */
  collectFromSpot(user: UserId, currency: CurrencyId, reference: string): void {
    const debt = this.#of(user, currency);
    if (debt === 0n || this.#rules.collectsDebts) return;
    const repaid = takeAvailable(
      this.#ledger,
      { owner: user, wallets: ['spot'], currency },
      { most: debt, reason: 'repayment', reference },
    );
    if (repaid > 0n)
      this.#ledger.post(
        this.#ledger.open(SYSTEM.insurance, 'spot', currency),
        repaid,
        'repayment',
        0,
        reference,
      );
    this.#set(user, currency, debt - repaid);
  }

  /**
   * Full scan (W8): debtors have no free money, no savings that are not lent, no locks and no
   * commitments to undecided sales in the currency of their debts, and the hole is no larger than
   * the debts.
   */
  verify(): void {
    if (!this.#rules.collectsDebts) return;
    const owed = new Map<CurrencyId, bigint>();
    for (const [user, debts] of this.#owed) {
      for (const [currency, amount] of debts) {
        owed.set(currency, (owed.get(currency) ?? 0n) + amount);
        const free = (['spot', 'p2p', 'seconds'] as const).reduce(
          (sum, wallet) => sum + this.#free(user, wallet, currency, 0),
          this.#callable(user, currency),
        );
        this.#checks.check(
          'W8',
          free === 0n,
          `user ${user} owes ${amount} of currency ${currency} and has ${free}`,
        );
      }
    }
    for (const [currency, hole] of this.#unbacked) {
      this.#checks.check(
        'W8',
        hole > 0n && hole <= (owed.get(currency) ?? 0n),
        `${hole} of currency ${currency} is missing, and ${owed.get(currency) ?? 0n} is owed`,
      );
    }
  }

  snapshot(): Pick<SnapshotCustody, 'debts' | 'unbacked'> {
    const byNumber = (a: readonly [number, unknown], b: readonly [number, unknown]): number =>
      a[0] - b[0];
    return {
      debts: [...this.#owed]
        .sort(byNumber)
        .flatMap(([user, owed]) =>
          [...owed]
            .sort(byNumber)
            .map(([currency, amount]) => ({ user, currency, amount: amount.toString() })),
        ),
      unbacked: [...this.#unbacked]
        .sort(byNumber)
        .map(([currency, amount]) => ({ currency, amount: amount.toString() })),
    };
  }

  restore({ debts, unbacked }: Pick<SnapshotCustody, 'debts' | 'unbacked'>): void {
    for (const { user, currency, amount } of debts) this.#set(user, currency, BigInt(amount));
    for (const { currency, amount } of unbacked) this.#setUnbacked(currency, BigInt(amount));
  }

  #collectFrom(user: UserId, timeMs: number): void {
    for (const [currency, debt] of [...(this.#owed.get(user) ?? [])].sort((a, b) => a[0] - b[0])) {
      const taking = { reason: 'repayment', reference: '' } as const;
      let repaid = this.#takeFree(user, currency, { ...taking, most: debt }, timeMs);
      const left = debt - repaid;
      const mayCallIn = this.#rules.collectsSavings && left > 0n;
      if (mayCallIn && this.#callIn(user, currency, left, timeMs))
        repaid += this.#takeFree(user, currency, { ...taking, most: left }, timeMs);
      if (repaid === 0n) continue;
      const hole = this.#unbackedIn(currency);
      const toHole = repaid < hole ? repaid : hole;
      this.#pay(SYSTEM.outside, currency, toHole);
      this.#pay(SYSTEM.insurance, currency, repaid - toHole);
      this.#setUnbacked(currency, hole - toHole);
      this.#set(user, currency, debt - repaid);
    }
  }

  /**
   * Frees savings of a debtor and, if those are too little, commitments to sales that are not
   * decided.
   * @returns whether any came free
   */
  #callIn(user: UserId, currency: CurrencyId, most: bigint, timeMs: number): boolean {
    const before = this.#free(user, 'spot', currency, timeMs);
    const hasSaved = this.#earn.collect(user, currency, most, timeMs);
    const missing = most - (this.#free(user, 'spot', currency, timeMs) - before);
    return (missing > 0n && this.#sales.collect(user, currency, missing)) || hasSaved;
  }

  /** Debtors whose savings were lent when the debt began: repayments of borrowers free them. */
  #waitingSavers(): ReadonlySet<UserId> {
    if (!this.#rules.collectsSavings) return NOBODY;
    this.#savers ??= new Set(this.#owed.keys());
    for (const user of this.#savers)
      if (!this.#owed.has(user) || !this.#earn.savings.has(user)) this.#savers.delete(user);
    return this.#savers;
  }

  #callable(user: UserId, currency: CurrencyId): bigint {
    return this.#rules.collectsSavings
      ? this.#earn.collectable(user, currency) + this.#sales.collectable(user, currency)
      : 0n;
  }

  #pay(owner: UserId, currency: CurrencyId, amount: bigint): void {
    if (amount > 0n)
      this.#ledger.post(this.#ledger.open(owner, 'spot', currency), amount, 'repayment', 0, '');
  }

  #takeFree(
    user: UserId,
    currency: CurrencyId,
    { most, reason, reference }: Taking,
    timeMs: number,
  ): bigint {
    let left = most;
    for (const wallet of PAYING) {
      const free = this.#free(user, wallet, currency, timeMs);
      const part = free < left ? free : left;
      if (part <= 0n) continue;
      this.#ledger.post(this.#ledger.open(user, wallet, currency), -part, reason, 0, reference);
      if (wallet === 'margin') this.#margin.afterLeaving(user, currency);
      left -= part;
    }
    return most - left;
  }

  /**
   * Amount that could be taken from a wallet now. The house keeps the backing of tickets (S4), and
   * its contracts wallet as a whole.
   */
  #free(user: UserId, wallet: Wallet, currency: CurrencyId, timeMs: number): bigint {
    if (user === SYSTEM.house && wallet === 'seconds') return this.#seconds.free(currency);
    if (wallet === 'margin')
      return user === SYSTEM.house ? 0n : this.#margin.free(user, currency, timeMs);
    const account = this.#ledger.find(user, wallet, currency);
    return account < 0 ? 0n : this.#ledger.available(account);
  }

  #cancelOrders(user: UserId): void {
    this.#spot.cancelAllOf(user);
    this.#margin.cancelWaitingOf(user);
  }

  #unbackedIn(currency: CurrencyId): bigint {
    return this.#unbacked.get(currency) ?? 0n;
  }

  #setUnbacked(currency: CurrencyId, amount: bigint): void {
    if (amount > 0n) this.#unbacked.set(currency, amount);
    else this.#unbacked.delete(currency);
  }

  #of(user: UserId, currency: CurrencyId): bigint {
    return this.#owed.get(user)?.get(currency) ?? 0n;
  }

  #set(user: UserId, currency: CurrencyId, debt: bigint): void {
    const owed = this.#owed.get(user) ?? new Map<CurrencyId, bigint>();
    if (debt > 0n) owed.set(currency, debt);
    else owed.delete(currency);
    if (owed.size > 0) this.#owed.set(user, owed);
    else this.#owed.delete(user);
  }
}

/**
 * Takes up to an amount from the wallets of an owner, in their order.
 * @returns the amount taken
 */
export function takeAvailable(
  ledger: Ledger,
  from: {
    readonly owner: UserId;
    readonly wallets: readonly ('spot' | 'p2p' | 'seconds')[];
    readonly currency: CurrencyId;
  },
  { most, reason, reference }: Taking,
): bigint {
  let left = most;
  for (const wallet of from.wallets) {
    const account = ledger.find(from.owner, wallet, from.currency);
    const available = account < 0 ? 0n : ledger.available(account);
    const part = available < left ? available : left;
    if (part <= 0n) continue;
    ledger.post(account, -part, reason, 0, reference);
    left -= part;
  }
  return most - left;
}
