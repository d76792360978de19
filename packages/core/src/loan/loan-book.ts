import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Listings, ListedMarket } from '../catalog/listings.ts';
import type { Earn } from '../earn/earn.ts';
import type { EventSink } from '../event-sink.ts';
import type { UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { divideUp, FULL_BPS, WHOLE_PPB } from '../integers.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { AccountSlot, HoldSlot, Ledger } from '../ledger/ledger.ts';
import type { EarnProduct, ProductId } from '../earn/earn-commands.ts';
import type { LoanId } from './loan-commands.ts';
import type { Loan, LoanChanged, LoanEvent } from './loan-events.ts';
import type { SnapshotLoans } from './loan-snapshot.ts';
import { withInterestFixed } from './loan-sums.ts';

/** A loan in the state, with its collateral. */
export interface LiveLoan extends Loan {
  pledged: Amount;
  principal: Amount;
  sinceMs: number;
  interestPpb: bigint;
  warnings: number;
  state: Loan['state'];
  /** Undefined once nothing is pledged any more. */
  hold: HoldSlot | undefined;
  /** Time of the debt that the watched price follows from, and of the entry for its next hour. */
  watchedMs: number;
  hourMs: number;
}

/**
 * Owns the loans, and moves their money: principal between the savings that lend and the borrower,
 * interest to the source of these savings and to the insurance. It decides nothing.
 */
export class LoanBook {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<LoanEvent>;
  readonly #earn: Earn;
  readonly #loans = new Map<LoanId, LiveLoan>();
  #nextLoan = 1;

  constructor(parts: AreaParts<LoanEvent> & { readonly earn: Earn }) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#earn = parts.earn;
  }

  get(id: LoanId): LiveLoan | undefined {
    return this.#loans.get(id);
  }

  all(): LiveLoan[] {
    return [...this.#loans.values()];
  }

  /** Loans of a user that are not over. */
  countOf(user: UserId): number {
    let count = 0;
    for (const loan of this.#loans.values()) if (loan.user === user) count++;
    return count;
  }

  open(loan: Omit<Loan, 'id' | 'state' | 'interestPpb' | 'warnings'>): LiveLoan {
    const id = this.#nextLoan++;
    const { user, collateral, currency, pledged, principal, product } = loan;
    const owner = this.#ledger.open(user, 'spot', collateral);
    const live: LiveLoan = {
      id,
      ...loan,
      state: 'active',
      interestPpb: 0n,
      warnings: 0,
      watchedMs: loan.openedMs,
      hourMs: loan.openedMs,
      hold: this.#ledger.hold(owner, pledged, id, 'loan'),
    };
    this.#loans.set(id, live);
    this.#ledger.post(this.#earn.savings.lend(product, principal), -principal, 'loan', id, '');
    this.#ledger.post(this.#ledger.open(user, 'spot', currency), principal, 'loan', id, '');
    return live;
  }

  /**
   * Pays interest first, then principal, from an account that has the money.
   * @param most the most that is paid; a rest stays in the account
   */
  pay(
    loan: LiveLoan,
    from: AccountSlot,
    most: bigint,
    timeMs: number,
  ): { readonly interest: bigint; readonly principal: bigint } {
    Object.assign(loan, withInterestFixed(loan, timeMs));
    const due = divideUp(loan.interestPpb, WHOLE_PPB);
    const interest = most < due ? most : due;
    if (interest > 0n) this.#payInterest(loan, from, interest);
    const rest = most - interest;
    const principal = rest < loan.principal ? rest : loan.principal;
    this.#payPrincipal(loan, from, principal, 'loanRepaid');
    return { interest, principal };
  }

  /** Somebody else than the borrower pays principal, as far as their account goes. */
  payFor(loan: LiveLoan, payer: AccountSlot): bigint {
    const available = this.#ledger.available(payer);
    const amount = available < loan.principal ? available : loan.principal;
    this.#payPrincipal(loan, payer, amount, 'loanLoss');
    return amount;
  }

  /** Gives collateral back, or all of it where the loan is over. */
  release(loan: LiveLoan, amount: bigint): void {
    if (loan.hold === undefined) return;
    this.#ledger.release(loan.hold, amount);
    loan.pledged = (loan.pledged - amount) as Amount;
  }

  /** Pledges more of the borrower's available coins. */
  pledge(loan: LiveLoan, amount: bigint): void {
    if (loan.hold === undefined) throw new Error(`loan ${loan.id} is over`);
    this.#ledger.holdMore(loan.hold, amount);
    loan.pledged = (loan.pledged + amount) as Amount;
  }

  /** A rest that no market takes goes to the insurance. */
  forfeitRest(loan: LiveLoan): void {
    if (loan.hold === undefined) return;
    const { id, collateral, pledged } = loan;
    if (pledged > 0n) {
      this.#ledger.spend(loan.hold, pledged, 'loanLoss', id);
      this.#ledger.post(this.#insurance(collateral), pledged, 'loanLoss', id, '');
    }
    loan.pledged = 0n as Amount;
    this.#ledger.closeHold(loan.hold);
    loan.hold = undefined;
  }

  /** Ends a loan that owes nothing. */
  end(loan: LiveLoan, state: 'repaid' | 'liquidated'): void {
    loan.state = state;
    if (loan.hold !== undefined) this.#ledger.closeHold(loan.hold);
    loan.hold = undefined;
    loan.pledged = 0n as Amount;
    this.#loans.delete(loan.id);
  }

  tell(loan: LiveLoan, cause: LoanChanged['cause'], amount: bigint, interest: bigint): void {
    this.#events.list.push({
      type: 'loanChanged',
      cause,
      amount: amount as Amount,
      interest: interest as Amount,
      loan: told(loan),
    });
  }

  marketOf({ market: id }: Pick<Loan, 'market'>): ListedMarket {
    const market = this.#listings.market(id);
    if (market === undefined) throw new Error(`a loan is in an unknown market ${id}`);
    return market;
  }

  sourceOf({ product, currency }: Pick<Loan, 'product' | 'currency'>): AccountSlot {
    return this.#earn.products.source({ id: product, currency });
  }

  productOf({ product: id }: Pick<Loan, 'product'>): EarnProduct {
    const product = this.#earn.products.get(id);
    if (product === undefined) throw new Error(`a loan is of an unknown product ${id}`);
    return product;
  }

  /**
   * Full scan: N1, savings lend the principal of all loans, and N2, the collateral of each is held.
   */
  verify(): void {
    const lent = new Map<ProductId, bigint>();
    for (const loan of this.#loans.values()) {
      lent.set(loan.product, (lent.get(loan.product) ?? 0n) + loan.principal);
      const held = loan.hold === undefined ? 0n : this.#ledger.holdAmount(loan.hold);
      if (loan.hold !== undefined) this.#ledger.checkOwner(loan.hold, loan.id, 'loan');
      this.#checks.check(
        'N2',
        held === loan.pledged && (loan.state === 'active') === (loan.hold !== undefined),
        `loan ${loan.id} holds ${held} and says ${loan.pledged}`,
      );
    }
    for (const product of this.#earn.savings.products())
      this.#checks.check(
        'N1',
        this.#earn.savings.lent(product) === (lent.get(product) ?? 0n),
        `product ${product} lends something else than its loans`,
      );
  }

  snapshot(): Pick<SnapshotLoans, 'nextLoan' | 'loans'> {
    return {
      nextLoan: this.#nextLoan,
      loans: [...this.#loans.values()]
        .sort((a, b) => a.id - b.id)
        // Each field keeps its place: a recovered core publishes the same bytes.
        .map(({ hold: _hold, ...loan }) => ({
          ...loan,
          pledged: loan.pledged.toString(),
          principal: loan.principal.toString(),
          interestPpb: loan.interestPpb.toString(),
        })),
    };
  }

  restore({ nextLoan, loans }: Pick<SnapshotLoans, 'nextLoan' | 'loans'>): void {
    this.#nextLoan = nextLoan;
    for (const row of loans) {
      const pledged = BigInt(row.pledged) as Amount;
      const owner = this.#ledger.open(row.user, 'spot', row.collateral);
      this.#loans.set(row.id, {
        ...row,
        pledged,
        principal: BigInt(row.principal) as Amount,
        interestPpb: BigInt(row.interestPpb),
        hold:
          row.state === 'active'
            ? this.#ledger.restoreHold(owner, pledged, row.id, 'loan')
            : undefined,
      });
    }
  }

  /** A part goes to the insurance, the rest to the source of the savings that lend. */
  #payInterest(loan: LiveLoan, from: AccountSlot, interest: bigint): void {
    const { id, currency, terms } = loan;
    const product = this.productOf(loan);
    const toFund = (interest * BigInt(terms.fundBps)) / FULL_BPS;
    const toSavers = interest - toFund;
    this.#ledger.post(from, -interest, 'loanInterest', id, '');
    if (toFund > 0n) this.#ledger.post(this.#insurance(currency), toFund, 'loanInterest', id, '');
    if (toSavers > 0n) {
      const source = this.#earn.products.source(product);
      this.#ledger.post(source, toSavers, 'loanInterest', id, '');
      this.#earn.products.say(product, 'loans', toSavers);
    }
    const left = loan.interestPpb - interest * WHOLE_PPB;
    loan.interestPpb = left > 0n ? left : 0n;
  }

  #payPrincipal(
    loan: LiveLoan,
    from: AccountSlot,
    amount: bigint,
    reason: 'loanRepaid' | 'loanLoss',
  ): void {
    if (amount === 0n) return;
    this.#ledger.post(from, -amount, reason, loan.id, '');
    this.#ledger.post(this.#earn.savings.lend(loan.product, -amount), amount, reason, loan.id, '');
    loan.principal = (loan.principal - amount) as Amount;
  }

  #insurance(currency: number): AccountSlot {
    return this.#ledger.open(SYSTEM.insurance, 'spot', currency);
  }
}

/** The fields of a loan that events carry. */
export function told({ hold: _h, watchedMs: _w, hourMs: _n, ...loan }: LiveLoan): Loan {
  return loan;
}
