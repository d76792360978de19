import { decodeTerms } from '@meridian/core/convert/convert-commands-check';
import type { ConvertTerms, PlanId, QuoteId } from '@meridian/core/convert/convert-commands';
import type { ConvertEvent, Plan, Quote } from '@meridian/core/convert/convert-events';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { Amount } from '@meridian/money/amount';
import type { LiveArea, LiveFold } from '../../live/live-ground.ts';

const HOUR_MS = 3_600_000;

/**
 * Terms of conversions, open quotes, plans that run, and the amount that the desk gave of each
 * currency in its newest hour, as the durable events left them.
 */
export class LiveConvert implements LiveFold {
  readonly #terms = new Map<CurrencyId, ConvertTerms>();
  readonly #given = new Map<CurrencyId, { readonly hour: number; readonly amount: bigint }>();
  readonly #quotes = new Map<QuoteId, Quote>();
  readonly #plans = new Map<PlanId, Plan>();
  #fundings = 0;

  load({ convert: { terms, given, quotes, plans } }: ExchangeSnapshot): void {
    for (const map of [this.#terms, this.#given, this.#quotes, this.#plans]) map.clear();
    for (const row of terms) this.#terms.set(row.currency, decodeTerms(row));
    for (const { currency, hour, amount } of given)
      this.#given.set(currency, { hour, amount: BigInt(amount) });
    for (const { isAccepted, ...row } of quotes) {
      if (isAccepted) continue;
      this.#quotes.set(row.id, {
        ...row,
        paid: BigInt(row.paid) as Amount,
        received: BigInt(row.received) as Amount,
        paidRounding: BigInt(row.paidRounding) as Amount,
        receivedRounding: BigInt(row.receivedRounding) as Amount,
      });
    }
    for (const row of plans)
      this.#plans.set(row.id, { ...row, amount: BigInt(row.amount) as Amount });
  }

  fold(event: ConvertEvent, timeMs: number): void {
    switch (event.type) {
      case 'convertTermsListed':
        this.#terms.set(event.terms.currency, event.terms);
        return;
      case 'convertDeskFunded':
        this.#fundings++;
        return;
      case 'quoteMade': {
        const { quote } = event;
        this.#quotes.set(quote.id, quote);
        return this.#count(quote.to, quote.received, quote.madeMs);
      }
      case 'quoteEnded': {
        const { quote, cause } = event;
        this.#quotes.delete(quote.id);
        if (cause === 'expired') this.#count(quote.to, -quote.received, quote.madeMs);
        return;
      }
      case 'dustSwept':
        return this.#count(event.conversion.to, event.conversion.received, timeMs);
      case 'planStarted':
        this.#plans.set(event.plan.id, event.plan);
        return;
      case 'planRan':
        this.#plans.set(event.plan.id, event.plan);
        if (event.conversion !== null)
          this.#count(event.conversion.to, event.conversion.received, timeMs);
        return;
      case 'planEnded':
        this.#plans.delete(event.plan.id);
    }
  }

  /**
   * Number of fundings of the desk since the start. A reader of the sums reads them again when it
   * grows.
   */
  get fundings(): number {
    return this.#fundings;
  }

  /** All that was ever listed, open or not, the hub first, then by currency. */
  allTerms(): ConvertTerms[] {
    return [...this.#terms.values()].sort(
      (a, b) => Number(b.market === 0) - Number(a.market === 0) || a.currency - b.currency,
    );
  }

  termsOf(currency: CurrencyId): ConvertTerms | undefined {
    return this.#terms.get(currency);
  }

  /** The currency that all others are priced against; undefined before there is one. */
  hub(): ConvertTerms | undefined {
    return this.allTerms().find(({ market }) => market === 0);
  }

  /** Units of a currency that the desk promised and gave in the hour of a time. */
  givenIn(currency: CurrencyId, timeMs: number): bigint {
    const given = this.#given.get(currency);
    return given?.hour === Math.floor(timeMs / HOUR_MS) ? given.amount : 0n;
  }

  /** An open quote. The caller checks its owner. */
  quote(id: QuoteId): Quote | undefined {
    return this.#quotes.get(id);
  }

  /** Open quotes of everybody, newest first. */
  quotes(): Quote[] {
    return [...this.#quotes.values()].sort((a, b) => b.id - a.id);
  }

  /** Oldest first. */
  plans(user: UserId): Plan[] {
    return [...this.#plans.values()]
      .filter((plan) => plan.user === user)
      .sort((a, b) => a.id - b.id);
  }

  #count(currency: CurrencyId, received: bigint, promisedMs: number): void {
    const hour = Math.floor(promisedMs / HOUR_MS);
    const given = this.#given.get(currency);
    if (given !== undefined && given.hour > hour) return;
    const before = given?.hour === hour ? given.amount : 0n;
    this.#given.set(currency, { hour, amount: before + received });
  }
}

export const convertLive: LiveArea<LiveConvert> = {
  takes: {
    convertTermsListed: true,
    convertDeskFunded: true,
    quoteMade: true,
    quoteEnded: true,
    dustSwept: true,
    planStarted: true,
    planRan: true,
    planEnded: true,
  },
  open: () => new LiveConvert(),
};
