import type { InvariantId } from '@meridian/core/invariants';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Posted } from '@meridian/core/ledger/posting';
import type {
  RebateDayClosed,
  RebateDayPriced,
  RebateEvent,
  RebateFeesDropped,
  RebateLine,
  RebateMemberSet,
  RebatePrice,
  RebateRatesSet,
  RebateShared,
} from '@meridian/core/rebate/rebate-events';
import { BPS } from './naive-rules.ts';

const DAY_MS = 86_400_000;
/** Days after its own for which a fee without a price waits. */
const MOST_DAYS_WITHOUT_PRICE = 7;
const MOST_OF_A_FEE_BPS = 5_000;

/** A market's index, for the worth of a fee. */
export interface RebatePriceFacts {
  readonly settings: {
    readonly id: number;
    readonly base: number;
    readonly quote: number;
    readonly lotSize: bigint;
    readonly indexMaxAgeMs: number;
    readonly status: string;
  };
  readonly indexTicks: number;
  readonly quotedAtMs: number;
  /** Quote units of one tick times one lot. */
  readonly unit: bigint;
}

interface Member {
  readonly person: string;
  readonly inviter: number;
  readonly day: number;
}

/**
 * Proves R1 and R2 by the events and postings alone: the users who are paid a share of each fee,
 * that each fee of an invitee is shared once, by the rates and members of its day, at a fresh index
 * of an open market, and never in full to the payer or to their own other account.
 */
export class RebateAuditor {
  readonly #prove: (id: InvariantId, holds: boolean, detail: string) => void;
  readonly #markets: () => readonly RebatePriceFacts[];
  readonly #rates = new Map<number, RebateRatesSet>();
  readonly #members = new Map<number, Member>();
  /** Fees by day, payer and currency. */
  readonly #fees = new Map<string, bigint>();
  readonly #closed = new Map<number, RebateDayClosed>();
  readonly #units = new Map<number, RebatePriceFacts>();
  /** Lines of the present command. */
  #lines: (RebateLine & { readonly currency: number })[] = [];
  #lastLine = 0;

  constructor(
    prove: (id: InvariantId, holds: boolean, detail: string) => void,
    markets: () => readonly RebatePriceFacts[],
  ) {
    this.#prove = prove;
    this.#markets = markets;
  }

  follow(event: RebateEvent, timeMs: number): void {
    switch (event.type) {
      case 'rebateRatesSet':
        this.#prove('R1', event.day === dayOf(timeMs) + 1, 'rates change today');
        this.#prove(
          'R1',
          event.ratesBps.reduce((sum, rate) => sum + rate, 0) <= MOST_OF_A_FEE_BPS,
          'rates are more than half of a fee',
        );
        for (const day of this.#rates.keys()) if (day >= event.day) this.#rates.delete(day);
        this.#rates.set(event.day, event);
        break;
      case 'rebateMemberSet':
        if (event.person === '') this.#members.delete(event.user);
        else this.#members.set(event.user, { ...event, day: this.#sinceOf(event, timeMs) });
        break;
      case 'rebatesFunded':
        break;
      case 'rebateDayClosed':
        this.#close(event, timeMs);
        break;
      case 'rebateDayPriced':
        this.#addPrices(event, timeMs);
        break;
      case 'rebateShared':
        this.#share(event);
        break;
      case 'rebateFeesDropped':
        this.#drop(event, timeMs);
        break;
      case 'rebateDayPaid':
        this.#prove('R2', this.#paysOf(event.day).length === 0, `day ${event.day} is not paid`);
        this.#closed.delete(event.day);
    }
  }

