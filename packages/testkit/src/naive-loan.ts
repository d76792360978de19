import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { LoanCommand, LoanOffer } from '@meridian/core/loan/loan-commands';
import type { Outcome } from '@meridian/core/outcome';
import type { Rejection } from '@meridian/core/rejections';
import { NEWEST_RULES } from '@meridian/core/rules';
import type { PlaceOrder } from '@meridian/core/spot/spot-commands';
import type { KnownLoan } from './convert-stream.ts';
import type { ConvertMarket, NaiveConvert, QuotedLoan } from './naive-convert.ts';
import type { NaiveEarn } from './naive-earn.ts';
import { ceilOf, floorOf, over, type Fraction } from './naive-fraction.ts';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import {
  bandAround,
  ceilDivide,
  isInside,
  isTrader,
  isWholeNumber,
  LARGEST_NOTIONAL,
} from './naive-rules.ts';

const BILLION = 1_000_000_000n;
const BPS = 10_000n;
const HOUR_MS = 3_600_000;
const AT_ONCE = 50;

export interface LoanMarket extends ConvertMarket {
  readonly markTicks: number;
}

/** The facts of the exchange that loans depend on. */
export interface LoanSurroundings {
  /** Version of the present rules; the newest where it is not told. */
  readonly rules?: () => number;
  readonly marketOf: (id: number) => LoanMarket | undefined;
  readonly earn: NaiveEarn;
  readonly convert: NaiveConvert;
  /** Places an order now. */
  readonly place: (order: PlaceOrder) => Outcome;
  /** Proceeds of the trades of an order of this command in quote units, after its fees. */
  readonly broughtBy: (order: number) => bigint;
}

interface NaiveLoanRow {
  readonly id: number;
  readonly user: number;
  readonly offer: LoanOffer;
  readonly openedMs: number;
  state: 'active' | 'repaid' | 'liquidated' | 'lost';
  pledged: bigint;
  principal: bigint;
  /** Billionths of interest that are fixed and unpaid; hours are counted from here. */
  interest: bigint;
  sinceMs: number;
  warnings: number;
  /** The debt that the level is compared with: it is looked at when an hour begins. */
  watched: bigint;
  hourMs: number;
}

/** Loans a second time: every loan is looked at, at each price, by its ratio. */
export class NaiveLoan {
  readonly #ledger: OracleLedger;
  readonly #around: LoanSurroundings;
  readonly #offers = new Map<number, LoanOffer>();
  readonly #loans: NaiveLoanRow[] = [];

  constructor(ledger: OracleLedger, around: LoanSurroundings) {
    this.#ledger = ledger;
    this.#around = around;
  }

