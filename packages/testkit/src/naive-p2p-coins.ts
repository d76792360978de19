import type { P2pTerms, PublishAd } from '@meridian/core/p2p/p2p-commands';
import type { Rejection } from '@meridian/core/rejections';
import { BPS, referenceOf, type NaiveAd, type Surroundings } from './naive-p2p-rows.ts';

/** Coins of the naive marketplace: the terms of each, and what it costs in fiat. */
export class NaiveCoins {
  readonly #around: Surroundings;
  readonly #terms = new Map<number, P2pTerms>();
  #rate = { currency: 0, priceTicks: 0, timeMs: 0 };

  constructor(around: Surroundings) {
    this.#around = around;
  }

  of(currency: number): P2pTerms | undefined {
    return this.#terms.get(currency);
  }

  setRate({ currency, priceTicks }: { currency: number; priceTicks: number }, now: number): void {
    this.#rate = { currency, priceTicks, timeMs: now };
  }

  list(terms: P2pTerms): Rejection | undefined {
    if (this.#around.scaleOf(terms.currency) === undefined) return 'currency_unknown';
    const market = this.#around.marketOf(terms.market);
    if (terms.market !== 0 && market?.base !== terms.currency) return 'market_unknown';
    this.#terms.set(terms.currency, terms);
    return undefined;
  }

  /** Whether all of an ad is worth less than one deal: at its own price, wherever it rests. */
  isDust({ currency, total, terms }: PublishAd, now: number): boolean {
    const coin = this.#terms.get(currency);
    if (coin === undefined) return false;
    const price = this.price({ terms: { ...terms, minTicks: 0, maxTicks: Infinity } }, coin, now);
    return this.fiat(currency, total, price > 0 ? price : terms.minTicks) < coin.minFiat;
  }

  /** The price of an ad in ticks, 0 where it rests. */
  price({ terms }: Pick<NaiveAd, 'terms'>, coin: P2pTerms, now: number): number {
    if (terms.priceTicks > 0) return terms.priceTicks;
    const reference = BigInt(this.reference(coin, now));
    const price = Number((reference * (BPS + BigInt(terms.offsetBps))) / BPS);
    return price >= terms.minTicks && price <= terms.maxTicks ? price : 0;
  }

  /** The price of a coin in fiat, 0 where it is not known. */
  reference(coin: P2pTerms, now: number): number {
    return referenceOf(coin, this.#rate, this.#around, now);
  }

  /** In 0.01 CNY, rounded up. */
  fiat(currency: number, quantity: bigint, ticks: number): bigint {
    const unit = 10n ** BigInt((this.#around.scaleOf(currency) ?? 0) + 6);
    return (quantity * BigInt(ticks) + unit - 1n) / unit;
  }
}
