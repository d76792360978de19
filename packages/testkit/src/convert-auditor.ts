import type { ConvertTerms } from '@meridian/core/convert/convert-commands';
import type { Conversion, ConvertEvent, Quote } from '@meridian/core/convert/convert-events';
import type { InvariantId } from '@meridian/core/invariants';
import type { Posted } from '@meridian/core/ledger/posting';

const FIRM_MS = 10_000;
const MOST_OPEN = 3;
const DESK = 8;

type Prove = (id: InvariantId, holds: boolean, detail: string) => void;

/** A market's index now: quote units times the lot size for a base unit, and the lot size. */
export type IndexOf = (market: number) => { readonly worth: bigint; readonly lotSize: bigint };

interface AuditedQuote {
  readonly quote: Quote;
  held: bigint;
  state: 'open' | 'accepted' | 'expired';
}

/**
 * Reads only the events and postings of conversions: proves that an open quote is held in full
 * (V1), that no conversion gives more than the index, and that it moves exactly what it says (V2),
 * and that nobody has too many open quotes (V3).
 */
export class ConvertAuditor {
  readonly #prove: Prove;
  readonly #indexOf: IndexOf;
  readonly #terms = new Map<number, ConvertTerms>();
  readonly #quotes = new Map<number, AuditedQuote>();
  #changed = new Set<AuditedQuote>();
  /** What the events of the command convert, by user. */
  #conversions: { readonly user: number; readonly conversion: Conversion }[] = [];

  constructor(prove: Prove, indexOf: IndexOf) {
    this.#prove = prove;
    this.#indexOf = indexOf;
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

  /** At the index of the moment: never a gift, and never beyond both caps. */
  #price({ from, to, paid, received }: Conversion): void {
    const [given, got] = [this.#worthOf(from), this.#worthOf(to)];
    const value = paid * given.worth * got.lotSize;
    const back = received * got.worth * given.lotSize;
    this.#prove('V2', back <= value, `${paid} of ${from} give ${received} of ${to}: a gift`);
    const capBps = BigInt(this.#capOf(from) + this.#capOf(to));
    // A unit of each is lost to rounding.
    const slack = given.worth * got.lotSize + got.worth * given.lotSize;
    this.#prove(
      'V2',
      (value - back - slack) * 10_000n <= value * (capBps + 1n),
      `${paid} of ${from} give ${received} of ${to}: beyond the cap`,
    );
  }

  #worthOf(currency: number): { readonly worth: bigint; readonly lotSize: bigint } {
    const market = this.#terms.get(currency)?.market ?? 0;
    return market === 0 ? { worth: 1n, lotSize: 1n } : this.#indexOf(market);
  }

  #capOf(currency: number): number {
    return this.#terms.get(currency)?.capBps ?? 0;
  }
}

/** Sums by name, without those that are zero. */
function sumsOf(rows: readonly (readonly [name: string, amount: bigint])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [name, amount] of rows) sums.set(name, (sums.get(name) ?? 0n) + amount);
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}