  get #rules(): number {
    return this.#around.rules?.() ?? NEWEST_RULES;
  }

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('loan.') && !isWellFormed(command as LoanCommand);
  }

  apply(command: LoanCommand, timeMs: number): Outcome {
    const answer = this.#decide(command, timeMs);
    if (typeof answer === 'number') return { ok: true, id: answer };
    return answer === undefined ? { ok: true } : { ok: false, rejection: answer };
  }

  open(): KnownLoan[] {
    return this.#running().map(({ id, user, offer, pledged }) => ({
      id,
      user,
      market: offer.market,
      pledged,
    }));
  }

  collateralOf(user: number, id: number): QuotedLoan | undefined {
    const loan = this.#own(user, id);
    if (loan === undefined) return undefined;
    const { base: currency, quote: owed } = this.#market(loan).settings;
    return { currency, owed, pledged: loan.pledged, warnings: loan.warnings };
  }

  holds(): [string, bigint][] {
    return this.#running().map((loan) => [this.#pledgeAccount(loan), loan.pledged]);
  }

  /** The part that is compared with the core. */
  snapshot(): unknown {
    return this.#loans
      .filter(({ state }) => state === 'active' || state === 'lost')
      .map(({ id, state, pledged, principal, interest, sinceMs, warnings }) => ({
        id,
        state,
        pledged: pledged.toString(),
        principal: principal.toString(),
        interestPpb: interest.toString(),
        sinceMs,
        warnings,
      }));
  }

  /** Time has passed: hours begin, then prices that were reached are acted on. */
  pass(timeMs: number): void {
    const due = this.#running().filter(({ hourMs }) => hourMs <= timeMs);
    for (const loan of due.sort((a, b) => a.hourMs - b.hourMs || a.id - b.id)) {
      loan.hourMs = this.#nextHour(loan, timeMs);
      this.#calm(loan, timeMs);
      this.#watch(loan, timeMs);
    }
    const markets = new Set(this.#running().map(({ offer }) => offer.market));
    for (const market of [...markets].sort((a, b) => a - b)) this.onPrice(market, timeMs);
  }

  onPrice(id: number, timeMs: number): void {
    const market = this.#around.marketOf(id);
    if (market === undefined || !isFresh(market, timeMs)) return;
    const later = new Set<NaiveLoanRow>();
    let acts = 0;
    while (acts < AT_ONCE) {
      const reached = this.#running()
        .filter((loan) => loan.offer.market === id && !later.has(loan))
        .filter((loan) => market.markTicks <= this.#levelTicks(loan, market))
        .map((loan) => ({ loan, ticks: this.#levelTicks(loan, market) }))
        .sort((a, b) => b.ticks - a.ticks || a.loan.id - b.loan.id);
      if (reached.length === 0) break;
      for (const { loan } of reached) {
        const mayAct = acts < AT_ONCE;
        if (mayAct && loan.warnings < 3) {
          acts++;
          loan.warnings++;
          this.#watch(loan, timeMs);
          continue;
        }
        later.add(loan);
        const isDone = mayAct && this.#liquidate(loan, market, timeMs);
        if (isDone || this.#rules < 4) acts++;
      }
    }
    for (const loan of later) if (loan.state === 'active') this.#watch(loan, timeMs);
  }

  #decide(command: LoanCommand, timeMs: number): Rejection | number | undefined {
    if (!isWellFormed(command)) return 'malformed';
    switch (command.kind) {
      case 'loan.offer':
        return this.#list(command.offer);
      case 'loan.borrow':
        return this.#borrow(command, timeMs);
      case 'loan.repay':
        return this.#repay(command, timeMs);
      case 'loan.collateral':
        return this.#move(command, timeMs);
      case 'loan.cover': {
        const loan = this.#loans.find(({ id, state }) => id === command.loan && state === 'lost');
        if (loan === undefined) return 'loan_not_found';
        const house = accountName(SYSTEM.house, 'spot', this.#market(loan).settings.quote);
        if (this.#ledger.balance(house).available <= 0n) return 'house_insufficient';
        this.#payFor(loan, house);
        if (loan.principal === 0n) loan.state = 'liquidated';
        return undefined;
      }
    }
  }

  #list(offer: LoanOffer): Rejection | undefined {
    const market = this.#around.marketOf(offer.market);
    if (market === undefined) return 'market_unknown';
    const product = this.#around.earn.product(offer.product);
    if (product?.kind !== 'savings' || product.currency !== market.settings.quote)
      return 'earn_closed';
    if (this.#rules >= 5 && !paysAtBound(offer, market)) return 'malformed';
    const known = this.#offers.get(offer.id);
    if (known !== undefined && (known.market !== offer.market || known.product !== offer.product))
      return 'loan_offer_fixed';
    this.#offers.set(offer.id, structuredClone(offer));
    return undefined;
  }

  #borrow(
    command: { user: number; offer: number; collateral: bigint; amount: bigint },
    timeMs: number,
  ): Rejection | number {
    const { user, collateral, amount } = command;
    const offer = this.#offers.get(command.offer);
    if (offer === undefined || !offer.isOpen) return 'loan_closed';
    if (this.#rules >= 5 && !paysAtBound(offer, this.#around.marketOf(offer.market)))
      return 'loan_closed';
    if (amount < offer.min || amount > offer.max) return 'loan_amount_invalid';
    const own = this.#loans.filter(
      (each) => each.user === user && (each.state === 'active' || each.state === 'lost'),
    );
    if (own.length >= 10) return 'loans_too_many';
    const loan: NaiveLoanRow = {
      id: this.#loans.length + 1,
      user,
      offer,
      openedMs: timeMs,
      state: 'active',
      pledged: collateral,
      principal: amount,
      interest: 0n,
      sinceMs: timeMs,
      warnings: 0,
      watched: 0n,
      hourMs: timeMs + HOUR_MS,
    };
    const market = this.#market(loan);
    const problem =
      priceProblem(market, timeMs) ??
      worthProblem(market, this.#debt(loan, timeMs), collateral, offer.terms.initialBps);
    if (problem !== undefined) return problem;
    if (this.#ledger.balance(this.#pledgeAccount(loan)).available < collateral)
      return 'balance_insufficient';
    if (amount > this.#around.earn.lendable(offer.product)) return 'loan_funds_short';
    this.#loans.push(loan);
    this.#ledger.post(this.#pledgeAccount(loan), -collateral, collateral);
    this.#around.earn.lend(offer.product, amount, 'loan', loan.id);
    this.#ledger.post(this.#coinAccount(loan), amount, 0n, because('loan', loan.id));
    this.#watch(loan, timeMs);
    return loan.id;
  }

  #repay(
    command: { user: number; loan: number; amount: bigint; quote?: number },
    timeMs: number,
  ): Rejection | undefined {
    const loan = this.#own(command.user, command.loan);
    if (loan === undefined) return 'loan_not_found';
    const debt = this.#debt(loan, timeMs);
    let most = command.amount === 0n || command.amount > debt ? debt : command.amount;
    if (command.quote === undefined) {
      if (this.#ledger.balance(this.#coinAccount(loan)).available < most)
        return 'balance_insufficient';
    } else {
      const quote = this.#around.convert.find(command.user, command.quote, timeMs);
      if (typeof quote === 'string') return quote;
      const market = this.#market(loan);
      if (quote.from !== market.settings.base || quote.to !== market.settings.quote)
        return 'loan_quote_wrong';
      if ((quote.loan ?? loan.id) !== loan.id) return 'loan_quote_wrong';
      if (quote.paid > loan.pledged) return 'collateral_short';
      most = quote.received < debt ? quote.received : debt;
      const rest = loan.pledged - quote.paid;
      const problem =
        most === debt || (this.#rules >= 4 && (debt - most) * loan.pledged < debt * rest)
          ? undefined
          : (priceProblem(market, timeMs) ??
            worthProblem(market, debt - most, rest, loan.offer.terms.warnBps[0]));
      if (problem !== undefined) return problem;
      this.#ledger.post(this.#pledgeAccount(loan), quote.paid, -quote.paid);
      loan.pledged = rest;
      this.#around.convert.complete(quote);
    }
    this.#pay(loan, most, timeMs);
    if (loan.principal === 0n) this.#end(loan, 'repaid');
    else this.#calm(loan, timeMs);
    this.#watch(loan, timeMs);
    return undefined;
  }

  #move(
    command: { user: number; loan: number; direction: string; amount: bigint },
    timeMs: number,
  ): Rejection | undefined {
    const loan = this.#own(command.user, command.loan);
    if (loan === undefined) return 'loan_not_found';
    const { amount } = command;
    const market = this.#market(loan);
    if (command.direction === 'add') {
      if (this.#ledger.balance(this.#pledgeAccount(loan)).available < amount)
        return 'balance_insufficient';
      this.#pledge(loan, amount);
    } else {
      if (amount >= loan.pledged) return 'collateral_short';
      const problem =
        priceProblem(market, timeMs) ??
        worthProblem(
          market,
          this.#debt(loan, timeMs),
          loan.pledged - amount,
          loan.offer.terms.initialBps,
        );
      if (problem !== undefined) return problem;
      this.#pledge(loan, -amount);
    }
    this.#calm(loan, timeMs);
    this.#watch(loan, timeMs);
    return undefined;
  }

  /** @returns whether anything was done */
  #liquidate(loan: NaiveLoanRow, market: LoanMarket, timeMs: number): boolean {
    const { settings } = market;
    const lowest = this.#lowestTicks(loan, market);
    const lots = this.#lotsToSell(loan, market, lowest, timeMs);
    const all = loan.pledged / settings.lotSize;
    if (this.#rules >= 4 && all * lowest * market.unit < settings.minNotional) {
      this.#lose(loan, settings);
      return true;
    }
    const band = bandAround(market.indexTicks, settings.bandBps);
    const bid = market.makersFor('sell').find(({ priceTicks }) => isInside(priceTicks, band));
    const isUnwanted = settings.status !== 'open' || (bid?.priceTicks ?? 0) < lowest;
    if (this.#rules >= 4 && lots > 0n && isUnwanted) return false;
    if (lots > 0n) {
      const offered = lots * settings.lotSize;
      this.#pledge(loan, -offered);
      const outcome = this.#around.place({
        kind: 'spot.place',
        user: loan.user,
        market: settings.id,
        side: 'sell',
        type: 'limit',
        priceTicks: Number(lowest) as PriceTicks,
        quantityLots: Number(lots) as QuantityLots,
        timeInForce: 'ioc',
        postOnly: false,
        selfTrade: 'expireMaker',
      });
      const soldLots = outcome.ok ? BigInt(outcome.filledLots ?? 0) : 0n;
      const unsold = offered - soldLots * settings.lotSize;
      if (unsold > 0n) this.#pledge(loan, unsold);
      if (!outcome.ok) return false;
      const brought = this.#around.broughtBy(outcome.order ?? 0);
      const fee = ceilDivide(brought * BigInt(loan.offer.terms.feeBps), BPS);
      const cause = because('loanFee', loan.id);
      if (fee > 0n) {
        this.#ledger.post(this.#coinAccount(loan), -fee, 0n, cause);
        this.#ledger.post(this.#insurance(settings.quote), fee, 0n, cause);
      }
      this.#pay(loan, brought - fee, timeMs);
    }
    if (loan.principal === 0n) this.#end(loan, 'liquidated');
    else if (this.#isBelowWarnings(loan, market, timeMs)) loan.warnings = 0;
    if (loan.principal > 0n && loan.pledged < settings.lotSize) this.#lose(loan, settings);
    return true;
  }

  #lose(loan: NaiveLoanRow, { base, quote }: Market): void {
    const rest = loan.pledged;
    if (rest > 0n) {
      const cause = because('loanLoss', loan.id);
      this.#ledger.post(this.#pledgeAccount(loan), 0n, -rest, cause);
      this.#ledger.post(this.#insurance(base), rest, 0n, cause);
    }
    loan.pledged = 0n;
    this.#payFor(loan, this.#insurance(quote));
    this.#payFor(loan, this.#around.earn.source(loan.offer.product));
    this.#payFor(loan, accountName(SYSTEM.house, 'spot', quote));
    loan.state = loan.principal === 0n ? 'liquidated' : 'lost';
  }

  /**
   * The least number of lots after which the debt is at most the initial part of the rest's worth.
   */
  #lotsToSell(loan: NaiveLoanRow, market: LoanMarket, lowest: bigint, timeMs: number): bigint {
    const { settings, unit, markTicks } = market;
    const { terms } = loan.offer;
    const perLot = BigInt(markTicks) * unit;
    const all = loan.pledged / settings.lotSize;
    const net = BPS - BigInt(settings.takerFeeBps) - BigInt(terms.feeBps);
    const initial = BigInt(terms.initialBps);
    const worth = floorOf(over(initial * loan.pledged * perLot, settings.lotSize));
    const missing = this.#debt(loan, timeMs) * BPS - worth;
    let lots = all;
    if (net > initial) lots = missing <= 0n ? 0n : ceilDivide(missing, perLot * (net - initial));
    const cheapest = ceilDivide(settings.minNotional, lowest * unit);
    if (lots < cheapest) lots = cheapest;
    const most = BigInt(settings.maxQuantityLots);
    return [lots, all, most].reduce((least, each) => (each < least ? each : least));
  }

  #lowestTicks(loan: NaiveLoanRow, { settings, indexTicks }: LoanMarket): bigint {
    const part = BPS - BigInt(loan.offer.terms.boundBps);
    const bound = ceilDivide(BigInt(indexTicks) * part, BPS);
    const low = bandAround(indexTicks, settings.bandBps)?.low ?? 1n;
    return [bound, low, 1n].reduce((most, each) => (each > most ? each : most));
  }

  /** Interest first. */
  #pay(loan: NaiveLoanRow, most: bigint, timeMs: number): void {
    this.#fixInterest(loan, timeMs);
    const due = ceilDivide(loan.interest, BILLION);
    const interest = most < due ? most : due;
    const { product, terms } = loan.offer;
    const cause = because('loanInterest', loan.id);
    if (interest > 0n) {
      const toFund = (interest * BigInt(terms.fundBps)) / BPS;
      this.#ledger.post(this.#coinAccount(loan), -interest, 0n, cause);
      const { quote } = this.#market(loan).settings;
      if (toFund > 0n) this.#ledger.post(this.#insurance(quote), toFund, 0n, cause);
      if (interest > toFund)
        this.#ledger.post(this.#around.earn.source(product), interest - toFund, 0n, cause);
      loan.interest = interest === due ? 0n : loan.interest - interest * BILLION;
    }
    const principal = most - interest < loan.principal ? most - interest : loan.principal;
    this.#payPrincipal(loan, this.#coinAccount(loan), principal, 'loanRepaid');
  }

  #payFor(loan: NaiveLoanRow, payer: string): void {
    const { available } = this.#ledger.balance(payer);
    this.#payPrincipal(
      loan,
      payer,
      available < loan.principal ? available : loan.principal,
      'loanLoss',
    );
  }

  #payPrincipal(loan: NaiveLoanRow, payer: string, amount: bigint, reason: string): void {
    if (amount === 0n) return;
    this.#ledger.post(payer, -amount, 0n, because(reason, loan.id));
    this.#around.earn.lend(loan.offer.product, -amount, reason, loan.id);
    loan.principal -= amount;
  }

  #end(loan: NaiveLoanRow, state: 'repaid' | 'liquidated'): void {
    this.#pledge(loan, -loan.pledged);
    loan.state = state;
  }

  #pledge(loan: NaiveLoanRow, amount: bigint): void {
    if (amount !== 0n) this.#ledger.post(this.#pledgeAccount(loan), -amount, amount);
    loan.pledged += amount;
  }

  #calm(loan: NaiveLoanRow, timeMs: number): void {
    const market = this.#market(loan);
    if (isFresh(market, timeMs) && this.#isBelowWarnings(loan, market, timeMs)) loan.warnings = 0;
  }

  /** At least a basis point below the first warning. */
  #isBelowWarnings(loan: NaiveLoanRow, market: LoanMarket, timeMs: number): boolean {
    const level = loan.offer.terms.warnBps[0] - 1;
    return isCovered(this.#debt(loan, timeMs), loan.pledged, market, level, market.markTicks);
  }

  #watch(loan: NaiveLoanRow, timeMs: number): void {
    loan.watched = this.#debt(loan, timeMs);
  }

  /** The highest whole price at which the watched debt is at the loan's next level or above. */
  #levelTicks(loan: NaiveLoanRow, { settings, unit }: LoanMarket): number {
    const { warnBps, liquidationBps } = loan.offer.terms;
    const level = warnBps[loan.warnings] ?? liquidationBps;
    const price: Fraction = over(
      loan.watched * settings.lotSize * BPS,
      loan.pledged * unit * BigInt(level),
    );
    return Number(floorOf(price));
  }

  #fixInterest(loan: NaiveLoanRow, timeMs: number): void {
    while (loan.sinceMs <= timeMs) {
      loan.interest += loan.principal * BigInt(loan.offer.terms.ratePpb);
      loan.sinceMs += HOUR_MS;
    }
  }

  #debt(loan: NaiveLoanRow, timeMs: number): bigint {
    const hours =
      loan.sinceMs > timeMs ? 0n : BigInt(Math.floor((timeMs - loan.sinceMs) / HOUR_MS) + 1);
    const interest = loan.interest + loan.principal * BigInt(loan.offer.terms.ratePpb) * hours;
    return loan.principal + ceilOf(over(interest, BILLION));
  }

  #nextHour({ openedMs }: NaiveLoanRow, timeMs: number): number {
    return openedMs + (Math.floor((timeMs - openedMs) / HOUR_MS) + 1) * HOUR_MS;
  }

  #running(): NaiveLoanRow[] {
    return this.#loans.filter(({ state }) => state === 'active');
  }

  #own(user: number, id: number): NaiveLoanRow | undefined {
    return this.#running().find((loan) => loan.id === id && loan.user === user);
  }

  #market({ offer }: NaiveLoanRow): LoanMarket {
    const market = this.#around.marketOf(offer.market);
    if (market === undefined) throw new Error(`market ${offer.market} is not listed`);
    return market;
  }

  #pledgeAccount(loan: NaiveLoanRow): string {
    return accountName(loan.user, 'spot', this.#market(loan).settings.base);
  }

  #coinAccount(loan: NaiveLoanRow): string {
    return accountName(loan.user, 'spot', this.#market(loan).settings.quote);
  }

  #insurance(currency: number): string {
    return accountName(SYSTEM.insurance, 'spot', currency);
  }
}

