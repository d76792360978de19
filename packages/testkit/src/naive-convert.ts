import type { Market } from '@meridian/core/catalog/catalog';
import type { Side } from '@meridian/core/catalog/side';
import type { Command } from '@meridian/core/commands';
import type {
  AskQuote,
  ConvertCommand,
  ConvertTerms,
  StartPlan,
  SweepDust,
} from '@meridian/core/convert/convert-commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Outcome } from '@meridian/core/outcome';
import type { Rejection } from '@meridian/core/rejections';
import { NEWEST_RULES } from '@meridian/core/rules';
import * as fraction from './naive-fraction.ts';
import type { Fraction } from './naive-fraction.ts';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import { bandAround, isInside, isTrader, isWholeNumber, LARGEST_NOTIONAL } from './naive-rules.ts';

const FIRM_MS = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SHANGHAI_MS = 28_800_000;
const DESK = 8;

/** A market as conversions see it. */
export interface ConvertMarket {
  readonly settings: Market;
  readonly unit: bigint;
  readonly indexTicks: number;
  readonly markTicks: number;
  readonly indexQuotedAtMs: number;
  /** Resting orders that an order of a side would meet, in matching order. */
  readonly makersFor: (
    side: Side,
  ) => readonly { readonly priceTicks: number; readonly remainingLots: number }[];
}

/** The facts of the exchange that conversions depend on. */
export interface ConvertSurroundings {
  /** Version of the present rules; the newest where it is not told. */
  readonly rules?: () => number;
  readonly hasCurrency: (id: number) => boolean;
  readonly marketOf: (id: number) => ConvertMarket | undefined;
  readonly mayBegin: (user: number) => boolean;
  /** The collateral of a user's running loan. */
  readonly collateralOf: (user: number, loan: number) => QuotedLoan | undefined;
}

export interface QuotedLoan {
  readonly currency: number;
  readonly owed: number;
  readonly pledged: bigint;
  readonly warnings: number;
}

interface NaiveConversion {
  readonly from: number;
  readonly to: number;
  readonly paid: bigint;
  readonly received: bigint;
  /** 1 where the exact amount is no whole one. */
  readonly odd: bigint;
  readonly side: 'from' | 'to';
  readonly spreadBps: number;
}

export interface NaiveQuote extends NaiveConversion {
  readonly id: number;
  readonly user: number;
  readonly madeMs: number;
  state: 'open' | 'accepted' | 'over';
  wasAccepted: boolean;
  readonly loan: number | undefined;
  /** That its time was over under. */
  rules: number;
}

interface NaivePlan extends StartPlan {
  readonly id: number;
  nextMs: number;
  isOver: boolean;
}

/** A side of a conversion: without a market it is the hub. */
interface Leg {
  readonly terms: ConvertTerms;
  readonly market: ConvertMarket | undefined;
  readonly rules: number;
}

/**
 * Conversions a second time, in exact fractions: every price is a fraction of hub units for a unit,
 * and only the customer's amount is rounded, once.
 */
export class NaiveConvert {
  readonly #ledger: OracleLedger;
  readonly #around: ConvertSurroundings;
  readonly #terms = new Map<number, ConvertTerms>();
  readonly #quotes: NaiveQuote[] = [];
  readonly #plans: NaivePlan[] = [];
  readonly #runs: { plan: number; skipped: string | null }[] = [];
  /** Amounts that the desk gave at once, without a quote. */
  readonly #given: { currency: number; amount: bigint; timeMs: number }[] = [];

  constructor(ledger: OracleLedger, around: ConvertSurroundings) {
    this.#ledger = ledger;
    this.#around = around;
  }

