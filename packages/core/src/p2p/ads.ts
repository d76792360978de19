import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { Listings } from '../catalog/listings.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import * as wellFormed from './p2p-commands-check.ts';
import {
  MAX_ADS,
  type AdId,
  type AdTerms,
  type EditAd,
  type ListP2pTerms,
  type OperatorId,
  type P2pTerms,
  type PauseAd,
  type PublishAd,
  type RemoveAd,
  type SetFiatRate,
  type WithdrawAd,
} from './p2p-commands.ts';
import type { Ad, P2pEvent } from './p2p-events.ts';
import { decodeAd, encodeAd } from './p2p-codec.ts';
import {
  fiatOf,
  floatingTicks,
  isBeyondBand,
  referenceTicks,
  type FiatRate,
} from './p2p-prices.ts';
import type { SnapshotP2p } from './p2p-snapshot.ts';
import type { Traders } from './traders.ts';

const NO_RATE: FiatRate = { currency: 0, priceTicks: 0, timeMs: 0 };

/** An ad in the state: quantities change with its deals. */
type LiveAd = { -readonly [Field in keyof Ad]: Ad[Field] };

/**
 * Owns the terms of coins, the price of fiat, and the ads. Promises C1: the total of an ad is the
 * sum of its rest, its open deals, its completed deals and the part that was withdrawn.
 */
export class Ads {
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<P2pEvent>;
  readonly #traders: Traders;
  readonly #terms = new Map<CurrencyId, P2pTerms>();
  readonly #ads = new Map<AdId, LiveAd>();
  /** Ads that are live, by owner. */
  readonly #counts = new Map<UserId, number>();
  #rate = NO_RATE;
  #next = 1;

  constructor(parts: AreaParts<P2pEvent> & { readonly traders: Traders }) {
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#traders = parts.traders;
  }