function isFresh(market: LoanMarket, timeMs: number): boolean {
  return !hasNoIndex(market) && !isOld(market, timeMs);
}

/** Why nothing is priced in a market now: the first that is so, in the order of ERRORS.md. */
function priceProblem(market: LoanMarket, timeMs: number): Rejection | undefined {
  const problems: readonly (readonly [Rejection, boolean])[] = [
    ['market_closed', market.settings.status !== 'open'],
    ['index_unavailable', hasNoIndex(market)],
    ['index_stale', isOld(market, timeMs)],
  ];
  return problems.find(([, isSo]) => isSo)?.[0];
}

function hasNoIndex({ indexTicks }: LoanMarket): boolean {
  return indexTicks === 0;
}

/** A price counts to the last millisecond of the age that its oldest quote may have. */
function isOld({ indexQuotedAtMs, settings }: LoanMarket, timeMs: number): boolean {
  return indexQuotedAtMs + settings.indexMaxAgeMs < timeMs;
}

function worthProblem(
  market: LoanMarket,
  debt: bigint,
  pledged: bigint,
  levelBps: number,
): Rejection | undefined {
  const prices = [market.indexTicks, market.markTicks];
  return prices.every((ticks) => isCovered(debt, pledged, market, levelBps, ticks))
    ? undefined
    : 'collateral_too_small';
}

