import type { EarnProduct, ProductId } from '@meridian/core/earn/earn-commands';
import type { EarnProductListed, SavingChanged } from '@meridian/core/earn/earn-events';
import { lendable, newPool } from '@meridian/core/earn/savings-pool';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { LoanId, LoanOffer, OfferId } from '@meridian/core/loan/loan-commands';
import { decodeOffer } from '@meridian/core/loan/loan-commands-check';
import type { Loan, LoanEvent } from '@meridian/core/loan/loan-events';
import { debtOf } from '@meridian/core/loan/loan-sums';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { Amount } from '@meridian/money/amount';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';

/** A savings product as loans need it: principal of all savers, and the part that may be lent. */
export interface LendingProduct {
  readonly id: ProductId;
  readonly currency: EarnProduct['currency'];
  lendBps: number;
  isOpen: boolean;
  saved: bigint;
}

/**
 * Loans against coins, as the durable events left them: offers, loans that are not over (and lost
 * ones, until somebody has paid the savers), and the savings that lend.
 */
export class LiveLoans implements LiveFold {
  readonly #offers = new Map<OfferId, LoanOffer>();
  readonly #loans = new Map<LoanId, Loan>();
  readonly #products = new Map<ProductId, LendingProduct>();

  load({ loan, earn }: ExchangeSnapshot): void {
    for (const map of [this.#offers, this.#loans, this.#products]) map.clear();
    for (const row of loan.offers) this.#offers.set(row.id, decodeOffer(row));
    for (const { watchedMs: _w, hourMs: _h, ...row } of loan.loans)
      this.#loans.set(row.id, {
        ...row,
        pledged: BigInt(row.pledged) as Amount,
        principal: BigInt(row.principal) as Amount,
        interestPpb: BigInt(row.interestPpb),
      });
    for (const product of earn.products) this.#list(product);
    for (const { product, earning, pending } of earn.pools)
      this.#product(product).saved = BigInt(earning) + BigInt(pending);
  }

  fold(event: LoanEvent | EarnProductListed | SavingChanged): void {
    switch (event.type) {
      case 'loanOfferListed':
        this.#offers.set(event.offer.id, event.offer);
        return;
      case 'loanChanged':
      case 'loanWarned':
      case 'loanLiquidated':
      case 'loanLost':
        return this.#keep(event.loan);
      case 'earnProductListed':
        return this.#list(event.product);
      case 'savingChanged': {
        const isIn = event.cause === 'saved' || event.cause === 'auto';
        this.#product(event.saving.product).saved += isIn ? event.amount : -event.amount;
      }
    }
  }

  /** All that was ever listed, open or not. */
  offers(): LoanOffer[] {
    return [...this.#offers.values()].sort((a, b) => a.id - b.id);
  }

  offer(id: OfferId): LoanOffer | undefined {
    return this.#offers.get(id);
  }

  loan(id: LoanId): Loan | undefined {
    return this.#loans.get(id);
  }

  /** Loans that a user owes, newest first. */
  loansOf(user: UserId): Loan[] {
    return [...this.#loans.values()]
      .filter((loan) => loan.user === user && loan.state === 'active')
      .sort((a, b) => b.id - a.id);
  }

  /** A user's debt in a currency, with the interest until a time. */
  owedBy(user: UserId, currency: CurrencyId, timeMs: number): bigint {
    let owed = 0n;
    for (const loan of this.loansOf(user))
      if (loan.currency === currency) owed += debtOf(loan, timeMs);
    return owed;
  }

  /** Loans of everybody: those that are owed, and those that are lost. */
  all(): Iterable<Loan> {
    return this.#loans.values();
  }

  /** Savings that could lend or do. */
  products(): LendingProduct[] {
    return [...this.#products.values()].sort((a, b) => a.id - b.id);
  }

  product(id: ProductId): LendingProduct | undefined {
    return this.#products.get(id);
  }

  /** Principal that borrowers have of a product: the principal of a lost loan is lent too. */
  lent(product: ProductId): bigint {
    let lent = 0n;
    for (const loan of this.#loans.values()) if (loan.product === product) lent += loan.principal;
    return lent;
  }

  /** The most that a product can lend now. */
  lendable(id: ProductId): bigint {
    const product = this.#products.get(id);
    if (product === undefined) return 0n;
    const pool = newPool(id, product.currency, 0);
    return lendable({ ...pool, earning: product.saved, lent: this.lent(id) }, product.lendBps);
  }

  #keep(loan: Loan): void {
    if (loan.state === 'active' || loan.state === 'lost') this.#loans.set(loan.id, loan);
    else this.#loans.delete(loan.id);
  }

  #list({
    id,
    kind,
    currency,
    lendBps,
    isOpen,
  }: Pick<EarnProduct, 'id' | 'kind' | 'currency' | 'lendBps' | 'isOpen'>): void {
    if (kind !== 'savings') return;
    const saved = this.#products.get(id)?.saved ?? 0n;
    this.#products.set(id, { id, currency, lendBps, isOpen, saved });
  }

  #product(id: ProductId): LendingProduct {
    const product = this.#products.get(id);
    if (product === undefined) throw new RangeError(`savings ${id} are not listed`);
    return product;
  }
}

export const loanLive: LiveArea<LiveLoans> = {
  takes: {
    loanOfferListed: true,
    loanChanged: true,
    loanWarned: true,
    loanLiquidated: true,
    loanLost: true,
    earnProductListed: true,
    savingChanged: true,
  },
  open: () => new LiveLoans(),
};
