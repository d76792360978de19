import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import type { Rejection } from '../rejections.ts';
import type { Spot } from '../spot/spot.ts';
import * as wellFormed from './convert-commands-check.ts';
import type { ConvertCommand, SweepDust } from './convert-commands.ts';
import type { Conversion, ConvertEvent } from './convert-events.ts';
import type { SnapshotConvert } from './convert-snapshot.ts';
import { Desk } from './desk.ts';
import { Plans } from './plans.ts';
import { Quotes, type QuotedLoans } from './quotes.ts';

/**
 * The area of conversions: firm quotes, sweeps of small balances, recurring purchases. The desk, an
 * account of the house, is the other side of each. Hands each command to the part that decides it.
 */
export class Convert {
  readonly #events: EventSink<ConvertEvent>;
  readonly quotes: Quotes;
  readonly #desk: Desk;
  readonly #plans: Plans;

  /** @param parts `mayBegin`: whether a user may begin something, without debt and freeze */
  constructor(
    parts: AreaParts<ConvertEvent> & {
      readonly spot: Spot;
      readonly mayBegin: (user: UserId) => boolean;
      readonly quotedLoans: QuotedLoans;
    },
  ) {
    this.#events = parts.events;
    this.#desk = new Desk(parts);
    const withDesk = { ...parts, desk: this.#desk };
    this.quotes = new Quotes(withDesk);
    this.#plans = new Plans(withDesk);
  }

  apply(command: ConvertCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'convert.terms':
        return outcomeOf(this.#desk.list(command));
      case 'convert.fund':
        return outcomeOf(this.#desk.fund(command));
      case 'convert.quote':
        return this.quotes.ask(command, timeMs);
      case 'convert.accept':
        return outcomeOf(this.quotes.accept(command, timeMs));
      case 'convert.sweep':
        return outcomeOf(this.#sweep(command, timeMs));
      case 'convert.plan':
        return this.#plans.start(command, timeMs);
      case 'convert.endPlan':
        return outcomeOf(this.#plans.end(command));
      default:
        return refused('malformed');
    }
  }

  /** Time has passed: quotes end, and plans run. */
  onTime(timeMs: number): void {
    this.quotes.onTime(timeMs);
    this.#plans.onTime(timeMs);
  }

  verify(): void {
    this.quotes.verify();
  }

  snapshot(): SnapshotConvert {
    const { nextQuote, quotes, unused } = this.quotes.snapshot();
    const { nextPlan, plans } = this.#plans.snapshot();
    const { terms, given } = this.#desk.snapshot();
    return { nextQuote, nextPlan, terms, given, unused, quotes, plans };
  }

  restore(snapshot: SnapshotConvert): void {
    this.#desk.restore(snapshot);
    this.quotes.restore(snapshot);
    this.#plans.restore(snapshot);
  }

  /** All of the balances or none. */
  #sweep(command: SweepDust, timeMs: number): Rejection | undefined {
    if (!wellFormed.isSweep(command)) return 'malformed';
    const { user, to, currencies, least } = command;
    const conversions = this.#dustOf(user, to, currencies, timeMs);
    if (typeof conversions === 'string') return conversions;
    const sum = sumOf(conversions, ({ received }) => received);
    if (sum < least) return 'convert_moved';
    const rounding = sumOf(conversions, ({ receivedRounding }) => receivedRounding);
    const [first] = conversions as [Conversion];
    const whole = { ...first, received: sum, receivedRounding: rounding } as Conversion;
    const problem = this.#desk.problem(whole, timeMs);
    if (problem !== undefined) return problem;
    this.#desk.count(to, sum, timeMs);
    for (const conversion of conversions) {
      this.#desk.pay(user, conversion, 0, 'dust');
      this.#events.list.push({ type: 'dustSwept', user, conversion });
    }
    return undefined;
  }

  #dustOf(
    user: UserId,
    to: CurrencyId,
    currencies: readonly CurrencyId[],
    timeMs: number,
  ): readonly Conversion[] | Rejection {
    const conversions: Conversion[] = [];
    for (const from of currencies) {
      const conversion = this.#desk.priceOfDust(from, to, timeMs, user);
      if (typeof conversion === 'string') return conversion;
      conversions.push(conversion);
    }
    return conversions;
  }
}

function sumOf(conversions: readonly Conversion[], of: (conversion: Conversion) => bigint): bigint {
  return conversions.reduce((sum, each) => sum + of(each), 0n);
}