/** Whether a debt is at most a part of the collateral's worth. */
function isCovered(
  debt: bigint,
  pledged: bigint,
  { settings, unit }: LoanMarket,
  levelBps: number,
  ticks: number,
): boolean {
  const worth = pledged * BigInt(ticks) * unit;
  return debt * BPS * settings.lotSize <= worth * BigInt(levelBps);
}

/** Whether the proceeds of collateral that is sold at the bound suffice after both fees. */
function paysAtBound(
  { terms: { liquidationBps, boundBps, feeBps } }: LoanOffer,
  market: { readonly settings: { readonly takerFeeBps: number } } | undefined,
): boolean {
  const kept = 10_000 - (market?.settings.takerFeeBps ?? 0) - feeBps;
  return (10_000 - boundBps) * kept >= liquidationBps * 10_000;
}

/** Whether every field has its type and range, in any state. */
function isWellFormed(command: LoanCommand): boolean {
  switch (command.kind) {
    case 'loan.offer':
      return isOfferWellFormed(command.offer);
    case 'loan.borrow':
      return (
        isTrader(command.user) &&
        isWholeNumber(command.offer, 1, 1023) &&
        isAmount(command.collateral, 1n) &&
        isAmount(command.amount, 1n)
      );
    case 'loan.repay':
      return (
        isTrader(command.user) &&
        isWholeNumber(command.loan, 1) &&
        isAmount(command.amount, 0n) &&
        (command.quote === undefined || (isWholeNumber(command.quote, 1) && command.amount === 0n))
      );
    case 'loan.collateral':
      return (
        isTrader(command.user) &&
        isWholeNumber(command.loan, 1) &&
        ['add', 'remove'].includes(command.direction) &&
        isAmount(command.amount, 1n)
      );
    case 'loan.cover':
      return isWholeNumber(command.loan, 1);
    default:
      return false;
  }
}

