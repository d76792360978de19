import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import { hasFreshIndex, type Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { FULL_BPS } from '../integers.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { isFunding } from '../ledger/funding-check.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { FeeTally } from './fee-tally.ts';
import { Members } from './members.ts';
import * as wellFormed from './rebate-commands-check.ts';
import {
  MOST_REBATE_BPS,
  type FundRebates,
  type RebateCommand,
  type SetRebateMember,
  type SetRebateRates,
} from './rebate-commands.ts';
import type { RebateEvent, RebateFee, RebateLine, RebatePrice } from './rebate-events.ts';
import type { SnapshotRebateRates, SnapshotRebates } from './rebate-snapshot.ts';

const DAY_MS = 86_400_000;
/** Payers who are looked at in one command: a long day is spread over the next ticks. */
const MOST_SHARED = 2_000;
/** Days after its own for which a fee without a price waits. */
export const MOST_DAYS_WITHOUT_PRICE = 7;
const NO_RATES: SnapshotRebateRates = { day: 0, currency: 0, ratesBps: [] };

/** A day that is over, and its fees that are not shared yet. */
interface DueDay extends SnapshotRebateRates {
  prices: readonly RebatePrice[];
  lookedDay: number;
  unseen: number;
  readonly tally: FeeTally;
}

/**
 * The area of invitation rebates: owns the inviter of each member, the fees of invitees today, and
 * the days that are not paid. A day ends at midnight of UTC (eight in the morning in Shanghai).
 * Then the fees of each payer are valued at an index that is fresh, and up to three inviters get
 * their share from an account that operators fund. A payer whose shares it cannot pay waits, and so
 * does a fee whose coin has no such index; both keep their day.
 */
export class Rebates {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<RebateEvent>;
  readonly #rules: Rules;
  readonly #members: Members;
  /** The rates of today, and of tomorrow. */
  #rates: readonly SnapshotRebateRates[] = [];
  /** The day of the tally, while it is not empty. */
  #day = 0;
  #tally = new FeeTally();
  #due: DueDay[] = [];
  #nextLine = 1;

  constructor(parts: AreaParts<RebateEvent>) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#members = new Members(parts.rules);
  }

  apply(command: RebateCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'rebate.rates':
        return outcomeOf(this.#setRates(command, timeMs));
      case 'rebate.member':
        return outcomeOf(this.#setMember(command, timeMs));
      case 'rebate.fund':
        return outcomeOf(this.#fund(command, timeMs));
    }
  }

  /**
   * Counts the fee of a trade for the inviters of its payer. A fee of a trade between people who
   * invited one another or have one inviter, or with oneself, is shared with nobody; nor is one in
   * a coin that no market trades against the currency of rebates.
   * @param other the user on the other side of the trade
   * @param amount whole units that `fees` received
   */
  count(payer: UserId, other: UserId, currency: CurrencyId, amount: bigint, timeMs: number): void {
    if (amount === 0n || !this.#members.isInvited(payer)) return;
    this.#endDay(timeMs);
    const day = dayOf(timeMs);
    const { currency: paidIn, ratesBps } = this.#ratesOf(day);
    if (ratesBps.every((rate) => rate === 0) || !this.#hasPrice(currency, paidIn)) return;
    if (this.#members.areLinked(payer, other)) return;
    this.#add(payer, currency, amount, day);
  }

  /** Shares the fees of days that are over, as far as the account of rebates goes. */
  onTime(timeMs: number): void {
    this.#endDay(timeMs);
    if (!this.#rules.passesOverPayers) {
      this.#shareInTurn(timeMs);
      return;
    }
    let left = MOST_SHARED;
    for (const due of this.#due) {
      this.#lookAgain(due, timeMs);
      const looks = Math.min(left, due.unseen);
      this.#shareFirst(due, looks);
      left -= looks;
      if (due.tally.isEmpty) this.#events.list.push({ type: 'rebateDayPaid', day: due.day });
    }
    this.#due = this.#due.filter(({ tally }) => !tally.isEmpty);
  }

  /** R2: fees are above zero, and days are in their order. */
  verify(): void {
    const days = this.#due.map(({ day }) => day);
    if (!this.#tally.isEmpty) days.push(this.#day);
    this.#checks.check(
      'R2',
      this.#tally.isSound() &&
        this.#due.every(({ tally, unseen }) => tally.isSound() && unseen <= tally.size),
      'fees of invitees are not above zero, or more payers are unseen than there are',
    );
    this.#checks.check(
      'R2',
      days.every((day, index) => day > (days[index - 1] ?? -1)),
      `days of rebates are out of order: ${days.join(', ')}`,
    );
  }

  snapshot(): SnapshotRebates {
    return {
      rates: this.#rates,
      members: this.#members.snapshot(),
      day: this.#tally.isEmpty ? 0 : this.#day,
      payers: this.#tally.snapshot(),
      due: this.#due.map(({ tally, ...day }) => ({ ...day, payers: tally.snapshot() })),
      nextLine: this.#nextLine,
    };
  }

  restore({ rates, members, day, payers, due, nextLine }: SnapshotRebates): void {
    this.#rates = rates;
    for (const { user, ...member } of members) this.#members.set(user, member);
    this.#day = day;
    this.#tally = FeeTally.restore(payers);
    for (const { payers: left, ...rest } of due)
      this.#due.push({ ...rest, tally: FeeTally.restore(left) });
    this.#nextLine = nextLine;
  }

  #setRates(command: SetRebateRates, timeMs: number): Rejection | undefined {
    const mostBps = this.#rules.sharesHalfAtMost ? MOST_REBATE_BPS : wellFormed.WHOLE_FEE_BPS;
    if (!wellFormed.isRates(command, mostBps)) return 'malformed';
    const { currency, ratesBps } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    this.#endDay(timeMs);
    const today = dayOf(timeMs);
    const present = this.#rates.findLast(({ day }) => day <= today);
    const next = { day: today + 1, currency, ratesBps: [...ratesBps] };
    this.#rates = present === undefined ? [next] : [present, next];
    this.#events.list.push({ type: 'rebateRatesSet', ...next });
    return undefined;
  }

  #setMember(command: SetRebateMember, timeMs: number): Rejection | undefined {
    if (!wellFormed.isMember(command)) return 'malformed';
    const { user, person, inviter } = command;
    this.#endDay(timeMs);
    this.#members.set(user, { person, inviter, day: dayOf(timeMs) });
    this.#events.list.push({ type: 'rebateMemberSet', user, person, inviter });
    return undefined;
  }

  #fund(command: FundRebates, timeMs: number): Rejection | undefined {
    if (!isFunding(command)) return 'malformed';
    const { currency, direction, amount } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const isIn = direction === 'in';
    const payer = isIn ? SYSTEM.house : SYSTEM.rebates;
    const bound = !isIn && this.#rules.bindsOwedRebates ? this.#mostOwed(currency, timeMs) : 0n;
    if (this.#freeOf(payer, currency) - bound < amount)
      return isIn ? 'house_insufficient' : 'rebate_short';
    const receiver = isIn ? SYSTEM.rebates : SYSTEM.house;
    const [from, to] = [payer, receiver].map((user) => this.#ledger.open(user, 'spot', currency));
    this.#ledger.post(from, 0n - amount, 'rebateBudget', 0, '');
    this.#ledger.post(to, amount, 'rebateBudget', 0, '');
    const signed = (isIn ? amount : 0n - amount) as Amount;
    this.#events.list.push({ type: 'rebatesFunded', currency, amount: signed });
    if (isIn && this.#rules.passesOverPayers)
      for (const due of this.#due) if (due.currency === currency) due.unseen = due.tally.size;
    return undefined;
  }

  #ratesOf(day: number): SnapshotRebateRates {
    return this.#rates.findLast((rates) => rates.day <= day) ?? NO_RATES;
  }

  #add(payer: UserId, currency: CurrencyId, amount: bigint, day: number): void {
    this.#day = day;
    this.#tally.add(payer, currency, amount);
  }

  /** The first command of a new day ends the one before, at the prices that it finds. */
  #endDay(timeMs: number): void {
    const over = this.#dayOver(timeMs);
    if (over === undefined) return;
    this.#due.push(over);
    this.#tally = new FeeTally();
    const { day, currency, ratesBps, prices } = over;
    this.#events.list.push({ type: 'rebateDayClosed', day, currency, ratesBps, prices });
  }

  /** The day of the tally, if it is over; the state stays as it is. */
  #dayOver(timeMs: number): DueDay | undefined {
    if (this.#tally.isEmpty || dayOf(timeMs) === this.#day) return undefined;
    const [day, tally] = [this.#day, this.#tally];
    const { currency, ratesBps } = this.#ratesOf(day);
    const due: DueDay = { day, currency, ratesBps, prices: [], lookedDay: 0, unseen: 0, tally };
    due.prices = this.#rules.pricesFeesFreshly
      ? this.#freshPrices(due, timeMs)
      : this.#lastPrices(currency);
    return due;
  }

  /**
   * Looks for prices that a day has not got yet. All its payers are looked at again where there are
   * some, and where a new day begins.
   */
  #lookAgain(due: DueDay, timeMs: number): void {
    const prices = this.#freshPrices(due, timeMs);
    if (prices.length > 0) {
      due.prices = [...due.prices, ...prices];
      this.#events.list.push({ type: 'rebateDayPriced', day: due.day, prices });
    }
    const today = dayOf(timeMs);
    if (prices.length > 0 || today > due.lookedDay) due.unseen = due.tally.size;
    due.lookedDay = today;
  }

  /** Shares the fees of a day's first payers. A payer whose fees have to wait is put last. */
  #shareFirst(due: DueDay, looks: number): void {
    let left = looks;
    for (const { payer, fees } of due.tally.payers()) {
      if (left === 0) break;
      left--;
      due.unseen--;
      const { priced, unpriced } = this.#splitByPrice(due, fees);
      const isLate = due.lookedDay - due.day > MOST_DAYS_WITHOUT_PRICE;
      const dropped = isLate ? unpriced : [];
      if (dropped.length > 0)
        this.#events.list.push({ type: 'rebateFeesDropped', day: due.day, payer, fees: dropped });
      const shared = priced.length > 0 && this.#share(due, payer, priced) ? priced : [];
      due.tally.removeAndPutLast(payer, [...dropped, ...shared]);
    }
  }

  /**
   * A payer whose shares the account cannot pay stops all payers after them. A fee without a price
   * is moved to the present day.
   */
  #shareInTurn(timeMs: number): void {
    let left = MOST_SHARED;
    for (let due = this.#due[0]; due !== undefined && left > 0; due = this.#due[0]) {
      for (const { payer, fees } of due.tally.payers()) {
        const { priced, unpriced } = this.#splitByPrice(due, fees);
        if (left === 0 || !this.#share(due, payer, priced)) return;
        for (const { currency, amount } of unpriced)
          this.#add(payer, currency, amount, dayOf(timeMs));
        due.tally.remove(payer);
        left--;
      }
      this.#due.shift();
      this.#events.list.push({ type: 'rebateDayPaid', day: due.day });
    }
  }

  #splitByPrice(due: DueDay, fees: readonly RebateFee[]) {
    const hasWorth = (fee: RebateFee): boolean => this.#worthOf(due, fee) !== undefined;
    return { priced: fees.filter(hasWorth), unpriced: fees.filter((fee) => !hasWorth(fee)) };
  }

  /**
   * The most that days which are over owe: all three shares of all fees with a price. Less is owed
   * where a payer has fewer inviters; a sum by payer would be work without a bound.
   */
  #mostOwed(currency: CurrencyId, timeMs: number): bigint {
    const over = this.#dayOver(timeMs);
    let owed = 0n;
    for (const due of over === undefined ? this.#due : [...this.#due, over]) {
      if (due.currency !== currency) continue;
      const rate = due.ratesBps.reduce((sum, level) => sum + level, 0);
      let worth = 0n;
      for (const [coin, amount] of due.tally.totals)
        worth += this.#worthOf(due, { currency: coin, amount: amount as Amount }) ?? 0n;
      owed += (worth * BigInt(rate)) / FULL_BPS;
    }
    return owed;
  }

  #hasPrice(currency: CurrencyId, paidIn: CurrencyId): boolean {
    if (currency === paidIn) return true;
    for (const { settings } of this.#listings.markets())
      if (settings.base === currency && settings.quote === paidIn) return true;
    return false;
  }

  /**
   * Of the coins of a day that have none yet, by the first market of each that is open and has a
   * fresh index.
   */
  #freshPrices({ currency, prices, tally }: DueDay, timeMs: number): RebatePrice[] {
    const found: RebatePrice[] = [];
    if (tally.isEmpty) return found;
    for (const market of this.#listings.markets()) {
      const { id, base, quote, status } = market.settings;
      if (quote !== currency || !tally.totals.has(base)) continue;
      if (status !== 'open' || !hasFreshIndex(market, timeMs)) continue;
      if ([...prices, ...found].some((price) => price.currency === base)) continue;
      found.push({ currency: base, market: id, ticks: market.indexTicks });
    }
    return found;
  }

  /** Of the last index, however old it is; the first market of a coin counts. */
  #lastPrices(quote: CurrencyId): RebatePrice[] {
    const prices: RebatePrice[] = [];
    for (const { settings, indexTicks } of this.#listings.markets()) {
      const { id, base } = settings;
      const isNew = !prices.some(({ currency }) => currency === base);
      if (settings.quote === quote && indexTicks > 0 && isNew)
        prices.push({ currency: base, market: id, ticks: indexTicks });
    }
    return prices;
  }

  /** False where the account of rebates is too low: nothing is shared then. */
  #share(due: DueDay, payer: UserId, fees: readonly RebateFee[]): boolean {
    const worth = fees.reduce((sum, fee) => sum + (this.#worthOf(due, fee) ?? 0n), 0n);
    const lines = this.#linesOf(due, payer, worth);
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    if (this.#freeOf(SYSTEM.rebates, due.currency) < total) return false;
    this.#checks.check('R1', total <= worth, `the rebates of ${payer} are above the fees`);
    for (const line of lines) this.#pay(due.currency, line);
    this.#events.list.push({
      type: 'rebateShared',
      day: due.day,
      payer,
      currency: due.currency,
      fees,
      worth: worth as Amount,
      lines,
    });
    return true;
  }

  #freeOf(user: UserId, currency: CurrencyId): bigint {
    const account = this.#ledger.find(user, 'spot', currency);
    return account < 0 ? 0n : this.#ledger.available(account);
  }

  #pay(currency: CurrencyId, { line, user, amount }: RebateLine): void {
    const from = this.#ledger.open(SYSTEM.rebates, 'spot', currency);
    this.#ledger.post(from, 0n - amount, 'rebate', line, '');
    this.#ledger.post(this.#ledger.open(user, 'spot', currency), amount, 'rebate', line, '');
    this.#nextLine++;
  }

  #linesOf({ day, ratesBps }: DueDay, payer: UserId, worth: bigint): RebateLine[] {
    const lines: RebateLine[] = [];
    for (const { level, user } of this.#members.invitersOf(payer, day)) {
      const rateBps = ratesBps[level - 1];
      const amount = ((worth * BigInt(rateBps)) / FULL_BPS) as Amount;
      const line = this.#nextLine + lines.length;
      if (amount > 0n) lines.push({ line, level, user, rateBps, amount });
    }
    return lines;
  }

  /** In units of the currency of rebates, rounded down; undefined for a fee without a price. */
  #worthOf({ currency, prices }: DueDay, fee: RebateFee): bigint | undefined {
    if (fee.currency === currency) return fee.amount;
    const price = prices.find((one) => one.currency === fee.currency);
    const market = price === undefined ? undefined : this.#listings.market(price.market);
    if (price === undefined || market === undefined) return undefined;
    return (fee.amount * BigInt(price.ticks) * market.unit) / market.settings.lotSize;
  }
}

/** Days of UTC since the epoch. */
function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