  /** Whole units of a fee reached the fee account. @param other 0 where it is the house */
  note(payer: number, other: number, currency: number, amount: bigint, timeMs: number): void {
    const member = this.#members.get(payer);
    const day = dayOf(timeMs);
    const rates = this.#ratesOn(day);
    const isShared = rates?.ratesBps.some((rate) => rate > 0) === true;
    if (amount === 0n || !isShared || member === undefined || member.inviter === 0) return;
    const accountsOf = (user: number): readonly number[] => this.#accountsOf(user);
    const isKin =
      accountsOf(other).includes(payer) ||
      accountsOf(other).some((user) => this.#above(payer).includes(user)) ||
      accountsOf(payer).some((user) => this.#above(other).includes(user)) ||
      this.#above(payer).some((user) =>
        accountsOf(user).some((account) => this.#above(other).includes(account)),
      );
    const isTraded = this.#markets().some(
      ({ settings }) => settings.base === currency && settings.quote === rates.currency,
    );
    if (isKin || (!isTraded && currency !== rates.currency)) return;
    this.#add(day, payer, currency, amount);
  }

  /** The postings of a command are its lines. */
  check(postings: readonly Posted[]): void {
    const own = postings.filter(({ reason }) => reason === 'rebate');
    for (const { line, user, amount, currency } of this.#lines) {
      const legs = own.filter(({ subject }) => subject === line);
      const isPaid =
        legs.length === 2 &&
        legs.every((leg) => leg.wallet === 'spot' && leg.currency === currency) &&
        legs.some((leg) => leg.user === user && leg.available === amount) &&
        legs.some((leg) => leg.user === SYSTEM.rebates && leg.available === -amount);
      this.#prove('R1', isPaid, `line ${line} is not its postings`);
    }
    this.#prove('R1', own.length === 2 * this.#lines.length, 'a rebate without a line');
    this.#lines = [];
  }

  #close({ day, prices, ...event }: RebateDayClosed, timeMs: number): void {
    const isOver = day < dayOf(timeMs) && !this.#closed.has(day);
    this.#prove('R2', isOver, `day ${day} is closed twice, or before its end`);
    const rates = this.#ratesOn(day);
    this.#prove('R1', rates?.ratesBps.join() === event.ratesBps.join(), `rates of day ${day}`);
    this.#provePrices(event.currency, prices, timeMs);
    this.#closed.set(day, { day, prices, ...event });
  }

