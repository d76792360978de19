import type { Command } from '@meridian/core/commands';
import type { Outcome } from '@meridian/core/outcome';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Rejection } from '@meridian/core/rejections';
import type {
  Duration,
  InsuranceOffer,
  Insure,
  OpenTicket,
  SecondsCommand,
  SecondsTerms,
} from '@meridian/core/seconds/seconds-commands';
import type { TicketResult } from '@meridian/core/seconds/seconds-events';
import type { FirstSeconds } from './judge/version-1/first-seconds.ts';
import { accountName, because, type Cause, type OracleLedger } from './naive-ledger.ts';
import { isLimitWellFormed, NaiveOwnLimits } from './naive-own-limits.ts';
import type { NaiveFee } from './naive-rebates.ts';
import { BPS, ceilDivide, isTrader, isWholeNumber, LARGEST_NOTIONAL } from './naive-rules.ts';

/** The parts of the naive exchange that seconds contracts use. */
export interface NaiveSecondsCatalog {
  readonly hasCurrency: (currency: number) => boolean;
  readonly marketOf: (
    id: number,
  ) =>
    | { readonly status: string; readonly hasSeconds?: boolean; readonly indexMaxAgeMs: number }
    | undefined;
  readonly noteFee: (fee: NaiveFee) => void;
}

/** The part of an index command that seconds contracts use. */
type Prices = readonly (readonly [market: number, ticks: number, quotedAtMs?: number])[];

/** The end of a ticket, compared with the core's events. */
export interface NaiveTicketEnd {
  readonly ticket: number;
  readonly result: TicketResult;
  readonly openTick: number;
  readonly settleTick: number;
  readonly profit: bigint;
  readonly fee: bigint;
}

interface NaiveTick {
  readonly market: number;
  readonly seq: number;
  readonly ticks: number;
  readonly timeMs: number;
  readonly quotedMs: number;
  readonly sources: number;
}

interface NaiveTicket {
  readonly command: OpenTicket;
  readonly id: number;
  readonly payoutBps: number;
  readonly feeBps: number;
  readonly openedMs: number;
  readonly maxAgeMs: number;
  /** Undefined for a ticket opened under the first rules. */
  readonly delayMs: number | undefined;
  readonly minSources: number;
  readonly policy: number;
  isOver: boolean;
}

interface NaivePolicy {
  readonly id: number;
  readonly user: number;
  readonly currency: number;
  readonly insured: bigint;
  readonly coverBps: number;
  readonly endsMs: number;
  /** Results since the last claim. */
  results: bigint[];
  readonly claimDays: number[];
  /** The reserve for it in the insurance's seconds wallet. */
  kept: bigint;
  isOver: boolean;
}

const DAY_MS = 86_400_000;

/**
 * The rules of docs/decisions/0007 a second time: every tick and every ticket is kept for ever, and
 * each question is answered by a full scan.
 */