  get #rules(): number {
    return this.#around.rules?.() ?? NEWEST_RULES;
  }

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('convert.') && !isWellFormed(command as ConvertCommand);
  }

  apply(command: ConvertCommand, timeMs: number): Outcome {
    const answer = this.#decide(command, timeMs);
    if (typeof answer === 'number') return { ok: true, id: answer };
    return answer === undefined ? { ok: true } : { ok: false, rejection: answer };
  }

  /** Quotes whose time is not over, and plans. */
  open(): { quotes: readonly NaiveQuote[]; plans: readonly NaivePlan[] } {
    return {
      quotes: this.#quotes.filter(({ state }) => state !== 'over'),
      plans: this.#plans.filter(({ isOver }) => !isOver),
    };
  }

  pass(timeMs: number): void {
    for (const quote of this.#quotes) {
      if (quote.state === 'over' || timeMs < quote.madeMs + FIRM_MS) continue;
      const promised = quote.state === 'open' ? promiseOf(quote) : 0n;
      if (promised > 0n) this.#ledger.post(deskOf(quote.to), promised, -promised);
      quote.state = 'over';
      quote.rules = this.#rules;
    }
    const due = this.#plans.filter((plan) => !plan.isOver && plan.nextMs <= timeMs);
    for (const plan of due.sort((a, b) => a.nextMs - b.nextMs || a.id - b.id))
      this.#run(plan, timeMs);
  }

  /** A quote that its user may accept now. */
  find(user: number, id: number, timeMs: number): NaiveQuote | Rejection {
    const quote = this.#quotes.find(
      (each) => each.id === id && each.user === user && each.state !== 'over',
    );
    if (quote === undefined) return 'quote_not_found';
    if (quote.state === 'accepted') return 'quote_used';
    return timeMs >= quote.madeMs + FIRM_MS ? 'quote_expired' : quote;
  }

  complete(quote: NaiveQuote): void {
    const promised = promiseOf(quote);
    quote.state = 'accepted';
    quote.wasAccepted = true;
    this.#ledger.post(deskOf(quote.to), promised, -promised);
    this.#exchange(quote.user, quote, quote.id, 'quote');
  }

  holds(): [string, bigint][] {
    return this.#quotes
      .filter(({ state }) => state === 'open')
      .map((quote) => [deskOf(quote.to), promiseOf(quote)]);
  }

  /** The part that is compared with the core. */
  snapshot(): unknown {
    return {
      quotes: this.#quotes
        .filter(({ state }) => state !== 'over')
        .map(({ id, user, paid, received, spreadBps, state }) => ({
          id,
          user,
          paid: paid.toString(),
          received: received.toString(),
          spreadBps,
          isAccepted: state === 'accepted',
        })),
      plans: this.#plans
        .filter(({ isOver }) => !isOver)
        .map(({ id, user, nextMs }) => ({ id, user, nextMs })),
    };
  }

  #decide(command: ConvertCommand, timeMs: number): Rejection | number | undefined {
    if (!isWellFormed(command)) return 'malformed';
    switch (command.kind) {
      case 'convert.terms':
        return this.#list(command.terms);
      case 'convert.fund':
        return this.#fund(command);
      case 'convert.quote':
        return this.#ask(command, timeMs);
      case 'convert.accept': {
        const quote = this.find(command.user, command.quote, timeMs);
        if (typeof quote === 'string') return quote;
        if (quote.loan !== undefined) return 'loan_quote_wrong';
        if (!this.#has(quote.user, quote)) return 'balance_insufficient';
        this.complete(quote);
        return undefined;
      }
      case 'convert.sweep':
        return this.#sweep(command, timeMs);
      case 'convert.plan':
        return this.#plan(command, timeMs);
      case 'convert.endPlan': {
        const plan = this.#plans.find(
          (each) => each.id === command.plan && each.user === command.user && !each.isOver,
        );
        if (plan === undefined) return 'plan_not_found';
        plan.isOver = true;
        return undefined;
      }
    }
  }

  #list(terms: ConvertTerms): Rejection | undefined {
    if (!this.#around.hasCurrency(terms.currency)) return 'currency_unknown';
    const market = this.#around.marketOf(terms.market);
    if (terms.market !== 0 && market === undefined) return 'market_unknown';
    const hub = [...this.#terms.values()].find((each) => each.market === 0)?.currency;
    if (terms.market === 0) {
      if (hub !== undefined && hub !== terms.currency) return 'convert_hub_fixed';
    } else if (market?.settings.base !== terms.currency || market.settings.quote !== hub)
      return 'convert_hub_fixed';
    this.#terms.set(terms.currency, { ...terms });
    return undefined;
  }

  #fund({
    currency,
    direction,
    amount,
  }: {
    currency: number;
    direction: string;
    amount: bigint;
  }): Rejection | undefined {
    if (!this.#around.hasCurrency(currency)) return 'currency_unknown';
    const house = accountName(SYSTEM.house, 'spot', currency);
    const [from, to] = direction === 'in' ? [house, deskOf(currency)] : [deskOf(currency), house];
    if (this.#ledger.balance(from).available < amount)
      return direction === 'in' ? 'house_insufficient' : 'convert_short';
    this.#ledger.post(from, -amount, 0n, because('convertBudget', 0));
    this.#ledger.post(to, amount, 0n, because('convertBudget', 0));
    return undefined;
  }

  #ask(command: AskQuote, timeMs: number): Rejection | number {
    const { user, loan } = command;
    const conversion = this.#price(command, timeMs);
    if (typeof conversion === 'string') return conversion;
    const open = this.#quotes.filter(
      (each) => each.user === user && each.state === 'open' && timeMs < each.madeMs + FIRM_MS,
    );
    if (open.length >= 3) return 'quotes_too_many';
    if (loan === undefined && !this.#has(user, conversion)) return 'balance_insufficient';
    const quoted = loan === undefined ? undefined : this.#around.collateralOf(user, loan);
    const isBeyondHour = this.#rules >= 5 && (quoted?.warnings ?? 0) > 0;
    const problem = this.#deskProblem(conversion, timeMs, isBeyondHour);
    if (problem !== undefined) return problem;
    const own = open.filter(({ to }) => to === conversion.to);
    const promised = own.reduce((sum, { received }) => sum + received, conversion.received);
    const unused = this.#unusedOf(user, conversion.to, timeMs);
    const quarter = (this.#terms.get(conversion.to)?.hourLimit ?? 0n) / 4n;
    if (this.#rules >= 4 && promised + unused > quarter) return 'convert_limit_reached';
    if (loan !== undefined) {
      if (quoted === undefined) return 'loan_not_found';
      if (quoted.currency !== conversion.from) return 'loan_quote_wrong';
      if (this.#rules >= 5 && quoted.owed !== conversion.to) return 'loan_quote_wrong';
      if (conversion.paid > quoted.pledged) return 'collateral_short';
    }
    const id = this.#quotes.length + 1;
    this.#quotes.push({
      ...conversion,
      id,
      user,
      madeMs: timeMs,
      state: 'open',
      wasAccepted: false,
      rules: 0,
      loan: this.#rules >= 5 ? loan : undefined,
    });
    this.#ledger.post(deskOf(conversion.to), -promiseOf(conversion), promiseOf(conversion));
    return id;
  }

  /** The amount that quotes of the hour promised a user who let them expire. */
  #unusedOf(user: number, currency: number, timeMs: number): bigint {
    if (this.#rules < 5) return 0n;
    return this.#quotes
      .filter((each) => each.user === user && each.to === currency && isExpired(each))
      .filter((each) => each.rules >= 5 && isSameHour(each.madeMs, timeMs))
      .reduce((sum, { received }) => sum + received, 0n);
  }

  #sweep(command: SweepDust, timeMs: number): Rejection | undefined {
    const { user, to, currencies, least } = command;
    const conversions: NaiveConversion[] = [];
    for (const from of currencies) {
      const legs = this.#legs(from, to, timeMs);
      if (typeof legs === 'string') return legs;
      const amount = this.#ledger.balance(accountName(user, 'spot', from)).available;
      if (amount === 0n) return 'balance_insufficient';
      const worth = fraction.times(indexPrice(legs.from), fraction.whole(amount));
      if (fraction.ceilOf(worth) > legs.from.terms.dust) return 'dust_too_large';
      const conversion = convert(legs, 'from', amount);
      if (conversion === undefined) return 'convert_amount_invalid';
      conversions.push(conversion);
    }
    const sum = conversions.reduce((all, { received }) => all + received, 0n);
    if (sum < least) return 'convert_moved';
    const odd = conversions.reduce((all, each) => all + each.odd, 0n);
    const problem = this.#deskProblem({ to, received: sum, odd, side: 'from' }, timeMs);
    if (problem !== undefined) return problem;
    this.#given.push({ currency: to, amount: sum, timeMs });
    for (const conversion of conversions) this.#exchange(user, conversion, 0, 'dust');
    return undefined;
  }

  #plan(command: StartPlan, timeMs: number): Rejection | number {
    const { user, from, to, amount, minute } = command;
    const conversion = this.#price({ from, to, side: 'from', amount }, timeMs);
    if (typeof conversion === 'string') return conversion;
    if (this.#plans.filter((plan) => plan.user === user && !plan.isOver).length >= 10)
      return 'plans_too_many';
    const id = this.#plans.length + 1;
    const sinceMidnight = (timeMs + SHANGHAI_MS) % DAY_MS;
    const today = timeMs - sinceMidnight + minute * 60_000;
    const nextMs = today > timeMs ? today : today + DAY_MS;
    this.#plans.push({ ...command, id, nextMs, isOver: false });
    return id;
  }

  /** Runs of plans in the last command, each with the reason where it was skipped. */
  takeRuns(): readonly { readonly plan: number; readonly skipped: string | null }[] {
    return this.#runs.splice(0);
  }

  #run(plan: NaivePlan, timeMs: number): void {
    const isMissed = plan.nextMs + HOUR_MS < timeMs;
    while (plan.nextMs <= timeMs) plan.nextMs += plan.everyDays * DAY_MS;
    const skipped = isMissed && this.#rules >= 4 ? 'missed' : (this.#buyBy(plan, timeMs) ?? null);
    this.#runs.push({ plan: plan.id, skipped });
  }

  /** @returns why nothing was bought */
  #buyBy(plan: NaivePlan, timeMs: number): string | undefined {
    const { user, from, to, amount } = plan;
    if (!this.#around.mayBegin(user)) return 'stopped';
    const conversion = this.#price({ from, to, side: 'from', amount }, timeMs);
    if (typeof conversion === 'string') {
      if (conversion.startsWith('index_')) return 'price';
      return conversion.endsWith('_closed') ? 'closed' : 'limit';
    }
    if (conversion.spreadBps > plan.maxSpreadBps) return 'spread';
    if (!this.#has(user, conversion)) return 'balance';
    if (this.#deskProblem(conversion, timeMs) !== undefined) return 'limit';
    this.#given.push({ currency: to, amount: conversion.received, timeMs });
    this.#exchange(user, conversion, plan.id, 'plan');
    return undefined;
  }

  #price(
    { from, to, side, amount }: Pick<AskQuote, 'from' | 'to' | 'side' | 'amount'>,
    timeMs: number,
  ): NaiveConversion | Rejection {
    const legs = this.#legs(from, to, timeMs);
    if (typeof legs === 'string') return legs;
    if (amount % legs[side].terms.step !== 0n) return 'convert_step_invalid';
    const conversion = convert(legs, side, amount);
    if (conversion === undefined) return 'convert_amount_invalid';
    const { paid, received } = conversion;
    const isOutside =
      paid < legs.from.terms.min ||
      paid > legs.from.terms.max ||
      received < legs.to.terms.min ||
      received > legs.to.terms.max;
    return isOutside ? 'convert_amount_invalid' : conversion;
  }

  #legs(from: number, to: number, timeMs: number): { from: Leg; to: Leg } | Rejection {
    const found: Leg[] = [];
    for (const currency of [from, to]) {
      const terms = this.#terms.get(currency);
      if (terms === undefined || !terms.isOpen) return 'convert_closed';
      const market = terms.market === 0 ? undefined : this.#around.marketOf(terms.market);
      if (terms.market !== 0) {
        if (market === undefined || market.settings.status !== 'open') return 'market_closed';
        if (market.indexTicks === 0) return 'index_unavailable';
        if (timeMs - market.indexQuotedAtMs > market.settings.indexMaxAgeMs) return 'index_stale';
      }
      found.push({ terms, market, rules: this.#rules });
    }
    return { from: found[0] as Leg, to: found[1] as Leg };
  }

  #deskProblem(
    conversion: Pick<NaiveConversion, 'to' | 'received' | 'odd' | 'side'>,
    timeMs: number,
    isBeyondHour = false,
  ): Rejection | undefined {
    const { to, received } = conversion;
    const isNow = (at: number): boolean => isSameHour(at, timeMs);
    const promised = this.#quotes
      .filter((each) => each.to === to && isNow(each.madeMs) && !isExpired(each))
      .reduce((sum, each) => sum + each.received, 0n);
    const given = this.#given
      .filter((each) => each.currency === to && isNow(each.timeMs))
      .reduce((sum, { amount }) => sum + amount, 0n);
    const limit = this.#terms.get(to)?.hourLimit ?? 0n;
    if (!isBeyondHour && promised + given + received > limit) return 'convert_limit_reached';
    return this.#ledger.balance(deskOf(to)).available < promiseOf(conversion)
      ? 'convert_short'
      : undefined;
  }

  #has(user: number, { from, paid }: Pick<NaiveConversion, 'from' | 'paid'>): boolean {
    return this.#ledger.balance(accountName(user, 'spot', from)).available >= paid;
  }

  #exchange(user: number, conversion: NaiveConversion, subject: number, reference: string): void {
    const { from, to, paid, received, odd, side } = conversion;
    const [oddPaid, oddReceived] = side === 'to' ? [odd, 0n] : [0n, odd];
    const cause = because('convert', subject, reference);
    for (const [account, amount] of [
      [accountName(user, 'spot', from), -paid],
      [deskOf(from), paid - oddPaid],
      [accountName(SYSTEM.rounding, 'spot', from), oddPaid],
      [deskOf(to), -received - oddReceived],
      [accountName(user, 'spot', to), received],
      [accountName(SYSTEM.rounding, 'spot', to), oddReceived],
    ] as const)
      if (amount !== 0n) this.#ledger.post(account, amount, 0n, cause);
  }
}

