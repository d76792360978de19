import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { ListedMarket, Listings } from '../catalog/listings.ts';
import type { Conversion } from '../convert/convert-events.ts';
import type { Convert } from '../convert/convert.ts';
import type { Earn } from '../earn/earn.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import type { Spot } from '../spot/spot.ts';
import { isFresh, Liquidations } from './liquidations.ts';
import { LoanBook, type LiveLoan } from './loan-book.ts';
import * as wellFormed from './loan-commands-check.ts';
import type {
  Borrow,
  CoverLoan,
  ListLoanOffer,
  LoanCommand,
  LoanId,
  LoanOffer,
  MoveCollateral,
  OfferId,
  RepayLoan,
} from './loan-commands.ts';
import type { LoanEvent } from './loan-events.ts';
import type { SnapshotLoans } from './loan-snapshot.ts';
import { debtOf, isWithinLevel, paysAtBound } from './loan-sums.ts';

/** Loans that a user may have. */
const MOST_LOANS = 10;

/**
 * The area of loans against coins: offers, borrowing from savings, repaying, collateral. A loan of
 * a coin against another names its own terms for its whole life. Promises N1 to N3. The borrower is
 * liable with the collateral alone: insurance, source and house pay the part that a sale does not
 * cover, and an event names the part that nobody pays (`loanLost`).
 */
export class Loans {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #events: EventSink<LoanEvent>;
  readonly #earn: Earn;
  readonly #convert: Convert;
  readonly #rules: Rules;
  readonly #book: LoanBook;
  readonly #liquidations: Liquidations;
  readonly #offers = new Map<OfferId, LoanOffer>();

