import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import { isFunding } from '../ledger/funding-check.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import type { Spot } from '../spot/spot.ts';
import { convert, isNoGift, worthAtIndex, type Leg } from './conversion-price.ts';
import * as wellFormed from './convert-commands-check.ts';
import type { ConvertTerms, FundConvertDesk, ListConvertTerms } from './convert-commands.ts';
import type { Conversion, ConvertEvent } from './convert-events.ts';
import type { SnapshotConvert } from './convert-snapshot.ts';

const HOUR_MS = 3_600_000;

/** An amount to convert. */
export interface Wish {
  readonly from: CurrencyId;
  readonly to: CurrencyId;
  readonly side: 'from' | 'to';
  readonly amount: bigint;
}

/**
 * Owns the terms of conversions and the desk, which is the other side of each: it makes the prices,
 * has the coins, and gives no more of one in an hour than its terms say, but for repayments of
 * warned loans. A price is never better than the index (V2).
 */
export class Desk {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<ConvertEvent>;
  readonly #rules: Rules;
  readonly #spot: Spot;
  readonly #terms = new Map<CurrencyId, ConvertTerms>();
  readonly #given = new Map<CurrencyId, { readonly hour: number; readonly amount: bigint }>();

  constructor(parts: AreaParts<ConvertEvent> & { readonly spot: Spot }) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#spot = parts.spot;
  }

  list(command: ListConvertTerms): Rejection | undefined {
    const terms = wellFormed.pickConvertTerms(command.terms);
    if (terms === undefined) return 'malformed';
    const { currency } = terms;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const market = this.#listings.market(terms.market);
    if (terms.market !== 0 && market === undefined) return 'market_unknown';
    const hub = this.#hub();
    const isHub = terms.market === 0;
    const isOfHub = market?.settings.base === currency && market.settings.quote === hub;
    // One hub for ever: every price and every worth is in it.
    if (isHub ? hub !== undefined && hub !== currency : !isOfHub) return 'convert_hub_fixed';
    this.#terms.set(currency, terms);
    this.#events.list.push({ type: 'convertTermsListed', terms });
    return undefined;
  }

  fund(command: FundConvertDesk): Rejection | undefined {
    if (!isFunding(command)) return 'malformed';
    const { currency, direction, amount } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    const house = this.#ledger.open(SYSTEM.house, 'spot', currency);
    const desk = this.account(currency);
    const payer = direction === 'in' ? house : desk;
    if (this.#ledger.available(payer) < amount)
      return direction === 'in' ? 'house_insufficient' : 'convert_short';
    const signed = direction === 'in' ? amount : -amount;
    this.#ledger.post(house, -signed, 'convertBudget', 0, '');
    this.#ledger.post(desk, signed, 'convertBudget', 0, '');
    this.#events.list.push({ type: 'convertDeskFunded', currency, amount: signed as Amount });
    return undefined;
  }

  /**
   * The conversion that the desk offers for an amount now. The bounds of a single quote apply to
   * it, the balance of the desk does not.
   */
  price(wish: Wish, timeMs: number): Conversion | Rejection {
    const legs = this.#legs(wish, timeMs);
    if (typeof legs === 'string') return legs;
    const { side, amount } = wish;
    const { step } = legs[side].terms;
    if (amount % step !== 0n) return 'convert_step_invalid';
    const conversion = this.#convert(legs, side, amount);
    if (conversion === undefined) return 'convert_amount_invalid';
    const isWithin =
      isBetween(conversion.paid, legs.from.terms) && isBetween(conversion.received, legs.to.terms);
    return isWithin ? conversion : 'convert_amount_invalid';
  }

  /** The conversion of a whole balance if it is small enough to be dust. */
  priceOfDust(from: CurrencyId, to: CurrencyId, timeMs: number, user: UserId) {
    const legs = this.#legs({ from, to }, timeMs);
    if (typeof legs === 'string') return legs;
    const account = this.#ledger.find(user, 'spot', from);
    const amount = account < 0 ? 0n : this.#ledger.available(account);
    if (amount === 0n) return 'balance_insufficient';
    if (worthAtIndex(legs.from, amount) > legs.from.terms.dust) return 'dust_too_large';
    return this.#convert(legs, 'from', amount) ?? 'convert_amount_invalid';
  }

  /** The rejection where the desk cannot give the coins of a conversion; undefined if it can. */
  problem(conversion: Conversion, timeMs: number): Rejection | undefined {
    const { to, received } = conversion;
    if (this.#givenIn(to, hourOf(timeMs)) + received > this.hourLimit(to))
      return 'convert_limit_reached';
    return this.shortage(conversion);
  }

  /** The rejection where the desk lacks the coins, apart from the limit of the hour. */
  shortage({ to, received, receivedRounding }: Conversion): Rejection | undefined {
    const has = this.#ledger.available(this.account(to));
    return has < received + receivedRounding ? 'convert_short' : undefined;
  }

  /** The most that the desk gives of a currency in an hour, smallest units. */
  hourLimit(currency: CurrencyId): bigint {
    const terms = this.#terms.get(currency);
    if (terms === undefined) throw new Error(`currency ${currency} has no terms of conversions`);
    return terms.hourLimit;
  }

  /**
   * Counts a promised amount toward the limit of its hour.
   * @param received below zero to take it back
   */
  count(currency: CurrencyId, received: bigint, promisedMs: number): void {
    const hour = hourOf(promisedMs);
    const given = this.#given.get(currency);
    if (given !== undefined && given.hour > hour) return;
    this.#given.set(currency, { hour, amount: this.#givenIn(currency, hour) + received });
  }

  hasFunds(user: UserId, { from, paid }: Conversion): boolean {
    const account = this.#ledger.find(user, 'spot', from);
    return account >= 0 && this.#ledger.available(account) >= paid;
  }

  /** Exchanges the two amounts between the spot wallets of a user and the desk. */
  pay(user: UserId, conversion: Conversion, subject: number, reference: string): void {
    const { from, to, paid, received, paidRounding, receivedRounding } = conversion;
    this.#post(this.#account(user, from), -paid, subject, reference);
    this.#post(this.account(from), paid - paidRounding, subject, reference);
    this.#post(this.#account(SYSTEM.rounding, from), paidRounding, subject, reference);
    this.#post(this.account(to), -(received + receivedRounding), subject, reference);
    this.#post(this.#account(user, to), received, subject, reference);
    this.#post(this.#account(SYSTEM.rounding, to), receivedRounding, subject, reference);
  }

  /** The desk's account in a currency. */
  account(currency: CurrencyId): AccountSlot {
    return this.#account(SYSTEM.convertDesk, currency);
  }

  snapshot(): Pick<SnapshotConvert, 'terms' | 'given'> {
    const byCurrency = (a: readonly [number, unknown], b: readonly [number, unknown]): number =>
      a[0] - b[0];
    return {
      terms: [...this.#terms].sort(byCurrency).map(([, terms]) => wellFormed.encodeTerms(terms)),
      given: [...this.#given]
        .sort(byCurrency)
        .map(([currency, { hour, amount }]) => ({ currency, hour, amount: amount.toString() })),
    };
  }

  restore({ terms, given }: Pick<SnapshotConvert, 'terms' | 'given'>): void {
    for (const row of terms) this.#terms.set(row.currency, wellFormed.decodeTerms(row));
    for (const { currency, hour, amount } of given)
      this.#given.set(currency, { hour, amount: BigInt(amount) });
  }

  #convert(legs: { from: Leg; to: Leg }, side: 'from' | 'to', amount: bigint) {
    const conversion = convert(legs, side, amount, (market, trade, quantity, beyond) =>
      this.#spot.worthInBook(market, trade, { quantity, beyond }),
    );
    if (conversion !== undefined)
      this.#checks.check(
        'V2',
        isNoGift(legs, conversion),
        `a conversion of ${conversion.paid} into ${conversion.received} is a gift`,
      );
    return conversion;
  }

  #legs(
    { from, to }: Pick<Wish, 'from' | 'to'>,
    timeMs: number,
  ): { readonly from: Leg; readonly to: Leg } | Rejection {
    const [one, other] = [this.#leg(from, timeMs), this.#leg(to, timeMs)];
    if (typeof one === 'string') return one;
    return typeof other === 'string' ? other : { from: one, to: other };
  }

  #leg(currency: CurrencyId, timeMs: number): Leg | Rejection {
    const terms = this.#terms.get(currency);
    if (terms === undefined || !terms.isOpen) return 'convert_closed';
    const isBound = this.#rules.convertsNoBetterThanBook;
    if (terms.market === 0) return { terms, market: undefined, isBound };
    const market = this.#listings.market(terms.market);
    if (market === undefined || market.settings.status !== 'open') return 'market_closed';
    if (market.indexTicks === 0) return 'index_unavailable';
    const age = timeMs - market.indexQuotedAtMs;
    return age > market.settings.indexMaxAgeMs ? 'index_stale' : { terms, market, isBound };
  }

  #hub(): CurrencyId | undefined {
    for (const { market, currency } of this.#terms.values()) if (market === 0) return currency;
    return undefined;
  }

  #givenIn(currency: CurrencyId, hour: number): bigint {
    const given = this.#given.get(currency);
    return given?.hour === hour ? given.amount : 0n;
  }

  #post(account: AccountSlot, amount: bigint, subject: number, reference: string): void {
    if (amount !== 0n) this.#ledger.post(account, amount, 'convert', subject, reference);
  }

  #account(owner: UserId, currency: CurrencyId): AccountSlot {
    return this.#ledger.open(owner, 'spot', currency);
  }
}

function isBetween(amount: bigint, { min, max }: ConvertTerms): boolean {
  return amount >= min && amount <= max;
}

/** An hour of the clock, counted from the epoch. */
export function hourOf(timeMs: number): number {
  return Math.floor(timeMs / HOUR_MS);
}