  list(command: ListP2pTerms): Rejection | undefined {
    const terms = wellFormed.pickTerms(command.terms);
    if (terms === undefined) return 'malformed';
    if (this.#listings.currency(terms.currency) === undefined) return 'currency_unknown';
    if (terms.market !== 0 && this.#listings.market(terms.market)?.settings.base !== terms.currency)
      return 'market_unknown';
    this.#terms.set(terms.currency, terms);
    this.#events.list.push({ type: 'p2pTermsListed', terms });
    return undefined;
  }

  setRate(command: SetFiatRate, timeMs: number): Rejection | undefined {
    if (!wellFormed.isRate(command)) return 'malformed';
    const { currency, priceTicks } = command;
    if (this.#listings.currency(currency) === undefined) return 'currency_unknown';
    this.#rate = { currency, priceTicks, timeMs };
    this.#events.list.push({ type: 'fiatRateSet', currency, priceTicks });
    return undefined;
  }

  termsOf(currency: CurrencyId): P2pTerms | undefined {
    return this.#terms.get(currency);
  }

  /** The coin's price in fiat now, 0 where it is not known. */
  referenceOf(terms: P2pTerms, timeMs: number): number {
    return referenceTicks(terms, this.#rate, this.#listings, timeMs);
  }

  publish(command: PublishAd, timeMs: number): Outcome {
    const terms = wellFormed.isAd(command) ? wellFormed.pickAdTerms(command.terms) : undefined;
    if (terms === undefined || !areOf(command.side, terms)) return refused('malformed');
    const { user, side, currency, total } = command;
    const problem = this.#problem({ ...command, terms }, timeMs);
    if (problem !== undefined) return refused(problem);
    if (command.level === 0) return refused('p2p_unverified');
    if ((this.#counts.get(user) ?? 0) >= MAX_ADS) return refused('ads_too_many');
    if (this.#isDust(command, terms, timeMs)) return refused('fiat_out_of_limits');
    const ad: LiveAd = {
      id: this.#next++,
      user,
      side,
      currency,
      total,
      surplus: total,
      open: 0n as Amount,
      completed: 0n as Amount,
      withdrawn: 0n as Amount,
      version: 1,
      isPaused: false,
      state: 'live',
      terms,
    };
    this.#keep(ad);
    this.#say(ad);
    return { ok: true, id: ad.id };
  }

  edit(command: EditAd, timeMs: number): Rejection | undefined {
    const terms = wellFormed.isEdit(command) ? wellFormed.pickAdTerms(command.terms) : undefined;
    if (terms === undefined) return 'malformed';
    const ad = this.#own(command);
    if (ad === undefined) return 'ad_not_found';
    if (!areOf(ad.side, terms)) return 'malformed';
    if (command.version !== 0 && ad.version !== command.version) return 'ad_changed';
    const problem = this.#problem({ ...ad, terms }, timeMs);
    if (problem !== undefined) return problem;
    if (this.#isDust(ad, terms, timeMs)) return 'fiat_out_of_limits';
    ad.terms = terms;
    ad.version++;
    this.#say(ad);
    return undefined;
  }

  pause(command: PauseAd): Rejection | undefined {
    if (!wellFormed.isPause(command)) return 'malformed';
    const { user, isPaused } = command;
    if (command.ad === 0) {
      this.#traders.setAway(user, isPaused);
      return undefined;
    }
    const ad = this.#own(command);
    if (ad === undefined) return 'ad_not_found';
    if (ad.isPaused === isPaused) return undefined;
    ad.isPaused = isPaused;
    ad.version++;
    this.#say(ad);
    return undefined;
  }

  withdraw(command: WithdrawAd): Rejection | undefined {
    if (!wellFormed.isActOnAd(command)) return 'malformed';
    const ad = this.#own(command);
    if (ad === undefined) return 'ad_not_found';
    this.#end(ad, 'withdrawn');
    return undefined;
  }

  remove(command: RemoveAd): Rejection | undefined {
    if (!wellFormed.isRemoval(command)) return 'malformed';
    const ad = this.#ads.get(command.ad);
    if (ad?.state !== 'live') return 'ad_not_found';
    this.#end(ad, 'removed', command.operator);
    return undefined;
  }

  /** A live ad; undefined for one that is over. */
  live(id: AdId): Ad | undefined {
    const ad = this.#ads.get(id);
    return ad?.state === 'live' ? ad : undefined;
  }

  /** A deal takes part of an ad. */
  take(id: AdId, quantity: bigint): void {
    const ad = this.#require(id);
    ad.surplus = (ad.surplus - quantity) as Amount;
    ad.open = (ad.open + quantity) as Amount;
    this.#check(ad);
    this.#say(ad);
  }

  /** A deal of an ad ended: its part is completed, or can be taken again. */
  giveBack(id: AdId, quantity: bigint, isCompleted: boolean): void {
    const ad = this.#require(id);
    ad.open = (ad.open - quantity) as Amount;
    if (isCompleted) ad.completed = (ad.completed + quantity) as Amount;
    else if (ad.state === 'live') ad.surplus = (ad.surplus + quantity) as Amount;
    else ad.withdrawn = (ad.withdrawn + quantity) as Amount;
    this.#check(ad);
    if (ad.state === 'live' && ad.surplus === 0n && ad.open === 0n) {
      ad.state = 'sold';
      this.#count(ad.user, -1);
    }
    this.#say(ad);
    this.#forget(ad);
  }

  /**
   * Full scan (C1).
   * @param open quantities of open deals, by ad
   */
  verify(open: ReadonlyMap<AdId, bigint>): void {
    for (const ad of this.#ads.values()) {
      this.#check(ad);
      this.#checks.check(
        'C1',
        ad.open === (open.get(ad.id) ?? 0n),
        `ad ${ad.id} says that ${ad.open} is in deals`,
      );
    }
    for (const id of open.keys())
      this.#checks.check('C1', this.#ads.has(id), `a deal that goes on has no ad ${id}`);
  }

  snapshot(): Pick<SnapshotP2p, 'nextAd' | 'terms' | 'rate' | 'ads'> {
    return {
      nextAd: this.#next,
      terms: [...this.#terms.values()]
        .sort((a, b) => a.currency - b.currency)
        .map(wellFormed.encodeTerms),
      rate: this.#rate,
      ads: [...this.#ads.values()].map(encodeAd),
    };
  }

  restore({ nextAd, terms, rate, ads }: ReturnType<Ads['snapshot']>): void {
    this.#next = nextAd;
    for (const row of terms) this.#terms.set(row.currency, wellFormed.decodeTerms(row));
    this.#rate = rate;
    for (const row of ads) this.#keep(decodeAd(row));
  }

  /** Why an ad cannot be as it is wanted. */
  #problem(
    {
      user,
      currency,
      terms,
    }: { readonly user: UserId; readonly currency: CurrencyId; readonly terms: AdTerms },
    timeMs: number,
  ): Rejection | undefined {
    const coin = this.#terms.get(currency);
    if (coin?.isOpen !== true) return 'p2p_closed';
    const stopped = this.#traders.stopped(user, timeMs);
    if (stopped !== undefined) return stopped;
    const reference = this.referenceOf(coin, timeMs);
    const { priceTicks, offsetBps, minTicks, minQuantity } = terms;
    const isBeyond =
      priceTicks > 0
        ? isBeyondBand(priceTicks, reference, coin)
        : coin.bandBps > 0 && Math.abs(offsetBps) > coin.bandBps;
    if (isBeyond) return 'price_out_of_band';
    // The least deal must fit the coin's limit at the ad's price; at its lowest bound where the
    // price floats.
    const scale = this.#listings.currency(currency)?.scale ?? 0;
    const least = fiatOf(minQuantity, priceTicks > 0 ? priceTicks : minTicks, scale);
    return least > coin.maxFiat ? 'quantity_out_of_limits' : undefined;
  }

  /** Whether all of an ad is worth less than the least deal: a rest alone may be. */
  #isDust(
    { currency, total }: { readonly currency: CurrencyId; readonly total: Amount },
    { priceTicks, offsetBps, minTicks }: AdTerms,
    timeMs: number,
  ): boolean {
    const coin = this.#terms.get(currency);
    if (coin === undefined) return false;
    // Bounds outside the market's price make no rest worth more; without a reference the least
    // price counts.
    const floating = floatingTicks(this.referenceOf(coin, timeMs), offsetBps) || minTicks;
    const scale = this.#listings.currency(currency)?.scale ?? 0;
    return fiatOf(total, priceTicks || floating, scale) < coin.minFiat;
  }

  #end(ad: LiveAd, state: 'withdrawn' | 'removed', operator?: OperatorId): void {
    ad.withdrawn = (ad.withdrawn + ad.surplus) as Amount;
    ad.surplus = 0n as Amount;
    ad.state = state;
    ad.version++;
    this.#count(ad.user, -1);
    this.#check(ad);
    this.#say(ad, operator);
    this.#forget(ad);
  }

  #own({ user, ad: id }: Pick<WithdrawAd, 'user' | 'ad'>): LiveAd | undefined {
    const ad = this.#ads.get(id);
    return ad?.user === user && ad.state === 'live' ? ad : undefined;
  }

  #require(id: AdId): LiveAd {
    const ad = this.#ads.get(id);
    this.#checks.check('C1', ad !== undefined, `a deal that goes on has no ad ${id}`);
    return ad as LiveAd;
  }

  #check({ id, total, surplus, open, completed, withdrawn }: Ad): void {
    this.#checks.check(
      'C1',
      surplus >= 0n && open >= 0n && total === surplus + open + completed + withdrawn,
      `ad ${id} of ${total} is ${surplus}, ${open}, ${completed} and ${withdrawn}`,
    );
  }

  #keep(ad: LiveAd): void {
    this.#ads.set(ad.id, ad);
    if (ad.state === 'live') this.#count(ad.user, 1);
  }

  /** Drops an ad that is no longer live and has no open deal: the state keeps no history. */
  #forget({ id, state, open }: Ad): void {
    if (state !== 'live' && open === 0n) this.#ads.delete(id);
  }

  #count(user: UserId, change: 1 | -1): void {
    const count = (this.#counts.get(user) ?? 0) + change;
    if (count === 0) this.#counts.delete(user);
    else this.#counts.set(user, count);
  }

  #say(ad: Ad, operator?: OperatorId): void {
    this.#events.list.push({
      type: 'adChanged',
      ad: { ...ad },
      ...(operator === undefined ? {} : { operator }),
    });
  }
}

/** A seller is paid into an account of their own; a buyer names ways. */
function areOf(side: 'buy' | 'sell', { methods }: AdTerms): boolean {
  return methods.every(({ id }) => id > 0 === (side === 'sell'));
}