  constructor(
    parts: AreaParts<LoanEvent> & {
      readonly spot: Spot;
      readonly earn: Earn;
      readonly convert: Convert;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#events = parts.events;
    this.#earn = parts.earn;
    this.#convert = parts.convert;
    this.#rules = parts.rules;
    this.#book = new LoanBook(parts);
    this.#liquidations = new Liquidations({ ...parts, book: this.#book });
  }

  apply(command: LoanCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'loan.offer':
        return outcomeOf(this.#list(command));
      case 'loan.borrow':
        return this.#borrow(command, timeMs);
      case 'loan.repay':
        return outcomeOf(this.#repay(command, timeMs));
      case 'loan.collateral':
        return outcomeOf(this.#moveCollateral(command, timeMs));
      case 'loan.cover':
        return outcomeOf(this.#cover(command));
      default:
        return refused('malformed');
    }
  }

  onTime(timeMs: number): void {
    this.#liquidations.onTime(timeMs);
  }

  /** A market has a new price. */
  onPrice(market: MarketId, timeMs: number): void {
    this.#liquidations.onPrice(market, timeMs);
  }

  /** Why so much collateral of a user's loan cannot be converted; undefined if it can. */
  collateralProblem(
    user: UserId,
    id: LoanId,
    { from, to, paid }: Pick<Conversion, 'from' | 'to' | 'paid'>,
  ): Rejection | undefined {
    const loan = this.#own({ user, loan: id });
    if (loan === undefined) return 'loan_not_found';
    const isOther = this.#rules.bindsQuotesToLoans && to !== loan.currency;
    if (loan.collateral !== from || isOther) return 'loan_quote_wrong';
    return paid > loan.pledged ? 'collateral_short' : undefined;
  }

  /** Whether a user's loan has reached a warning that stands. */
  isWarned(user: UserId, id: LoanId): boolean {
    return (this.#own({ user, loan: id })?.warnings ?? 0) > 0;
  }

  verify(): void {
    this.#book.verify();
  }

  snapshot(): SnapshotLoans {
    const { nextLoan, loans } = this.#book.snapshot();
    const offers = [...this.#offers.values()].sort((a, b) => a.id - b.id);
    return { nextLoan, offers: offers.map(wellFormed.encodeOffer), loans };
  }

  restore(snapshot: SnapshotLoans): void {
    for (const row of snapshot.offers) this.#offers.set(row.id, wellFormed.decodeOffer(row));
    this.#book.restore(snapshot);
    for (const loan of this.#book.all()) this.#liquidations.restore(loan);
  }

  #list(command: ListLoanOffer): Rejection | undefined {
    const offer = wellFormed.pickOffer(command.offer);
    if (offer === undefined) return 'malformed';
    const market = this.#listings.market(offer.market);
    if (market === undefined) return 'market_unknown';
    const product = this.#earn.products.get(offer.product);
    if (product?.kind !== 'savings' || product.currency !== market.settings.quote)
      return 'earn_closed';
    const listed = this.#offers.get(offer.id);
    if (this.#rules.boundsPayDebts && !paysAtBound(offer.terms, market.settings))
      return 'malformed';
    if (listed !== undefined && (listed.market !== offer.market || listed.product !== product.id))
      return 'loan_offer_fixed';
    this.#offers.set(offer.id, offer);
    this.#events.list.push({ type: 'loanOfferListed', offer });
    return undefined;
  }

  #borrow(command: Borrow, timeMs: number): Outcome {
    if (!wellFormed.isBorrowing(command)) return refused('malformed');
    const { user, collateral, amount } = command;
    const offer = this.#offers.get(command.offer);
    const product = offer === undefined ? undefined : this.#earn.products.get(offer.product);
    if (offer === undefined || !offer.isOpen || product === undefined)
      return refused('loan_closed');
    const market = this.#book.marketOf(offer);
    // Terms of before, or a market whose fee has risen since.
    if (this.#rules.boundsPayDebts && !paysAtBound(offer.terms, market.settings))
      return refused('loan_closed');
    if (amount < offer.min || amount > offer.max) return refused('loan_amount_invalid');
    if (this.#book.countOf(user) >= MOST_LOANS) return refused('loans_too_many');
    const { terms } = offer;
    const loan = { principal: amount, sinceMs: timeMs, interestPpb: 0n, terms };
    const problem =
      priceProblem(market, timeMs) ??
      this.#worthProblem(market, debtOf(loan, timeMs), collateral, terms.initialBps) ??
      this.#fundsProblem(user, market.settings.base, collateral);
    if (problem !== undefined) return refused(problem);
    if (amount > this.#earn.savings.lendable(product)) return refused('loan_funds_short');
    const live = this.#book.open({
      user,
      offer: offer.id,
      market: offer.market,
      product: offer.product,
      collateral: market.settings.base,
      currency: market.settings.quote,
      terms,
      pledged: collateral,
      principal: amount,
      openedMs: timeMs,
      sinceMs: timeMs,
    });
    this.#liquidations.begin(live, timeMs);
    this.#book.tell(live, 'borrowed', amount, 0n);
    return { ok: true, id: live.id };
  }

  #repay(command: RepayLoan, timeMs: number): Rejection | undefined {
    if (!wellFormed.isRepayment(command)) return 'malformed';
    const loan = this.#own(command);
    if (loan === undefined) return 'loan_not_found';
    const debt = debtOf(loan, timeMs);
    if (command.quote !== undefined) return this.#repayBy(command.quote, loan, timeMs);
    const most = command.amount === 0n || command.amount > debt ? debt : command.amount;
    const problem = this.#fundsProblem(loan.user, loan.currency, most);
    if (problem !== undefined) return problem;
    this.#pay(loan, most, timeMs);
    return undefined;
  }

  /** Converts collateral at an open quote of its owner, and pays with the proceeds. */
  #repayBy(id: number, loan: LiveLoan, timeMs: number): Rejection | undefined {
    const { user, collateral, currency } = loan;
    const quote = this.#convert.quotes.find(user, id, timeMs);
    if (typeof quote === 'string') return quote;
    if (quote.from !== collateral || quote.to !== currency) return 'loan_quote_wrong';
    if (!this.#convert.quotes.isFor(loan.id, quote)) return 'loan_quote_wrong';
    if (quote.paid > loan.pledged) return 'collateral_short';
    const debt = debtOf(loan, timeMs);
    const isWhole = quote.received >= debt;
    const rest = (loan.pledged - quote.paid) as Amount;
    const market = this.#book.marketOf(loan);
    const left = debt - quote.received;
    const isLower = this.#rules.repaysWhileWarned && left * loan.pledged < debt * rest;
    const problem =
      isWhole || isLower
        ? undefined
        : (priceProblem(market, timeMs) ??
          this.#worthProblem(market, left, rest, loan.terms.warnBps[0]));
    if (problem !== undefined) return problem;
    this.#book.release(loan, quote.paid);
    this.#convert.quotes.complete(quote);
    this.#pay(loan, isWhole ? debt : quote.received, timeMs);
    return undefined;
  }

  #pay(loan: LiveLoan, most: bigint, timeMs: number): void {
    const account = this.#ledger.open(loan.user, 'spot', loan.currency);
    const { interest, principal } = this.#book.pay(loan, account, most, timeMs);
    if (loan.principal === 0n) this.#book.end(loan, 'repaid');
    else this.#liquidations.calm(loan, timeMs);
    this.#liquidations.watch(loan, timeMs);
    this.#book.tell(loan, 'repaid', principal, interest);
  }

  #moveCollateral(command: MoveCollateral, timeMs: number): Rejection | undefined {
    if (!wellFormed.isMove(command)) return 'malformed';
    const loan = this.#own(command);
    if (loan === undefined) return 'loan_not_found';
    const { direction, amount } = command;
    const isAdding = direction === 'add';
    const problem = isAdding
      ? this.#fundsProblem(loan.user, loan.collateral, amount)
      : this.#removalProblem(loan, amount, timeMs);
    if (problem !== undefined) return problem;
    if (isAdding) this.#book.pledge(loan, amount);
    else this.#book.release(loan, amount);
    this.#liquidations.calm(loan, timeMs);
    this.#liquidations.watch(loan, timeMs);
    this.#book.tell(loan, isAdding ? 'added' : 'removed', amount, 0n);
    return undefined;
  }

  /** The house pays the loss of savers, as far as it can. */
  #cover(command: CoverLoan): Rejection | undefined {
    if (!wellFormed.isCover(command)) return 'malformed';
    const loan = this.#book.get(command.loan);
    if (loan === undefined || loan.state !== 'lost') return 'loan_not_found';
    const house = this.#ledger.open(SYSTEM.house, 'spot', loan.currency);
    if (this.#ledger.available(house) <= 0n) return 'house_insufficient';
    const amount = this.#book.payFor(loan, house);
    if (loan.principal === 0n) this.#book.end(loan, 'liquidated');
    this.#book.tell(loan, 'covered', amount, 0n);
    return undefined;
  }

  #removalProblem(loan: LiveLoan, amount: bigint, timeMs: number): Rejection | undefined {
    if (amount >= loan.pledged) return 'collateral_short';
    const market = this.#book.marketOf(loan);
    const rest = (loan.pledged - amount) as Amount;
    return (
      priceProblem(market, timeMs) ??
      this.#worthProblem(market, debtOf(loan, timeMs), rest, loan.terms.initialBps)
    );
  }

  /** The collateral has to suffice at the index and at the mark. */
  #worthProblem(
    market: ListedMarket,
    debt: bigint,
    pledged: bigint,
    levelBps: number,
  ): Rejection | undefined {
    const ticks = Math.min(market.indexTicks, market.markTicks);
    return isWithinLevel(debt, pledged, market, { levelBps, ticks })
      ? undefined
      : 'collateral_too_small';
  }

  #fundsProblem(user: UserId, currency: CurrencyId, amount: bigint): Rejection | undefined {
    const account = this.#ledger.find(user, 'spot', currency);
    return account < 0 || this.#ledger.available(account) < amount
      ? 'balance_insufficient'
      : undefined;
  }

  /** Another user's loan is answered like an unknown one, and like one that is over. */
  #own({ user, loan: id }: { user: UserId; loan: LoanId }): LiveLoan | undefined {
    const loan = this.#book.get(id);
    return loan?.user === user && loan.state === 'active' ? loan : undefined;
  }
}

function priceProblem(market: ListedMarket, timeMs: number): Rejection | undefined {
  if (market.settings.status !== 'open') return 'market_closed';
  if (market.indexTicks === 0) return 'index_unavailable';
  return isFresh(market, timeMs) ? undefined : 'index_stale';
}