export class NaiveSeconds {
  readonly #ledger: OracleLedger;
  readonly #catalog: NaiveSecondsCatalog;
  readonly #terms: SecondsTerms[] = [];
  readonly #offers: InsuranceOffer[] = [];
  readonly #ticks: NaiveTick[] = [];
  readonly #tickets: NaiveTicket[] = [];
  readonly #policies: NaivePolicy[] = [];
  readonly #limits = new NaiveOwnLimits();
  /** Claims that are due and not paid, oldest first. */
  #owed: {
    readonly policy: number;
    readonly user: number;
    readonly currency: number;
    amount: bigint;
  }[] = [];
  /** The tickets that the running command ended. */
  ended: NaiveTicketEnd[] = [];

  constructor(ledger: OracleLedger, catalog: NaiveSecondsCatalog) {
    this.#ledger = ledger;
    this.#catalog = catalog;
  }

  /**
   * Takes over the state of the first rules, which had no ages of quotes and no reserves for
   * insurances.
   */
  takeOver({
    terms,
    offers,
    ticks,
    tickets,
    policies,
  }: ReturnType<FirstSeconds['handOver']>): void {
    this.#terms.push(...terms);
    this.#offers.push(...offers);
    this.#ticks.push(...ticks.map((tick) => ({ ...tick, quotedMs: tick.timeMs, sources: 1 })));
    this.#tickets.push(
      ...tickets.map((ticket) => ({ ...ticket, delayMs: undefined, minSources: 1 })),
    );
    this.#policies.push(...policies.map((policy) => ({ ...policy, kept: 0n })));
  }

  apply(command: SecondsCommand, timeMs: number): Outcome {
    const answer = this.#dispatch(command, timeMs);
    if (typeof answer === 'number') return { ok: true, id: answer };
    return answer === undefined ? { ok: true } : { ok: false, rejection: answer };
  }

  /** Whether it is a seconds command that violates its type. */
  isMalformed(command: Command): boolean {
    return command.kind.startsWith('seconds.') && !isWellFormed(command as SecondsCommand);
  }

  /** Ends all tickets that were due before this time, in the order of their due times. */
  pass(timeMs: number): void {
    const due = this.#tickets
      .filter((ticket) => !ticket.isOver && dueOf(ticket) < timeMs)
      .sort((a, b) => dueOf(a) - dueOf(b) || a.id - b.id);
    for (const ticket of due) this.#settle(ticket, timeMs);
    const over = this.#policies
      .filter(({ endsMs, isOver }) => endsMs < timeMs && !isOver)
      .sort((a, b) => a.endsMs - b.endsMs || a.id - b.id);
    for (const policy of over) this.#endPolicy(policy);
  }

  tick(prices: Prices, timeMs: number, seq: number, sources = 1): void {
    for (const [market, ticks, quotedMs] of prices)
      this.#ticks.push({
        market,
        seq,
        ticks,
        timeMs,
        quotedMs: quotedMs === undefined || quotedMs > timeMs ? timeMs : quotedMs,
        sources,
      });
  }

  openTickets(): number {
    return this.#tickets.filter(({ isOver }) => !isOver).length;
  }

  openPolicies(): { id: number; user: number }[] {
    return this.#policies.filter(({ isOver }) => !isOver).map(({ id, user }) => ({ id, user }));
  }

  /** The holds of each account for open tickets. */
  *holds(): Generator<readonly [account: string, amount: bigint]> {
    for (const ticket of this.#tickets) {
      if (!ticket.isOver) yield [this.#account(ticket), ticket.command.stake + feeOf(ticket)];
    }
  }

  #dispatch(command: SecondsCommand, timeMs: number): Rejection | number | undefined {
    if (!isWellFormed(command)) return 'malformed';
    switch (command.kind) {
      case 'seconds.terms': {
        const { terms } = command;
        if (!this.#catalog.hasCurrency(terms.currency)) return 'currency_unknown';
        if (this.#catalog.marketOf(terms.market) === undefined) return 'market_unknown';
        this.#terms.push(terms);
        return undefined;
      }
      case 'seconds.listInsurance': {
        const { offer } = command;
        if (!this.#catalog.hasCurrency(offer.currency)) return 'currency_unknown';
        if (this.#offers.some(({ id, currency }) => id === offer.id && currency !== offer.currency))
          return 'insurance_fixed';
        this.#offers.push(offer);
        return undefined;
      }
      case 'seconds.open':
        return this.#open(command, timeMs);
      case 'seconds.insure':
        return this.#insure(command, timeMs);
      case 'seconds.limitLoss':
        if (!this.#catalog.hasCurrency(command.currency)) return 'currency_unknown';
        this.#limits.limitLoss(command, timeMs);
        return undefined;
      case 'seconds.limitTime':
        this.#limits.limitTime(command, timeMs);
        return undefined;
      case 'seconds.beginBreak':
        return this.#limits.beginBreak(command, timeMs);
      case 'seconds.endInsurance': {
        const policy = this.#policies.find(
          ({ id, user, isOver, endsMs }) =>
            id === command.policy && user === command.user && !isOver && endsMs > timeMs,
        );
        if (policy === undefined) return 'insurance_not_found';
        this.#endPolicy(policy);
        return undefined;
      }
    }
  }

  /** Sum that all running tickets of a currency could win from the house. */
  couldWin(currency: number): bigint {
    return sumOfProfits(
      this.#tickets.filter(({ command, isOver }) => !isOver && command.currency === currency),
    );
  }

  #open(command: OpenTicket, timeMs: number): Rejection | number {
    const { user, market, currency, stake } = command;
    const own = this.#limits.stops(user, timeMs);
    if (own !== undefined) return own;
    const settings = this.#catalog.marketOf(market);
    if (settings === undefined) return 'market_unknown';
    const terms = this.#terms.findLast(
      (each) => each.market === market && each.currency === currency,
    );
    if (terms?.isOpen !== true || settings.hasSeconds !== true || settings.status !== 'open')
      return 'seconds_closed';
    const duration = terms.durations.find(({ seconds }) => seconds === command.seconds);
    if (duration === undefined) return 'duration_not_offered';
    const { seenPayoutBps = duration.payoutBps, seenFeeBps = terms.feeBps } = command;
    if (seenPayoutBps !== duration.payoutBps || seenFeeBps !== terms.feeBps)
      return 'seconds_terms_changed';
    if (stake < duration.minStake) return 'stake_too_small';
    if (stake > duration.maxStake) return 'stake_too_large';
    const last = this.#ticks.findLast((tick) => tick.market === market);
    if (last === undefined) return 'index_unavailable';
    if (last.timeMs + settings.indexMaxAgeMs < timeMs) return 'index_stale';
    const minSources = terms.minSources ?? 1;
    if (last.sources < minSources) return 'index_thin';
    const policy =
      this.#policies.find(
        (each) =>
          each.user === user && each.currency === currency && !each.isOver && each.endsMs > timeMs,
      )?.id ?? 0;
    const { payoutBps } = duration;
    const fixed = {
      payoutBps,
      feeBps: terms.feeBps,
      delayMs: terms.openDelayMs ?? 100,
      minSources,
      maxAgeMs: settings.indexMaxAgeMs,
    };
    const ticket: NaiveTicket = {
      command,
      id: this.#tickets.length + 1,
      ...fixed,
      openedMs: timeMs,
      policy,
      isOver: false,
    };
    const needed = stake + feeOf(ticket);
    const running = [...this.#tickets.filter(({ isOver }) => !isOver), ticket];
    const ofCurrency = running.filter((each) => each.command.currency === currency);
    const atStake = ofCurrency
      .filter((each) => each.command.user === user)
      .reduce((sum, each) => sum + each.command.stake + feeOf(each), 0n);
    if (!this.#limits.allowsLoss(command, atStake, timeMs)) return 'seconds_loss_limit';
    if (this.#available(user, 'seconds', currency) < needed) return 'balance_insufficient';
    if (
      sumOfProfits(ofCurrency.filter((each) => each.command.market === market)) > terms.exposureCap
    )
      return 'exposure_reached';
    if (sumOfProfits(ofCurrency) > this.#available(SYSTEM.house, 'seconds', currency))
      return 'house_insufficient';
    this.#tickets.push(ticket);
    this.#limits.open(user, timeMs);
    this.#ledger.post(this.#account(ticket), -needed, needed);
    return ticket.id;
  }

  #settle(ticket: NaiveTicket, timeMs: number): void {
    const { command, id, openedMs, maxAgeMs, delayMs, minSources } = ticket;
    const { user, currency, stake } = command;
    const dueMs = dueOf(ticket);
    ticket.isOver = true;
    const own = this.#ticks.filter(({ market }) => market === command.market);
    const isOpening = ({ timeMs: tickMs, quotedMs }: NaiveTick): boolean =>
      delayMs === undefined ? tickMs >= openedMs + 100 : quotedMs - openedMs > delayMs;
    const open = own.find(
      (tick) => isOpening(tick) && tick.sources >= minSources && tick.timeMs <= dueMs,
    );
    const last = own.findLast((tick) => tick.timeMs <= dueMs);
    const fee = feeOf(ticket);
    let result: TicketResult = 'void';
    const isFresh = (tick: NaiveTick): boolean =>
      dueMs - (delayMs === undefined ? tick.timeMs : tick.quotedMs) <= maxAgeMs;
    if (
      open !== undefined &&
      last !== undefined &&
      isFresh(last) &&
      (delayMs === undefined || last.quotedMs >= open.quotedMs)
    ) {
      const isUp = last.ticks > open.ticks;
      result =
        last.ticks === open.ticks
          ? 'drawn'
          : isUp === (command.direction === 'up')
            ? 'won'
            : 'lost';
    }
    const account = this.#account(ticket);
    const house = accountName(SYSTEM.house, 'seconds', currency);
    const isDecided = result === 'won' || result === 'lost';
    const profit = result === 'won' ? profitOf(ticket) : result === 'lost' ? -stake : 0n;
    if (isDecided) {
      const whole = (stake * BigInt(ticket.feeBps)) / BPS;
      this.#post(account, 0n, -fee, because('fee', id, 'ticket'));
      this.#post(
        accountName(SYSTEM.fees, 'spot', currency),
        whole,
        0n,
        because('fee', id, 'ticket'),
      );
      this.#post(
        accountName(SYSTEM.rounding, 'spot', currency),
        fee - whole,
        0n,
        because('fee', id, 'ticket'),
      );
      const { user } = ticket.command;
      this.#catalog.noteFee({ payer: user, other: SYSTEM.house, currency, amount: whole });
    }
    if (result === 'lost') this.#post(account, 0n, -stake, because('ticket', id));
    this.#post(house, -profit, 0n, because('ticket', id));
    if (result === 'won') this.#post(account, profit, 0n, because('ticket', id));
    const left = stake + fee - (isDecided ? fee : 0n) - (result === 'lost' ? stake : 0n);
    this.#post(account, left, -left);
    this.ended.push({
      ticket: id,
      result,
      openTick: open?.seq ?? 0,
      settleTick: result === 'void' ? 0 : (last?.seq ?? 0),
      profit,
      fee: isDecided ? fee : 0n,
    });
    this.#limits.settle({ user, currency, lost: (isDecided ? fee : 0n) - profit, timeMs });
    const policy = this.#policies.find((each) => each.id === ticket.policy);
    if (isDecided && policy !== undefined && !policy.isOver && policy.endsMs >= dueMs)
      this.#count(policy, { user, profit, timeMs });
  }

  #insure({ user, offer: id, amount }: Insure, timeMs: number): Rejection | number {
    const offer = this.#offers.findLast((each) => each.id === id);
    if (offer?.isOpen !== true) return 'insurance_closed';
    const { currency, coverBps, premiumBps } = offer;
    if (amount < offer.minInsured || amount > offer.maxInsured) return 'insured_amount_invalid';
    if (
      this.#policies.some(
        (each) => each.user === user && each.currency === currency && !each.isOver,
      )
    )
      return 'insurance_running';
    const premium = ceilDivide(amount * BigInt(premiumBps), BPS);
    if (this.#available(user, 'seconds', currency) < amount + premium)
      return 'balance_insufficient';
    const policy: NaivePolicy = {
      id: this.#policies.length + 1,
      user,
      currency,
      insured: amount,
      coverBps,
      endsMs: timeMs + offer.days * DAY_MS,
      results: [],
      claimDays: [],
      kept: 0n,
      isOver: false,
    };
    if (this.#available(SYSTEM.insurance, 'spot', currency) < couldClaim(policy))
      return 'insurance_insufficient';
    this.#policies.push(policy);
    this.#post(accountName(user, 'seconds', currency), -premium, 0n, because('premium', policy.id));
    this.#post(
      accountName(SYSTEM.insurance, 'spot', currency),
      premium,
      0n,
      because('premium', policy.id),
    );
    this.#pour(currency);
    return policy.id;
  }

  #count(
    policy: NaivePolicy,
    { user, profit, timeMs }: { user: number; profit: bigint; timeMs: number },
  ): void {
    policy.results.push(profit);
    const net = policy.results.reduce((sum, each) => sum + each, 0n);
    const { insured, coverBps, currency } = policy;
    if (net >= insured) this.#endPolicy(policy);
    const today = Math.floor((timeMs + 8 * 3_600_000) / DAY_MS);
    if (
      net > 0n ||
      -net * 2n < insured ||
      policy.claimDays.filter((day) => day === today).length >= 2
    )
      return;
    policy.claimDays.push(today);
    policy.results = [];
    const loss = -net > insured ? insured : -net;
    const wanted = (loss * BigInt(coverBps)) / BPS;
    const sure = wanted > policy.kept ? policy.kept : wanted;
    policy.kept -= sure;
    const claim = { policy: policy.id, user, currency, amount: wanted - sure };
    this.#payClaim('seconds', { ...claim, amount: sure });
    this.#owed.push(claim);
    this.#pour(currency);
  }

  /**
   * Call after each accepted command.
   * @returns whether an owed claim was paid
   */
  settleClaims(): boolean {
    const currencies = new Set(this.#policies.map(({ currency }) => currency));
    return [...currencies]
      .sort((a, b) => a - b)
      .map((currency) => this.#pour(currency))
      .includes(true);
  }

  #endPolicy(policy: NaivePolicy): void {
    policy.isOver = true;
    this.#keep(policy, -policy.kept);
    this.#pour(policy.currency);
  }

  /**
   * The insurance's pool pays owed claims, oldest first, then tops up the reserves of running
   * policies, lowest first.
   */
  #pour(currency: number): boolean {
    const owed = this.#owed.filter((claim) => claim.currency === currency);
    let hasPaid = false;
    for (const claim of owed) {
      const pool = this.#available(SYSTEM.insurance, 'spot', currency);
      const amount = claim.amount > pool ? pool : claim.amount;
      this.#payClaim('spot', { ...claim, amount });
      claim.amount -= amount;
      hasPaid ||= amount > 0n;
    }
    this.#owed = this.#owed.filter(({ amount }) => amount > 0n);
    for (const policy of this.#policies) {
      if (policy.currency !== currency || policy.isOver) continue;
      const pool = this.#available(SYSTEM.insurance, 'spot', currency);
      const lacking = couldClaim(policy) - policy.kept;
      this.#keep(policy, lacking > pool ? pool : lacking);
    }
    return hasPaid;
  }

  #payClaim(
    from: Wallet,
    {
      policy,
      user,
      currency,
      amount,
    }: { policy: number; user: number; currency: number; amount: bigint },
  ): void {
    this.#post(
      accountName(SYSTEM.insurance, from, currency),
      -amount,
      0n,
      because('claim', policy),
    );
    this.#post(accountName(user, 'seconds', currency), amount, 0n, because('claim', policy));
  }

  #keep(policy: NaivePolicy, amount: bigint): void {
    policy.kept += amount;
    this.#post(
      accountName(SYSTEM.insurance, 'spot', policy.currency),
      -amount,
      0n,
      because('claimReserve', policy.id),
    );
    this.#post(
      accountName(SYSTEM.insurance, 'seconds', policy.currency),
      amount,
      0n,
      because('claimReserve', policy.id),
    );
  }

  #post(account: string, available: bigint, held: bigint, cause?: Cause): void {
    if (available !== 0n || held !== 0n) this.#ledger.post(account, available, held, cause);
  }

  #account({ command }: NaiveTicket): string {
    return accountName(command.user, 'seconds', command.currency);
  }

  #available(user: number, wallet: Wallet, currency: number): bigint {
    return this.#ledger.balance(accountName(user, wallet, currency)).available;
  }
}