/** A quote that ended without being accepted counts for no limit. */
function isExpired(quote: NaiveQuote): boolean {
  return quote.state === 'over' && !quote.wasAccepted;
}

/** An hour of the clock. */
function isSameHour(oneMs: number, otherMs: number): boolean {
  return Math.floor(oneMs / HOUR_MS) === Math.floor(otherMs / HOUR_MS);
}

function deskOf(currency: number): string {
  return accountName(DESK, 'spot', currency);
}

/** The amount that the desk has to give, with the unit for rounding. */
function promiseOf({ received, odd, side }: Pick<NaiveConversion, 'received' | 'odd' | 'side'>) {
  return side === 'from' ? received + odd : received;
}

/** Hub units for a unit of the leg's currency, at the index. */
function indexPrice({ market }: Pick<Leg, 'market'>): Fraction {
  if (market === undefined) return fraction.whole(1n);
  return fraction.over(BigInt(market.indexTicks) * market.unit, market.settings.lotSize);
}

/** Hub units that a quantity costs or brings in the book; undefined where it has too little. */
function bookWorth(
  market: ConvertMarket,
  side: Side,
  quantity: bigint,
  goesOn = false,
): Fraction | undefined {
  const band = bandAround(market.indexTicks, market.settings.bandBps);
  let [left, worth] = [quantity, fraction.whole(0n)];
  const makers = market.makersFor(side).filter(({ priceTicks }) => isInside(priceTicks, band));
  const seen = makers.slice(0, 500);
  const last = seen.at(-1);
  for (const maker of seen) {
    const offered = BigInt(maker.remainingLots) * market.settings.lotSize;
    const part = offered < left ? offered : left;
    const price = fraction.over(BigInt(maker.priceTicks) * market.unit, market.settings.lotSize);
    worth = fraction.plus(worth, fraction.times(price, fraction.whole(part)));
    left -= part;
    if (left === 0n) return worth;
  }
  if (!goesOn || last === undefined || makers.length === seen.length) return undefined;
  // Many small orders in front of the rest: it is taken to have the price of the last of them.
  const price = fraction.over(BigInt(last.priceTicks) * market.unit, market.settings.lotSize);
  return fraction.plus(worth, fraction.times(price, fraction.whole(left)));
}

