import type { Market } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Outcome } from '@meridian/core/outcome';
import type {
  FundRebates,
  RebateCommand,
  SetRebateMember,
  SetRebateRates,
} from '@meridian/core/rebate/rebate-commands';
import type { SnapshotRebatePayer, SnapshotRebates } from '@meridian/core/rebate/rebate-snapshot';
import type { Rejection } from '@meridian/core/rejections';
import { NEWEST_RULES } from '@meridian/core/rules';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import { BPS, isTrader, isWholeNumber, LARGEST_NOTIONAL } from './naive-rules.ts';

const DAY_MS = 86_400_000;
/** Payers in one command. */
const AT_ONCE = 2_000;
/** Fees without a price wait for so many days after their own. */
const PATIENCE_DAYS = 7;

/** A listed market, for the worth of a fee. */
export interface RebateMarket {
  readonly settings: {
    readonly id: number;
    readonly base: number;
    readonly quote: number;
    readonly lotSize: bigint;
    readonly indexMaxAgeMs: number;
    readonly status: string;
  };
  readonly unit: bigint;
  readonly indexTicks: number;
  readonly indexQuotedAtMs: number;
}

interface Surroundings {
  readonly hasCurrency: (currency: number) => boolean;
  readonly markets: () => readonly RebateMarket[];
  /** The rate that a user pays for a trade now, hundredths of a percent. */
  readonly rateOf: (user: number, role: 'maker' | 'taker', market: Market) => number;
  /** Version of the present rules; the newest where it is not told. */
  readonly rules?: () => number;
}

/** A trade, in smallest units of the currencies that its sides receive. */
export interface NaiveTrade {
  readonly id: number;
  readonly base: bigint;
  readonly quote: bigint;
  readonly taker: number;
  readonly maker: number;
  /** The taker buys. */
  readonly isBuying: boolean;
}

export interface NaiveFee {
  readonly payer: number;
  /** The user on the other side; the house for contracts and tickets. */
  readonly other: number;
  readonly currency: number;
  /** Whole units that the fee account received. */
  readonly amount: bigint;
}

interface Rates {
  readonly day: number;
  readonly currency: number;
  readonly ratesBps: readonly number[];
}

interface Due extends Rates {
  prices: readonly RebateMarket[];
  /** In the order in which they were paid; those of payers who had to wait come last. */
  fees: NaiveFee[];
  /** The day of the last round, and how many payers it has before it. */
  round: number;
  ahead: number;
}

/**
 * The naive side of invitation rebates: a list of every single fee, and a list of all settings
 * there ever were.
 */
export class NaiveRebates {
  readonly #ledger: OracleLedger;
  readonly #around: Surroundings;
  readonly #settings: Rates[] = [];
  #members: (SetRebateMember & { readonly day: number })[] = [];
  #today: { day: number; fees: NaiveFee[] } = { day: 0, fees: [] };
  #due: Due[] = [];
  #lines = 0;

  constructor(ledger: OracleLedger, around: Surroundings) {
    this.#ledger = ledger;
    this.#around = around;
  }

  isMalformed(command: Command): boolean {
    const most = this.#rules >= 5 ? 5_000 : 10_000;
    return command.kind.startsWith('rebate.') && !isWellFormed(command as RebateCommand, most);
  }

  apply(command: RebateCommand, timeMs: number): Outcome {
    const rejection = !this.isMalformed(command) ? this.#decide(command, timeMs) : 'malformed';
    return rejection === undefined ? { ok: true } : { ok: false, rejection };
  }

  /**
   * Both sides of a spot trade paid their fees, the buyer first.
   * @param makerRebate the part of the taker's fee that the maker got
   */
  noteTrade(market: Market, trade: NaiveTrade, makerRebate: bigint, timeMs: number): void {
    const { base, quote, taker, maker, isBuying } = trade;
    for (const isBuyer of [true, false]) {
      const isTaker = isBuyer === isBuying;
      const [payer, other] = isTaker ? [taker, maker] : [maker, taker];
      const rate = this.#around.rateOf(payer, isTaker ? 'taker' : 'maker', market);
      const whole = ((isBuyer ? base : quote) * BigInt(rate)) / BPS;
      const amount = isTaker ? whole - makerRebate : whole;
      const currency = isBuyer ? market.base : market.quote;
      this.note({ payer, other, currency, amount }, timeMs);
    }
  }