/** Twice the largest possible claim. */
function couldClaim({ insured, coverBps }: NaivePolicy): bigint {
  return ((insured * BigInt(coverBps)) / BPS) * 2n;
}

function dueOf({ openedMs, command }: NaiveTicket): number {
  return openedMs + command.seconds * 1_000;
}

function feeOf({ command, feeBps }: NaiveTicket): bigint {
  return ceilDivide(command.stake * BigInt(feeBps), BPS);
}

function sumOfProfits(tickets: readonly NaiveTicket[]): bigint {
  return tickets.reduce((sum, each) => sum + profitOf(each), 0n);
}

function profitOf({ command, payoutBps }: NaiveTicket): bigint {
  return (command.stake * BigInt(payoutBps)) / BPS;
}

/** Whether every field has its type and range, in any state. */
function isWellFormed(command: SecondsCommand): boolean {
  switch (command.kind) {
    case 'seconds.terms':
      return areTermsWellFormed(command.terms);
    case 'seconds.listInsurance':
      return isOfferWellFormed(command.offer);
    case 'seconds.open':
      return (
        isTrader(command.user) &&
        isWholeNumber(command.market, 1, 65_535) &&
        isWholeNumber(command.currency, 1, 1023) &&
        isAmount(command.stake, 1n) &&
        ['up', 'down'].includes(command.direction) &&
        isWholeNumber(command.seconds, 1, 86_400) &&
        (command.seenPayoutBps === undefined || isWholeNumber(command.seenPayoutBps, 1, 100_000)) &&
        (command.seenFeeBps === undefined || isWholeNumber(command.seenFeeBps, 0, 1_000))
      );
    case 'seconds.insure':
      return (
        isTrader(command.user) &&
        isWholeNumber(command.offer, 1, 1023) &&
        isAmount(command.amount, 1n)
      );
    case 'seconds.endInsurance':
      return isTrader(command.user) && isWholeNumber(command.policy, 1);
    case 'seconds.limitLoss':
    case 'seconds.limitTime':
    case 'seconds.beginBreak':
      return isLimitWellFormed(command);
    default:
      return false;
  }
}