/** Hub units that the desk asks (`buy`) or gives (`sell`) for a quantity. */
function deskWorth({ terms, market, rules }: Leg, side: Side, quantity: bigint): Fraction {
  if (market === undefined) return fraction.whole(quantity);
  const isWorse = (one: Fraction, other: Fraction): boolean =>
    side === 'buy' ? fraction.isLess(other, one) : fraction.isLess(one, other);
  const sign = side === 'buy' ? 1n : -1n;
  const by = (bps: number): Fraction => fraction.over(10_000n + sign * BigInt(bps), 10_000n);
  const priceAt = (ticks: number): Fraction =>
    fraction.over(BigInt(ticks) * market.unit * quantity, market.settings.lotSize);
  const [atIndex, atMark] = [priceAt(market.indexTicks), priceAt(market.markTicks)];
  const index = rules >= 5 && isWorse(atMark, atIndex) ? atMark : atIndex;
  const cap = fraction.times(index, by(terms.capBps));
  const book = bookWorth(market, side, quantity);
  let price = cap;
  if (book !== undefined) {
    const priced = fraction.times(isWorse(book, index) ? book : index, by(terms.marginBps));
    if (isWorse(cap, priced)) price = priced;
  }
  // Nobody gets from the desk more than the book's other side would cost the desk to replace.
  const back =
    rules < 5 ? undefined : bookWorth(market, side === 'buy' ? 'sell' : 'buy', quantity, true);
  return back !== undefined && isWorse(back, price) ? back : price;
}

