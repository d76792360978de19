import type { ConvertTerms } from '@meridian/core/convert/convert-commands';
import type { Conversion, ConvertEvent, Quote } from '@meridian/core/convert/convert-events';
import type { InvariantId } from '@meridian/core/invariants';
import type { Posted } from '@meridian/core/ledger/posting';

const FIRM_MS = 10_000;
const MOST_OPEN = 3;
const DESK = 8;

type Prove = (id: InvariantId, holds: boolean, detail: string) => void;

/**
 * A market now: quote units times the lot size for a base unit at its index, at its mark, and at
 * the best prices of the book where it has any.
 */
export interface MarketPrices {
  readonly lotSize: bigint;
  readonly index: bigint;
  readonly mark: bigint;
  readonly bid: bigint | undefined;
  readonly ask: bigint | undefined;
}

const HUB: MarketPrices = { lotSize: 1n, index: 1n, mark: 1n, bid: undefined, ask: undefined };

interface AuditedQuote {
  readonly quote: Quote;
  held: bigint;
  state: 'open' | 'accepted' | 'expired';
}

/**
 * Reads only the events and postings of conversions: proves that an open quote is held in full
 * (V1), that no conversion gives more than the index, and that it moves exactly the amounts of its
 * event (V2), and that nobody has too many open quotes (V3).
 */
export class ConvertAuditor {
  readonly #prove: Prove;
  readonly #pricesOf: (market: number) => MarketPrices;
  readonly #terms = new Map<number, ConvertTerms>();
  readonly #quotes = new Map<number, AuditedQuote>();
  #changed = new Set<AuditedQuote>();
  /** Conversions in the events of the present command, each with its user. */
  #conversions: { readonly user: number; readonly conversion: Conversion }[] = [];

  constructor(prove: Prove, pricesOf: (market: number) => MarketPrices) {
    this.#prove = prove;
    this.#pricesOf = pricesOf;
  }

  follow(event: ConvertEvent, timeMs: number): void {
    switch (event.type) {
      case 'convertTermsListed':
        this.#terms.set(event.terms.currency, event.terms);
        break;
      case 'quoteMade':
        this.#make(event.quote, timeMs);
        break;
      case 'quoteEnded':
        this.#end(event.quote, event.cause, timeMs);
        break;
      case 'dustSwept':
        this.#price(event.conversion);
        this.#conversions.push(event);
        break;
      case 'planRan':
        if (event.conversion === null) break;
        this.#price(event.conversion);
        this.#conversions.push({ user: event.plan.user, conversion: event.conversion });
        this.#prove(
          'V2',
          event.conversion.spreadBps <= event.plan.maxSpreadBps &&
            timeMs >= event.dueMs &&
            timeMs <= event.dueMs + 3_600_000,
          `plan ${event.plan.id} buys too dear, too early or too late`,
        );
        break;
      case 'convertDeskFunded':
      case 'planStarted':
      case 'planEnded':
        break;
    }
  }

  /** Whether a change of a held part belongs to a quote; if so it is counted for it. */
  owns({ user, reference, subject, held }: Posted): boolean {
    if (reference !== 'quote' || user !== DESK) return false;
    const quote = this.#quotes.get(subject);
    this.#prove('V1', quote !== undefined, `coins are held for no quote ${subject}`);
    if (quote === undefined) return true;
    quote.held += held;
    this.#changed.add(quote);
    return true;
  }

  settle(postings: readonly Posted[]): void {
    for (const { quote, held, state } of this.#changed) {
      const promised = state === 'open' ? quote.received + quote.receivedRounding : 0n;
      this.#prove('V1', held === promised, `quote ${quote.id} ${state} holds ${held}`);
    }
    const moved = sumsOf(
      postings
        .filter(({ reason }) => reason === 'convert')
        .map(({ user, currency, available }) => [`${user}/${currency}`, available]),
    );
    const told = sumsOf(
      this.#conversions.flatMap(({ user, conversion }) => {
        const { from, to, paid, received, paidRounding, receivedRounding } = conversion;
        return [
          [`${user}/${from}`, -paid],
          [`${DESK}/${from}`, paid - paidRounding],
          [`5/${from}`, paidRounding],
          [`${DESK}/${to}`, -received - receivedRounding],
          [`${user}/${to}`, received],
          [`5/${to}`, receivedRounding],
        ] as const;
      }),
    );
    const isSame =
      moved.size === told.size && [...told].every(([name, sum]) => moved.get(name) === sum);
    this.#prove('V2', isSame, 'a conversion moves something else than it says');
    this.#changed = new Set();
    this.#conversions = [];
  }

  #make(quote: Quote, timeMs: number): void {
    const { id, user, madeMs, expiresMs } = quote;
    this.#price(quote);
    this.#prove(
      'V1',
      !this.#quotes.has(id) && madeMs === timeMs && expiresMs === timeMs + FIRM_MS,
      `quote ${id} has a wrong time`,
    );
    this.#quotes.set(id, { quote, held: 0n, state: 'open' });
    const open = [...this.#quotes.values()].filter(
      (each) => each.quote.user === user && each.state === 'open' && each.quote.expiresMs > timeMs,
    );
    this.#prove('V3', open.length <= MOST_OPEN, `user ${user} has ${open.length} open quotes`);
  }

  #end({ id, user }: Quote, cause: 'accepted' | 'expired', timeMs: number): void {
    const own = this.#quotes.get(id);
    const isInTime = timeMs < (own?.quote.expiresMs ?? 0);
    this.#prove(
      'V1',
      own?.state === 'open' && isInTime === (cause === 'accepted'),
      `quote ${id} is ${cause} twice, or out of its time`,
    );
    if (own === undefined) return;
    own.state = cause;
    this.#changed.add(own);
    if (cause === 'accepted') this.#conversions.push({ user, conversion: own.quote });
  }

  /**
   * Never a gift at the index of the moment. Each side's price is within its cap of index or mark,
   * or no worse than the best price of the book's other side.
   */
  #price({ from, to, paid, received }: Conversion): void {
    const [given, got] = [this.#pricesIn(from), this.#pricesIn(to)];
    this.#prove(
      'V2',
      received * got.index * given.lotSize <= paid * given.index * got.lotSize,
      `${paid} of ${from} give ${received} of ${to}: a gift`,
    );
    const low = (10_000n - this.#capOf(from)) * least(given.index, given.mark);
    const sold = given.ask === undefined ? low : least(low, 10_000n * given.ask);
    const high = (10_000n + this.#capOf(to)) * most(got.index, got.mark);
    const bought = got.bid === undefined ? high : most(high, 10_000n * got.bid);
    // A unit of each is lost to rounding.
    this.#prove(
      'V2',
      (paid - 1n) * sold * got.lotSize <= (received + 1n) * bought * given.lotSize,
      `${paid} of ${from} give ${received} of ${to}: beyond the cap`,
    );
  }

  #pricesIn(currency: number): MarketPrices {
    const market = this.#terms.get(currency)?.market ?? 0;
    return market === 0 ? HUB : this.#pricesOf(market);
  }

  #capOf(currency: number): bigint {
    return BigInt(this.#terms.get(currency)?.capBps ?? 0);
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Sums by name, without those that are zero. */
function sumsOf(rows: readonly (readonly [name: string, amount: bigint])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [name, amount] of rows) sums.set(name, (sums.get(name) ?? 0n) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