function isOfferWellFormed(offer: LoanOffer): boolean {
  if (typeof offer !== 'object' || offer === null) return false;
  const { id, market, product, min, max, terms, isOpen } = offer;
  if (typeof terms !== 'object' || terms === null) return false;
  const { ratePpb, fundBps, initialBps, warnBps, liquidationBps, feeBps, boundBps } = terms;
  if (!Array.isArray(warnBps) || warnBps.length !== 3) return false;
  const [first, second, third] = warnBps as [number, number, number];
  return (
    isWholeNumber(id, 1, 1023) &&
    isWholeNumber(market, 1, 65_535) &&
    isWholeNumber(product, 1, 1023) &&
    isWholeNumber(ratePpb, 1, 10_000_000) &&
    isWholeNumber(fundBps, 0, 5_000) &&
    isWholeNumber(initialBps, 1_000, 8_000) &&
    isWholeNumber(first, initialBps + 1, 9_500) &&
    isWholeNumber(second, first + 1, 9_500) &&
    isWholeNumber(third, second + 1, 9_500) &&
    isWholeNumber(liquidationBps, third + 1, 9_500) &&
    isWholeNumber(feeBps, 0, 500) &&
    isWholeNumber(boundBps, 10, 2_000) &&
    isAmount(min, 1n) &&
    isAmount(max, min) &&
    typeof isOpen === 'boolean'
  );
}

function isAmount(value: unknown, low: bigint): value is Amount {
  return typeof value === 'bigint' && value >= low && value < LARGEST_NOTIONAL;
}