function convert(
  { from, to }: { readonly from: Leg; readonly to: Leg },
  side: 'from' | 'to',
  amount: bigint,
): NaiveConversion | undefined {
  const [given, other] = side === 'from' ? [from, to] : [to, from];
  const [first, second]: [Side, Side] = side === 'from' ? ['sell', 'buy'] : ['buy', 'sell'];
  const hub = deskWorth(given, first, amount);
  let exact = hub;
  if (other.market !== undefined) {
    const atIndex = fraction.divided(hub, indexPrice(other));
    const quantity = side === 'from' ? fraction.floorOf(atIndex) : fraction.ceilOf(atIndex);
    if (quantity === 0n) return undefined;
    const worth = deskWorth(other, second, quantity);
    if (worth.top === 0n) return undefined;
    exact = fraction.divided(fraction.times(hub, fraction.whole(quantity)), worth);
  }
  const odd = exact.top % exact.bottom === 0n ? 0n : 1n;
  const rounded = side === 'from' ? fraction.floorOf(exact) : fraction.ceilOf(exact);
  const [paid, received] = side === 'from' ? [amount, rounded] : [rounded, amount];
  if (paid === 0n || received === 0n) return undefined;
  const value = fraction.times(indexPrice(from), fraction.whole(paid));
  const got = fraction.divided(
    fraction.times(indexPrice(to), fraction.whole(received * 10_000n)),
    value,
  );
  const lost = fraction.plus(fraction.whole(10_000n), { top: -got.top, bottom: got.bottom });
  return {
    from: from.terms.currency,
    to: to.terms.currency,
    paid,
    received,
    odd,
    side,
    spreadBps: lost.top <= 0n ? 0 : Number(fraction.ceilOf(lost)),
  };
}

