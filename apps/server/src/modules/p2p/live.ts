import type { Side } from '@meridian/core/catalog/side';
import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import { decodeAd, decodeAppeal, decodeDeal, decodeTrader } from '@meridian/core/p2p/p2p-codec';
import { decodeTerms } from '@meridian/core/p2p/p2p-commands-check';
import type { AdId, AppealId, DealId, P2pTerms } from '@meridian/core/p2p/p2p-commands';
import type { Ad, Appeal, Deal, P2pEvent, TraderRecord } from '@meridian/core/p2p/p2p-events';
import { adPriceTicks, referenceTicks, type FiatRate } from '@meridian/core/p2p/p2p-prices';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { LiveArea, LiveFold, LiveGround } from '../../live/live-ground.ts';
import { AdBook, type AdSieve, type PricedAd } from './ad-book.ts';

/**
 * The marketplace now, as the durable events left it: terms and ads, the deals that go on, open
 * appeals, the records of traders. Deals that have ended are in the tables.
 */
export class LiveP2p implements LiveFold {
  readonly #ground: LiveGround;
  readonly #terms = new Map<CurrencyId, P2pTerms>();
  readonly #ads = new Map<AdId, Ad>();
  /** Public ads by coin and side. */
  readonly #books = new Map<string, AdBook>();
  /** Private ads by code. */
  readonly #private = new Map<string, Set<AdId>>();
  readonly #deals = new Map<DealId, Deal>();
  readonly #escrows = new Map<CurrencyId, { readonly amount: bigint; readonly deals: number }>();
  readonly #taken = new Map<UserId, number>();
  readonly #adsOfUser = new Map<UserId, Set<AdId>>();
  readonly #appeals = new Map<AppealId, Appeal>();
  readonly #traders = new Map<UserId, TraderRecord>();
  readonly #blocked = new Map<UserId, Set<UserId>>();
  #rate: FiatRate = { currency: 0, priceTicks: 0, timeMs: 0 };

  constructor(ground: LiveGround) {
    this.#ground = ground;
  }