  /** A fee of a trade was paid. */
  note(fee: NaiveFee, timeMs: number): void {
    const inviter = this.#member(fee.payer)?.inviter ?? 0;
    if (fee.amount === 0n || inviter === 0) return;
    this.#turn(timeMs);
    const [above, below] = [this.#chain(fee.payer), this.#chain(fee.other)];
    const areSiblings = above.some((user) =>
      below.some((another) => user === another || this.#areOne(user, another)),
    );
    const isKin =
      (this.#rules >= 5 && areSiblings) ||
      above.some((user) => user === fee.other || this.#areOne(user, fee.other)) ||
      below.some((user) => user === fee.payer || this.#areOne(user, fee.payer));
    const rates = this.#rates(dayOf(timeMs));
    const isOff = rates?.ratesBps.some((rate) => rate > 0) !== true;
    const isTraded = this.#around
      .markets()
      .some(({ settings }) => settings.base === fee.currency && settings.quote === rates?.currency);
    if (isOff || isKin || this.#areOne(fee.payer, fee.other)) return;
    if (!isTraded && fee.currency !== rates.currency) return;
    this.#keep(fee, timeMs);
  }

  pass(timeMs: number): void {
    this.#turn(timeMs);
    if (this.#rules >= 5) {
      this.#passRounds(timeMs);
      return;
    }
    let count = 0;
    while (this.#due.length > 0) {
      const due = this.#due[0] as Due;
      const [next] = due.fees;
      if (next === undefined) {
        this.#due.shift();
        continue;
      }
      if (count === AT_ONCE || !this.#share(due, next.payer)) return;
      const own = due.fees.filter((fee) => fee.payer === next.payer);
      due.fees = due.fees.filter((fee) => fee.payer !== next.payer);
      // A fee without a price is one of today.
      for (const fee of own)
        if (worthOf(due, fee.currency, 0n) === undefined) this.#keep({ ...fee, other: 0 }, timeMs);
      count++;
    }
  }

  snapshot(): SnapshotRebates {
    const last = this.#settings.at(-1);
    const before = last === undefined ? undefined : this.#rates(last.day - 1);
    return {
      rates: [before, last].filter((rates) => rates !== undefined),
      members: this.#members
        .map(({ user, person, inviter, day }) => ({ user, person, inviter, day }))
        .sort((one, another) => one.user - another.user),
      day: this.#today.fees.length === 0 ? 0 : this.#today.day,
      payers: payersOf(this.#today.fees),
      due: this.#due.map(({ day, currency, ratesBps, prices, fees, round, ahead }) => ({
        day,
        currency,
        ratesBps,
        prices: prices.map(({ settings, indexTicks }) => ({
          currency: settings.base,
          market: settings.id,
          ticks: indexTicks,
        })),
        lookedDay: round,
        unseen: ahead,
        payers: payersOf(fees),
      })),
      nextLine: this.#lines + 1,
    };
  }

  #decide(command: RebateCommand, timeMs: number): Rejection | undefined {
    if (command.kind === 'rebate.fund') return this.#fund(command, timeMs);
    if (command.kind === 'rebate.member') {
      this.#turn(timeMs);
      const before = this.#member(command.user);
      const isSame = before !== undefined && before.person === command.person;
      this.#members = this.#members.filter(({ user }) => user !== command.user);
      const day = isSame ? before.day : dayOf(timeMs);
      if (command.person !== '') this.#members.push({ ...command, day });
      return undefined;
    }
    const { currency, ratesBps } = command;
    if (!this.#around.hasCurrency(currency)) return 'currency_unknown';
    this.#turn(timeMs);
    this.#settings.push({ day: dayOf(timeMs) + 1, currency, ratesBps });
    return undefined;
  }

  #fund({ currency, direction, amount }: FundRebates, timeMs: number): Rejection | undefined {
    if (!this.#around.hasCurrency(currency)) return 'currency_unknown';
    const accounts = [SYSTEM.house, SYSTEM.rebates].map((user) =>
      accountName(user, 'spot', currency),
    );
    if (direction === 'out') accounts.reverse();
    const [from = '', to = ''] = accounts;
    const owed = direction === 'out' && this.#rules >= 5 ? this.#owed(currency, timeMs) : 0n;
    if (this.#ledger.balance(from).available < amount + owed)
      return direction === 'in' ? 'house_insufficient' : 'rebate_short';
    this.#ledger.post(from, -amount, 0n, because('rebateBudget', 0));
    this.#ledger.post(to, amount, 0n, because('rebateBudget', 0));
    if (direction === 'in' && this.#rules >= 5)
      for (const due of this.#due)
        if (due.currency === currency) due.ahead = payersOf(due.fees).length;
    return undefined;
  }

  #keep(fee: NaiveFee, timeMs: number): void {
    this.#today.day = dayOf(timeMs);
    this.#today.fees.push(fee);
  }

  /** Ends the day of the fees, if another one has come. */
  #turn(timeMs: number): void {
    const ended = this.#ended(timeMs);
    if (ended === undefined) return;
    this.#due.push(ended);
    this.#today = { day: 0, fees: [] };
  }

  #ended(timeMs: number): Due | undefined {
    const { day, fees } = this.#today;
    if (fees.length === 0 || day === dayOf(timeMs)) return undefined;
    const rates = this.#rates(day) as Rates;
    const due = { ...rates, day, prices: [], fees, round: 0, ahead: 0 };
    return { ...due, prices: this.#prices(due, timeMs) };
  }

  /** Copies: a market goes on moving, and its present state is the one that counts. */
  #prices(due: Due, timeMs: number): RebateMarket[] {
    const isNewest = this.#rules >= 5;
    const wanted = (coin: number): boolean =>
      !isNewest || due.fees.some(({ currency }) => currency === coin);
    const isFresh = ({ settings, indexQuotedAtMs }: RebateMarket): boolean =>
      settings.status === 'open' && indexQuotedAtMs >= timeMs - settings.indexMaxAgeMs;
    const priced = this.#around
      .markets()
      .filter(({ settings, indexTicks }) => settings.quote === due.currency && indexTicks > 0)
      .filter((each) => !isNewest || isFresh(each))
      .filter(({ settings }) => wanted(settings.base))
      .sort((one, another) => one.settings.id - another.settings.id);
    return priced
      .filter(
        ({ settings }, at) =>
          priced.findIndex((each) => each.settings.base === settings.base) === at &&
          due.prices.every((known) => known.settings.base !== settings.base),
      )
      .map((each) => ({ ...each }));
  }

  /**
   * The days in turn. A payer whose shares cannot be paid, or a fee without a price, goes to the
   * end of its day.
   */
  #passRounds(timeMs: number): void {
    let looks = AT_ONCE;
    for (const due of this.#due) {
      const prices = this.#prices(due, timeMs);
      due.prices = [...due.prices, ...prices];
      const payers = payersOf(due.fees).map(({ user }) => user);
      if (prices.length > 0 || due.round < dayOf(timeMs)) due.ahead = payers.length;
      due.round = dayOf(timeMs);
      for (const payer of payers.slice(0, Math.min(looks, due.ahead))) {
        looks--;
        due.ahead--;
        const left = this.#shareWhatCan(due, payer, timeMs);
        due.fees = [...due.fees.filter((fee) => fee.payer !== payer), ...left];
      }
    }
    this.#due = this.#due.filter(({ fees }) => fees.length > 0);
  }

  /** Returns the fees of a payer that go on waiting. */
  #shareWhatCan(due: Due, payer: number, timeMs: number): NaiveFee[] {
    const own = due.fees.filter((fee) => fee.payer === payer);
    const hasPrice = ({ currency }: NaiveFee): boolean => worthOf(due, currency, 0n) !== undefined;
    const isOver = dayOf(timeMs) > due.day + PATIENCE_DAYS;
    const isPaid = own.some(hasPrice) && this.#share(due, payer);
    return own.filter((fee) => (hasPrice(fee) ? !isPaid : !isOver));
  }

  /** All shares of all fees of ended days, as if everybody had three inviters. */
  #owed(currency: number, timeMs: number): bigint {
    const ended = this.#ended(timeMs);
    let owed = 0n;
    for (const due of [...this.#due, ...(ended === undefined ? [] : [ended])]) {
      if (due.currency !== currency) continue;
      const all = payersOf(due.fees.map((fee) => ({ ...fee, payer: 0 })))[0]?.fees ?? [];
      const worths = all.map((fee) => worthOf(due, fee.currency, BigInt(fee.amount)) ?? 0n);
      const worth = worths.reduce((sum, each) => sum + each, 0n);
      const [first = 0, second = 0, third = 0] = due.ratesBps;
      owed += (worth * BigInt(first + second + third)) / BPS;
    }
    return owed;
  }

  /** Pays the shares of a payer's fees that have a price, or nothing where they do not fit. */
  #share(due: Due, payer: number): boolean {
    const own = payersOf(due.fees.filter((fee) => fee.payer === payer))[0]?.fees ?? [];
    const worths = own.map(({ currency, amount }) => worthOf(due, currency, BigInt(amount)));
    const worth = worths.reduce<bigint>((sum, each) => sum + (each ?? 0n), 0n);
    const since = this.#member(payer)?.day ?? Infinity;
    const chain = this.#rules >= 5 && since > due.day ? [] : this.#chain(payer);
    const isNew = (user: number): boolean => (this.#member(user)?.day ?? Infinity) >= due.day;
    const known = chain.some(isNew) ? chain.slice(0, chain.findIndex(isNew)) : chain;
    const lines = known
      .map((user, at) => ({ user, amount: (worth * BigInt(due.ratesBps[at] as number)) / BPS }))
      .filter(({ user, amount }) => amount > 0n && user !== payer && !this.#areOne(user, payer));
    const source = accountName(SYSTEM.rebates, 'spot', due.currency);
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    if (this.#ledger.balance(source).available < total) return false;
    for (const { user, amount } of lines) {
      this.#lines++;
      const cause = because('rebate', this.#lines);
      this.#ledger.post(source, -amount, 0n, cause);
      this.#ledger.post(accountName(user, 'spot', due.currency), amount, 0n, cause);
    }
    return true;
  }

  get #rules(): number {
    return this.#around.rules?.() ?? NEWEST_RULES;
  }

  #rates(day: number): Rates | undefined {
    return this.#settings.findLast((rates) => rates.day <= day);
  }

  #member(user: number) {
    return this.#members.find((member) => member.user === user);
  }

  #areOne(one: number, another: number): boolean {
    const [first, second] = [this.#member(one), this.#member(another)];
    return first !== undefined && second !== undefined && first.person === second.person;
  }

  /** Three inviters at most; an inviter who is no member is the last one. */
  #chain(user: number): number[] {
    const first = this.#member(user)?.inviter ?? 0;
    const second = this.#member(first)?.inviter ?? 0;
    const third = this.#member(second)?.inviter ?? 0;
    return [first, second, third].filter((inviter) => inviter > 0);
  }
}

function worthOf({ currency, prices }: Due, coin: number, amount: bigint): bigint | undefined {
  if (coin === currency) return amount;
  const market = prices.find(({ settings }) => settings.base === coin);
  if (market === undefined) return undefined;
  return (amount * BigInt(market.indexTicks) * market.unit) / market.settings.lotSize;
}

function payersOf(fees: readonly NaiveFee[]): SnapshotRebatePayer[] {
  const users = [...new Set(fees.map(({ payer }) => payer))];
  return users.map((user) => {
    const own = fees.filter(({ payer }) => payer === user);
    const currencies = [...new Set(own.map(({ currency }) => currency))];
    const sumOf = (currency: number): bigint =>
      own.reduce((sum, fee) => sum + (fee.currency === currency ? fee.amount : 0n), 0n);
    return {
      user,
      fees: currencies.map((currency) => ({ currency, amount: sumOf(currency).toString() })),
    };
  });
}

/** @param most that all rates are together */
function isWellFormed(command: RebateCommand, most: number): boolean {
  switch (command.kind) {
    case 'rebate.rates':
      return isWholeNumber(command.currency, 1, 1_023) && areRates(command, most);
    case 'rebate.fund':
      return (
        isWholeNumber(command.currency, 1, 1_023) &&
        ['in', 'out'].includes(command.direction) &&
        isAmount(command.amount)
      );
    case 'rebate.member':
      return (
        isTrader(command.user) &&
        (command.inviter === 0 || isTrader(command.inviter)) &&
        command.inviter !== command.user &&
        typeof command.person === 'string' &&
        /^([0-9a-f]{32})?$/.test(command.person)
      );
    default:
      return false;
  }
}

function areRates({ ratesBps }: SetRebateRates, most: number): boolean {
  if (!Array.isArray(ratesBps) || ratesBps.length !== 3) return false;
  const [first, second, third] = ratesBps as number[];
  const all = [first, second, third];
  return (
    all.every((rate) => isWholeNumber(rate, 0, most)) &&
    Number(first) + Number(second) + Number(third) <= most
  );
}

function isAmount(value: unknown): boolean {
  return typeof value === 'bigint' && value >= 1n && value < LARGEST_NOTIONAL;
}

function dayOf(timeMs: number): number {
  return (timeMs - (timeMs % DAY_MS)) / DAY_MS;
}