/** Whether every field has its type and range, in any state. */
function isWellFormed(command: ConvertCommand): boolean {
  switch (command.kind) {
    case 'convert.terms':
      return areTermsWellFormed(command.terms);
    case 'convert.fund':
      return (
        isWholeNumber(command.currency, 1, 1023) &&
        ['in', 'out'].includes(command.direction) &&
        isAmount(command.amount, 1n)
      );
    case 'convert.quote':
      return (
        isPair(command) &&
        ['from', 'to'].includes(command.side) &&
        isAmount(command.amount, 1n) &&
        (command.loan === undefined || isWholeNumber(command.loan, 1))
      );
    case 'convert.accept':
      return isTrader(command.user) && isWholeNumber(command.quote, 1);
    case 'convert.sweep': {
      const { user, to, currencies, least } = command;
      return (
        isTrader(user) &&
        isWholeNumber(to, 1, 1023) &&
        isAmount(least, 0n) &&
        Array.isArray(currencies) &&
        currencies.length > 0 &&
        currencies.length <= 50 &&
        (currencies as readonly unknown[]).every(
          (each, index) =>
            isWholeNumber(each, 1, 1023) &&
            each !== to &&
            (index === 0 || each > (currencies[index - 1] as number)),
        )
      );
    }
    case 'convert.plan':
      return (
        isPair(command) &&
        isAmount(command.amount, 1n) &&
        [1, 7, 14, 30].includes(command.everyDays) &&
        isWholeNumber(command.minute, 0, 1439) &&
        isWholeNumber(command.maxSpreadBps, 0, 4000)
      );
    case 'convert.endPlan':
      return isTrader(command.user) && isWholeNumber(command.plan, 1);
    default:
      return false;
  }
}

function areTermsWellFormed(terms: ConvertTerms): boolean {
  if (typeof terms !== 'object' || terms === null) return false;
  const { currency, market, marginBps, capBps, min, max, step, hourLimit, dust, isOpen } = terms;
  if (!isWholeNumber(currency, 1, 1023) || !isWholeNumber(market, 0, 65_535)) return false;
  const most = market === 0 ? 0 : 1;
  return (
    isWholeNumber(marginBps, 0, 1000 * most) &&
    isWholeNumber(capBps, marginBps, 2000 * most) &&
    isAmount(min, 1n) &&
    isAmount(max, min) &&
    isAmount(step, 1n) &&
    isAmount(hourLimit, 0n) &&
    isAmount(dust, 0n) &&
    typeof isOpen === 'boolean'
  );
}

function isPair({ user, from, to }: { user: unknown; from: unknown; to: unknown }): boolean {
  return (
    isTrader(user) && isWholeNumber(from, 1, 1023) && isWholeNumber(to, 1, 1023) && from !== to
  );
}

function isAmount(value: unknown, low: bigint): boolean {
  return typeof value === 'bigint' && value >= low && value < LARGEST_NOTIONAL;
}
