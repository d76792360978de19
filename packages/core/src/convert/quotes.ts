import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { InvariantError, type InvariantChecks } from '../invariants.ts';
import type { HoldSlot, Ledger } from '../ledger/ledger.ts';
import { refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { TimerHeap } from '../timers/timer-heap.ts';
import * as wellFormed from './convert-commands-check.ts';
import type { AcceptQuote, AskQuote, QuoteId } from './convert-commands.ts';
import type { Conversion, ConvertEvent, Quote } from './convert-events.ts';
import type { SnapshotConvert } from './convert-snapshot.ts';
import { hourOf, type Desk } from './desk.ts';
import type { Amount } from '@meridian/money/amount';

/** How long a quote is firm. */
const FIRM_MS = 10_000;
/** Open quotes that a user may have. */
const MOST_OPEN = 3;
/** The part of an hour's limit that the open quotes of one user may promise: one in so many. */
const USERS_OF_HOUR = 4n;

/** Checks of a loan whose collateral a quote converts. */
export interface QuotedLoans {
  /** Why the collateral of a user's loan cannot pay for a conversion; undefined if it can. */
  collateralProblem(user: UserId, loan: number, conversion: Conversion): Rejection | undefined;
  /** Whether a user's loan has reached a warning that stands. */
  isWarned(user: UserId, loan: number): boolean;
}

/** Amounts that quotes of one hour promised and nobody accepted, by user and currency. */
interface UnusedQuotes {
  hour: number;
  readonly received: Map<string, bigint>;
}

interface LiveQuote {
  readonly quote: Quote;
  /** The loan whose collateral alone the quote may convert: rules, see `bindsQuotesToLoans`. */
  readonly loan: number | undefined;
  /** Hold of the coins that the desk promised; undefined once the quote is accepted. */
  hold: HoldSlot | undefined;
}

/**
 * Owns the quotes. The desk holds the amount that an open quote promises (V1), so an acceptance
 * within its time is never refused for the price or for want of the desk's coins, and happens once.
 * A quote stays until its time is over, so that a second acceptance gets the reason of its
 * rejection.
 */
export class Quotes {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<ConvertEvent>;
  readonly #rules: Rules;
  readonly #desk: Desk;
  readonly #loans: QuotedLoans;
  readonly #quotes = new Map<QuoteId, LiveQuote>();
  readonly #ofUser = new Map<UserId, Set<LiveQuote>>();
  readonly #timers = new TimerHeap();
  #unused: UnusedQuotes = { hour: 0, received: new Map() };
  #nextQuote = 1;

  constructor(
    parts: AreaParts<ConvertEvent> & {
      readonly desk: Desk;
      readonly quotedLoans: QuotedLoans;
    },
  ) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#desk = parts.desk;
    this.#loans = parts.quotedLoans;
  }

  ask(command: AskQuote, timeMs: number): Outcome {
    if (!wellFormed.isAsking(command)) return refused('malformed');
    const { user, side } = command;
    const conversion = this.#desk.price(command, timeMs);
    if (typeof conversion === 'string') return refused(conversion);
    if (this.#openOf(user, timeMs).length >= MOST_OPEN) return refused('quotes_too_many');
    const { loan } = command;
    if (loan === undefined && !this.#desk.hasFunds(user, conversion))
      return refused('balance_insufficient');
    // The hour's limit must not keep a warned borrower from repaying. The debt is worth most of its
    // collateral, and the collateral bounds the amount.
    const isBeyondHour =
      loan !== undefined && this.#rules.repaysBeyondHour && this.#loans.isWarned(user, loan);
    const problem =
      (isBeyondHour ? this.#desk.shortage(conversion) : this.#desk.problem(conversion, timeMs)) ??
      this.#shareProblem(user, conversion, timeMs) ??
      (loan === undefined ? undefined : this.#loans.collateralProblem(user, loan, conversion));
    if (problem !== undefined) return refused(problem);
    const id = this.#nextQuote++;
    const expiresMs = timeMs + FIRM_MS;
    const quote: Quote = { ...conversion, id, user, side, madeMs: timeMs, expiresMs };
    const promised = quote.received + quote.receivedRounding;
    const hold = this.#ledger.hold(this.#desk.account(quote.to), promised, id, 'quote');
    this.#desk.count(quote.to, quote.received, timeMs);
    this.#keep({ quote, loan: this.#rules.bindsQuotesToLoans ? loan : undefined, hold });
    this.#checks.check(
      'V3',
      this.#openOf(user, timeMs).length <= MOST_OPEN,
      `user ${user} has too many open quotes`,
    );
    this.#events.list.push({ type: 'quoteMade', quote });
    return { ok: true, id };
  }

  accept(command: AcceptQuote, timeMs: number): Rejection | undefined {
    if (!wellFormed.isAcceptance(command)) return 'malformed';
    const quote = this.find(command.user, command.quote, timeMs);
    if (typeof quote === 'string') return quote;
    if (this.#loanOf(quote) !== undefined) return 'loan_quote_wrong';
    if (!this.#desk.hasFunds(quote.user, quote)) return 'balance_insufficient';
    this.complete(quote);
    return undefined;
  }

  /** A quote that its user may accept now, or the rejection. */
  find(user: UserId, id: QuoteId, timeMs: number): Quote | Rejection {
    const live = this.#quotes.get(id);
    // Another user's quote is answered like an unknown one (no existence oracle).
    if (live === undefined || live.quote.user !== user) return 'quote_not_found';
    if (live.hold === undefined) return 'quote_used';
    return timeMs >= live.quote.expiresMs ? 'quote_expired' : live.quote;
  }

  /** Whether the collateral of a loan may be converted at a quote that `find` gave. */
  isFor(loan: number, quote: Quote): boolean {
    return (this.#loanOf(quote) ?? loan) === loan;
  }

  /** Converts at a quote that `find` gave. Its user must have the funds. */
  complete({ id }: Quote): void {
    const live = this.#quotes.get(id);
    if (live?.hold === undefined) throw new InvariantError('V1', `quote ${id} is not open`);
    const { quote, hold } = live;
    this.#check(live);
    live.hold = undefined;
    this.#ledger.closeHold(hold);
    this.#desk.pay(quote.user, quote, id, 'quote');
    this.#events.list.push({ type: 'quoteEnded', cause: 'accepted', quote });
  }

  /** Ends the quotes whose time is over. */
  onTime(timeMs: number): void {
    const hour = hourOf(timeMs);
    if (this.#unused.hour !== hour) this.#unused = { hour, received: new Map() };
    for (;;) {
      const id = this.#timers.takeBefore(timeMs + 1);
      const live = id < 0 ? undefined : this.#quotes.get(id);
      if (live === undefined) return;
      this.#expire(live);
    }
  }

  /** Full scan: V1 of each quote. */
  verify(): void {
    for (const live of this.#quotes.values()) {
      if (live.hold === undefined) continue;
      this.#check(live);
      this.#ledger.checkOwner(live.hold, live.quote.id, 'quote');
    }
  }

  snapshot(): Pick<SnapshotConvert, 'nextQuote' | 'quotes' | 'unused'> {
    return {
      nextQuote: this.#nextQuote,
      unused: this.#unusedRows(),
      quotes: [...this.#quotes.values()]
        .sort((a, b) => a.quote.id - b.quote.id)
        .map(({ quote, loan, hold }) => ({
          ...quote,
          paid: quote.paid.toString(),
          received: quote.received.toString(),
          paidRounding: quote.paidRounding.toString(),
          receivedRounding: quote.receivedRounding.toString(),
          isAccepted: hold === undefined,
          ...(loan === undefined ? {} : { loan }),
        })),
    };
  }

  restore({
    nextQuote,
    quotes,
    unused,
  }: Pick<SnapshotConvert, 'nextQuote' | 'quotes' | 'unused'>): void {
    this.#nextQuote = nextQuote;
    for (const { hour, user, currency, received } of unused) {
      this.#unused.hour = hour;
      this.#unused.received.set(ownerKey(user, currency), BigInt(received));
    }
    for (const { isAccepted, loan, ...row } of quotes) {
      const quote: Quote = {
        ...row,
        paid: BigInt(row.paid) as Amount,
        received: BigInt(row.received) as Amount,
        paidRounding: BigInt(row.paidRounding) as Amount,
        receivedRounding: BigInt(row.receivedRounding) as Amount,
      };
      const promised = quote.received + quote.receivedRounding;
      const desk = this.#desk.account(quote.to);
      const hold = isAccepted
        ? undefined
        : this.#ledger.restoreHold(desk, promised, quote.id, 'quote');
      this.#keep({ quote, loan, hold });
    }
  }

  #loanOf({ id }: Quote): number | undefined {
    return this.#quotes.get(id)?.loan;
  }

  #keep(live: LiveQuote): void {
    const { id, user, expiresMs } = live.quote;
    this.#quotes.set(id, live);
    const own = this.#ofUser.get(user) ?? new Set<LiveQuote>();
    own.add(live);
    this.#ofUser.set(user, own);
    this.#timers.add(expiresMs, id);
  }

  #expire(live: LiveQuote): void {
    const { quote, hold } = live;
    this.#quotes.delete(quote.id);
    const own = this.#ofUser.get(quote.user);
    own?.delete(live);
    if (own?.size === 0) this.#ofUser.delete(quote.user);
    if (hold === undefined) return;
    this.#check(live);
    this.#ledger.closeHold(hold);
    this.#desk.count(quote.to, -quote.received, quote.madeMs);
    this.#countUnused(quote);
    this.#events.list.push({ type: 'quoteEnded', cause: 'expired', quote });
  }

  /**
   * A quote costs nothing, so the quotes of one user must not use up the limit that all share. Open
   * quotes count, and so do quotes of the hour that expired unused.
   */
  #shareProblem(user: UserId, { to, received }: Conversion, timeMs: number): Rejection | undefined {
    if (!this.#rules.sharesDeskHour) return undefined;
    let promised = received + this.#unusedBy(user, to, timeMs);
    for (const { quote } of this.#openOf(user, timeMs))
      if (quote.to === to) promised += quote.received;
    return promised * USERS_OF_HOUR > this.#desk.hourLimit(to)
      ? 'convert_limit_reached'
      : undefined;
  }

  #countUnused({ user, to, received, madeMs }: Quote): void {
    const { hour, received: all } = this.#unused;
    if (!this.#rules.countsUnusedQuotes || hourOf(madeMs) !== hour) return;
    const key = ownerKey(user, to);
    all.set(key, (all.get(key) ?? 0n) + received);
  }

  /** The amount that a user's quotes of the hour promised and that was not accepted in time. */
  #unusedBy(user: UserId, currency: CurrencyId, timeMs: number): bigint {
    const { hour, received } = this.#unused;
    return hour === hourOf(timeMs) ? (received.get(ownerKey(user, currency)) ?? 0n) : 0n;
  }

  #unusedRows(): SnapshotConvert['unused'] {
    const { hour, received } = this.#unused;
    return [...received]
      .map(([key, sum]) => {
        const [user = 0, currency = 0] = key.split(' ').map(Number);
        return { hour, user, currency, received: sum.toString() };
      })
      .sort((a, b) => a.user - b.user || a.currency - b.currency);
  }

  #openOf(user: UserId, timeMs: number): LiveQuote[] {
    return [...(this.#ofUser.get(user) ?? [])].filter(
      ({ quote, hold }) => hold !== undefined && quote.expiresMs > timeMs,
    );
  }

  #check({ quote: { id, received, receivedRounding }, hold }: LiveQuote): void {
    this.#checks.check(
      'V1',
      hold !== undefined && this.#ledger.holdAmount(hold) === received + receivedRounding,
      `the desk does not hold what quote ${id} promises`,
    );
  }
}

function ownerKey(user: UserId, currency: CurrencyId): string {
  return `${user} ${currency}`;
}