  #addPrices({ day, prices }: RebateDayPriced, timeMs: number): void {
    const closed = this.#closed.get(day);
    const known = closed?.prices ?? [];
    const isNew = prices.every(({ currency }) => known.every((one) => one.currency !== currency));
    this.#prove('R1', closed !== undefined && isNew, `a price of day ${day} changes`);
    if (closed === undefined) return;
    this.#provePrices(closed.currency, prices, timeMs);
    this.#closed.set(day, { ...closed, prices: [...known, ...prices] });
  }

  #provePrices(quote: number, prices: readonly RebatePrice[], timeMs: number): void {
    for (const { currency, market, ticks } of prices) {
      const facts = this.#markets().find(({ settings }) => settings.id === market);
      const isTrue =
        facts?.settings.base === currency &&
        facts.settings.quote === quote &&
        facts.settings.status === 'open' &&
        facts.settings.indexMaxAgeMs >= timeMs - facts.quotedAtMs &&
        facts.indexTicks === ticks;
      this.#prove('R1', isTrue, `currency ${currency} is worth ${ticks} by market ${market}`);
      if (facts !== undefined) this.#units.set(market, { ...facts });
    }
  }

  #drop({ day, payer, fees }: RebateFeesDropped, timeMs: number): void {
    const closed = this.#closed.get(day);
    for (const { currency, amount } of fees) {
      const key = keyOf(day, payer, currency);
      const isOwn = this.#fees.get(key) === amount;
      const hasPrice = closed?.prices.some((price) => price.currency === currency) !== false;
      this.#prove('R2', isOwn && !hasPrice, `a fee of ${payer} with a price is dropped`);
      this.#fees.delete(key);
    }
    const isOver = dayOf(timeMs) > day + MOST_DAYS_WITHOUT_PRICE;
    this.#prove('R2', isOver, `fees of day ${day} are dropped too soon`);
  }

  #share({ day, payer, currency: paidIn, fees, worth, lines }: RebateShared): void {
    const closed = this.#closed.get(day);
    this.#prove('R2', closed?.currency === paidIn, `fees of day ${day} are shared before its end`);
    if (closed === undefined) return;
    let sum = 0n;
    for (const { currency, amount } of fees) {
      const key = keyOf(day, payer, currency);
      this.#prove('R2', this.#fees.get(key) === amount, `user ${payer} did not pay ${amount}`);
      this.#fees.delete(key);
      sum += this.#worthOf(closed, currency, amount);
    }
    this.#prove('R1', sum === worth, `fees of ${payer} are worth ${sum}, not ${worth}`);
    this.#proveWaiting(day, payer);
    this.#proveLines(closed, { payer, worth, lines });
  }

  #proveLines(
    { day, ratesBps, currency }: RebateDayClosed,
    { payer, worth, lines }: Pick<RebateShared, 'payer' | 'worth' | 'lines'>,
  ): void {
    const person = this.#members.get(payer)?.person;
    const isSince = (this.#members.get(payer)?.day ?? Infinity) <= day;
    const above = isSince ? this.#above(payer) : [];
    const firstNew = above.findIndex((user) => (this.#members.get(user)?.day ?? day) >= day);
    const known = firstNew < 0 ? above : above.slice(0, firstNew);
    const wanted = known.flatMap((user, index) => {
      const member = this.#members.get(user);
      const amount = (worth * BigInt(ratesBps[index] ?? 0)) / BPS;
      const isOther = user !== payer && member !== undefined && member.person !== person;
      const rate = ratesBps[index] ?? 0;
      return amount > 0n && isOther ? [`${index + 1} ${user} ${rate} ${amount}`] : [];
    });
    const told = lines.map((line) => `${line.level} ${line.user} ${line.rateBps} ${line.amount}`);
    this.#prove('R1', wanted.join() === told.join(), `shares of ${payer}: ${told.join()}`);
    for (const line of lines) {
      this.#prove('R2', line.line === this.#lastLine + 1, `line ${line.line} is not the next`);
      this.#lastLine = line.line;
      this.#lines.push({ ...line, currency });
    }
  }

  /** Only fees in coins without a price go on waiting. */
  #proveWaiting(day: number, payer: number): void {
    for (const key of this.#paysOf(day)) {
      const [, user = 0, currency = 0] = key.split(' ').map(Number);
      if (user !== payer) continue;
      const hasPrice = this.#closed.get(day)?.prices.some((price) => price.currency === currency);
      this.#prove('R2', hasPrice === false, `a fee of ${payer} is forgotten`);
    }
  }

  #worthOf(closed: RebateDayClosed, currency: number, amount: bigint): bigint {
    if (currency === closed.currency) return amount;
    const price = closed.prices.find((each) => each.currency === currency);
    const facts = this.#units.get(price?.market ?? -1);
    this.#prove('R1', facts !== undefined, `currency ${currency} has no price`);
    if (price === undefined || facts === undefined) return 0n;
    return (amount * BigInt(price.ticks) * facts.unit) / facts.settings.lotSize;
  }

  #add(day: number, payer: number, currency: number, amount: bigint): void {
    const key = keyOf(day, payer, currency);
    this.#fees.set(key, (this.#fees.get(key) ?? 0n) + amount);
  }

  #paysOf(day: number): string[] {
    return [...this.#fees.keys()].filter((key) => key.startsWith(`${day} `));
  }

  #ratesOn(day: number): RebateRatesSet | undefined {
    const first = Math.max(...[...this.#rates.keys()].filter((from) => from <= day));
    return this.#rates.get(first);
  }

  /** A user's other accounts are those of the same person. */
  #accountsOf(user: number): number[] {
    const person = this.#members.get(user)?.person;
    const others = [...this.#members].filter(([, member]) => member.person === person);
    return [user, ...others.map(([id]) => id)];
  }

  #sinceOf({ user, person }: RebateMemberSet, timeMs: number): number {
    const known = this.#members.get(user);
    return known?.person === person ? known.day : dayOf(timeMs);
  }

  /** The inviters of a user, nearest first. */
  #above(user: number, levels = 3): number[] {
    const inviter = this.#members.get(user)?.inviter ?? 0;
    if (inviter === 0 || levels === 0) return [];
    return [inviter, ...this.#above(inviter, levels - 1)];
  }
}

function keyOf(day: number, payer: number, currency: number): string {
  return `${day} ${payer} ${currency}`;
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