function areTermsWellFormed(terms: SecondsTerms): boolean {
  if (typeof terms !== 'object' || terms === null) return false;
  const { market, currency, feeBps, amounts, durations, exposureCap, isOpen } = terms;
  if (
    !isWholeNumber(market, 1, 65_535) ||
    !isWholeNumber(currency, 1, 1023) ||
    !isWholeNumber(feeBps, 0, 1000)
  )
    return false;
  if (
    !Array.isArray(amounts) ||
    amounts.length > 12 ||
    amounts.some((amount) => !isAmount(amount, 1n))
  )
    return false;
  if (!Array.isArray(durations) || durations.length === 0 || durations.length > 12) return false;
  const isSorted = durations.every(
    (duration: Duration, index) =>
      index === 0 || duration.seconds > (durations[index - 1] as Duration).seconds,
  );
  const isDelay = terms.openDelayMs === undefined || isWholeNumber(terms.openDelayMs, 0, 10_000);
  const isSources = terms.minSources === undefined || isWholeNumber(terms.minSources, 1, 100);
  return (
    durations.every(isDurationWellFormed) &&
    isSorted &&
    isDelay &&
    isSources &&
    isAmount(exposureCap, 0n) &&
    typeof isOpen === 'boolean'
  );
}

function isDurationWellFormed({ seconds, payoutBps, minStake, maxStake }: Duration): boolean {
  return (
    isWholeNumber(seconds, 1, 86_400) &&
    isWholeNumber(payoutBps, 1, 100_000) &&
    isAmount(minStake, 1n) &&
    isAmount(maxStake, minStake)
  );
}

function isOfferWellFormed(offer: InsuranceOffer): boolean {
  if (typeof offer !== 'object' || offer === null) return false;
  const { id, currency, premiumBps, coverBps, minInsured, maxInsured, days, isOpen } = offer;
  const isNumbered =
    isWholeNumber(id, 1, 1023) && isWholeNumber(currency, 1, 1023) && isWholeNumber(days, 1, 90);
  const isRated = isWholeNumber(premiumBps, 1, 10_000) && isWholeNumber(coverBps, 1, 10_000);
  return (
    isNumbered &&
    isRated &&
    isAmount(minInsured, 1n) &&
    isAmount(maxInsured, minInsured) &&
    typeof isOpen === 'boolean'
  );
}

function isAmount(value: unknown, low: bigint): boolean {
  return typeof value === 'bigint' && value >= low && value < LARGEST_NOTIONAL;
}