  load({ p2p }: ExchangeSnapshot): void {
    for (const map of [this.#terms, this.#ads, this.#books, this.#private, this.#deals])
      map.clear();
    this.#escrows.clear();
    this.#taken.clear();
    for (const map of [this.#adsOfUser, this.#appeals, this.#traders, this.#blocked]) map.clear();
    this.#rate = p2p.rate;
    for (const row of p2p.terms) this.#terms.set(row.currency, decodeTerms(row));
    for (const row of p2p.ads) this.#keepAd(decodeAd(row));
    for (const row of p2p.deals) this.#keepDeal(decodeDeal(row));
    for (const row of p2p.appeals) this.#appeals.set(row.id, decodeAppeal(row));
    for (const row of p2p.traders) {
      this.#traders.set(row.user, decodeTrader(row));
      if (row.blocked.length > 0) this.#blocked.set(row.user, new Set(row.blocked));
    }
  }

  fold(event: P2pEvent, timeMs: number): void {
    switch (event.type) {
      case 'p2pTermsListed':
        this.#terms.set(event.terms.currency, event.terms);
        break;
      case 'fiatRateSet':
        this.#rate = { currency: event.currency, priceTicks: event.priceTicks, timeMs };
        break;
      case 'adChanged':
        this.#keepAd(event.ad);
        break;
      case 'dealChanged':
        this.#keepDeal(event.deal);
        break;
      case 'appealChanged':
        if (event.appeal.state === 'open') this.#appeals.set(event.appeal.id, event.appeal);
        else this.#appeals.delete(event.appeal.id);
        break;
      case 'traderChanged':
        this.#traders.set(event.trader.user, event.trader);
        break;
      case 'traderBlocked':
        this.#block(event.user, event.other, event.isBlocked);
        break;
    }
  }

  /** Terms of all coins, by currency. */
  terms(): P2pTerms[] {
    return [...this.#terms.values()].sort((a, b) => a.currency - b.currency);
  }

  get rate(): FiatRate {
    return this.#rate;
  }

  termsOf(currency: CurrencyId): P2pTerms | undefined {
    return this.#terms.get(currency);
  }

  /** The coin's price in fiat now, 0 where it is not known; as the core computes it. */
  reference(terms: P2pTerms): number {
    const ground = this.#ground;
    const prices = {
      market: (id: MarketId) => {
        const settings = ground.market(id);
        if (settings === undefined) return undefined;
        const { priceTicks: indexTicks, timeMs: indexTimeMs } = ground.index(id);
        return { settings, indexTicks, indexTimeMs };
      },
      currency: (id: CurrencyId) => ground.currency(id),
    };
    return referenceTicks(terms, this.#rate, prices, ground.timeMs);
  }

  /** Public ads of a coin, of owners on one side, that may fit: best price first. */
  best(currency: CurrencyId, side: Side, sieve: AdSieve): Iterable<PricedAd> {
    const terms = this.#terms.get(currency);
    const reference = terms === undefined ? 0 : this.reference(terms);
    return this.#books.get(`${currency} ${side}`)?.best(reference, sieve) ?? [];
  }

  /** A live ad. */
  ad(id: AdId): Ad | undefined {
    return this.#ads.get(id);
  }

  /** Private ads of a coin, found by their code. */
  *privateAds(currency: CurrencyId, side: Side, code: string): Generator<PricedAd> {
    for (const id of this.#private.get(code) ?? []) {
      const ad = this.#ads.get(id);
      if (ad?.currency !== currency || ad.side !== side) continue;
      const terms = this.#terms.get(currency);
      const priceTicks = terms === undefined ? 0 : adPriceTicks(ad.terms, this.reference(terms));
      yield { ad, priceTicks };
    }
  }

  /** Coins that all open deals of a coin hold together, and the number of these deals. */
  escrow(currency: CurrencyId): { readonly amount: bigint; readonly deals: number } {
    return this.#escrows.get(currency) ?? { amount: 0n, deals: 0 };
  }

  /** Live ads of a user, newest first. */
  adsOf(user: UserId): Ad[] {
    return [...(this.#adsOfUser.get(user) ?? [])]
      .flatMap((id) => this.#ads.get(id) ?? [])
      .reverse();
  }

  /** A deal that goes on. */
  deal(id: DealId): Deal | undefined {
    return this.#deals.get(id);
  }

  deals(): IterableIterator<Deal> {
    return this.#deals.values();
  }

  /** Open deals that a user has taken. */
  takenBy(user: UserId): number {
    return this.#taken.get(user) ?? 0;
  }

  /** Live ads of all coins. */
  ads(): IterableIterator<Ad> {
    return this.#ads.values();
  }

  /** Open appeals. */
  appeals(): IterableIterator<Appeal> {
    return this.#appeals.values();
  }

  /** Users whom operators look after: traders, and users who are or were kept from dealing. */
  traders(): TraderRecord[] {
    const isKept = ({ restrictedUntilMs }: TraderRecord): boolean => restrictedUntilMs > 0;
    return [...this.#traders.values()].filter((trader) => isPublic(trader) || isKept(trader));
  }

  isTrader(user: UserId): boolean {
    const trader = this.#traders.get(user);
    return trader !== undefined && isPublic(trader);
  }

  /** An open appeal. */
  appeal(id: AppealId): Appeal | undefined {
    return this.#appeals.get(id);
  }

  /** Undefined for a user who has done nothing in the marketplace, not even for themselves. */
  trader(user: UserId): TraderRecord | undefined {
    return this.#traders.get(user);
  }

  /** Users whom a user blocks, in the order of their numbers. */
  blockedBy(user: UserId): UserId[] {
    return [...(this.#blocked.get(user) ?? [])].sort((a, b) => a - b);
  }

  blocks(one: UserId, other: UserId): boolean {
    return (
      this.#blocked.get(one)?.has(other) === true || this.#blocked.get(other)?.has(one) === true
    );
  }

  #keepAd(ad: Ad): void {
    const before = this.#ads.get(ad.id);
    const key = `${ad.currency} ${ad.side}`;
    if (before !== undefined) {
      this.#books.get(key)?.remove(before);
      this.#private.get(before.terms.code)?.delete(ad.id);
    }
    const own = this.#adsOfUser.get(ad.user) ?? new Set<AdId>();
    if (ad.state !== 'live') {
      this.#ads.delete(ad.id);
      own.delete(ad.id);
      return;
    }
    this.#ads.set(ad.id, ad);
    this.#adsOfUser.set(ad.user, own.add(ad.id));
    const { code } = ad.terms;
    if (code !== '') {
      this.#private.set(code, (this.#private.get(code) ?? new Set<AdId>()).add(ad.id));
      return;
    }
    const book = this.#books.get(key) ?? new AdBook(ad.side);
    this.#books.set(key, book);
    book.add(ad);
  }

  #keepDeal(deal: Deal): void {
    const { currency, quantity } = deal;
    const was = this.#deals.has(deal.id);
    const is = deal.endedMs === 0;
    if (is) this.#deals.set(deal.id, deal);
    else this.#deals.delete(deal.id);
    if (was === is) return;
    const taker = deal[deal.taker];
    this.#taken.set(taker, this.takenBy(taker) + (is ? 1 : -1));
    const { amount, deals } = this.escrow(currency);
    this.#escrows.set(
      currency,
      is
        ? { amount: amount + quantity, deals: deals + 1 }
        : { amount: amount - quantity, deals: deals - 1 },
    );
  }

  #block(user: UserId, other: UserId, isBlocked: boolean): void {
    const blocked = this.#blocked.get(user) ?? new Set<UserId>();
    if (isBlocked) blocked.add(other);
    else blocked.delete(other);
    this.#blocked.set(user, blocked);
  }
}

/**
 * Whether others see a user as a trader. A user who has only blocked somebody, was away and is
 * back, or is kept from dealing, is none.
 */
function isPublic({ completed, cancelled, appealsLost, ...trader }: TraderRecord): boolean {
  const { isAway, isMerchant, bond } = trader;
  return isAway || isMerchant || bond !== null || completed + cancelled + appealsLost > 0;
}

export const p2pLive: LiveArea<LiveP2p> = {
  takes: {
    p2pTermsListed: true,
    fiatRateSet: true,
    adChanged: true,
    dealChanged: true,
    appealChanged: true,
    traderChanged: true,
    traderBlocked: true,
  },
  open: (ground) => new LiveP2p(ground),
};
