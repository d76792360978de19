import type { Amount } from '@meridian/money/amount';
import type { Command } from '@meridian/core/commands';
import {
  PLAN_DAYS,
  type ConvertCommand,
  type ConvertTerms,
} from '@meridian/core/convert/convert-commands';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import { drawAmount, drawBound } from './drawn-amounts.ts';
import type { SeededRandom } from './seeded-random.ts';

interface StreamParts {
  readonly random: SeededRandom;
  readonly users: readonly number[];
  /** Currencies with the market that each is priced in; 0 for the hub. */
  readonly pairs: readonly { readonly currency: number; readonly market: number }[];
  readonly purse: readonly bigint[];
}

/** Open quotes, plans and loans, from which the stream draws, so that most acts find one. */
export interface KnownConversions {
  readonly quotes: readonly { readonly id: number; readonly user: number }[];
  readonly plans: readonly KnownPlan[];
  readonly loans: readonly KnownLoan[];
}

export interface KnownPlan {
  readonly id: number;
  readonly user: number;
  readonly nextMs: number;
}

export interface KnownLoan {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  /** Collateral in smallest units; decimal digits in a snapshot. */
  readonly pledged: bigint | string;
}

/** Ids that random commands can name in a state of the core. */
export function knownConversions({
  convert,
  loan,
}: Pick<ExchangeSnapshot, 'convert' | 'loan'>): KnownConversions {
  return {
    quotes: convert.quotes,
    plans: convert.plans,
    loans: loan.loans.filter(({ state }) => state === 'active'),
  };
}

/**
 * Quotes that are accepted early, late, twice and by others; desks that run out; limits of an hour;
 * sweeps; plans that run, are skipped and end; terms that change while quotes are open.
 */
export class ConvertStream {
  readonly #random: SeededRandom;
  readonly #users: readonly number[];
  readonly #pairs: StreamParts['pairs'];
  readonly #purse: readonly bigint[];

  constructor({ random, users, pairs, purse }: StreamParts) {
    this.#random = random;
    this.#users = users;
    this.#pairs = pairs;
    this.#purse = purse;
  }

  *opening(): Generator<Command> {
    for (const pair of [...this.#pairs].sort((a, b) => a.market - b.market)) {
      yield this.#list(pair);
      yield this.#fund(pair.currency, 'in');
      yield this.#fund(pair.currency, 'in');
    }
  }

  next(known: KnownConversions): Command {
    const random = this.#random;
    const draw = random.next();
    const user = random.pick(this.#users);
    if (draw < 0.4) return this.#ask(user, known);
    if (draw < 0.65) {
      if (known.quotes.length === 0 && random.chance(0.9)) return this.#ask(user, known);
      const { id, user: owner } = this.#one(known.quotes);
      return { kind: 'convert.accept', user: random.chance(0.05) ? user : owner, quote: id };
    }
    if (draw < 0.72) return this.#sweep(user);
    if (draw < 0.77) return this.#plan(user);
    if (draw < 0.79) {
      const { id, user: owner } = this.#one(known.plans);
      return { kind: 'convert.endPlan', user: owner, plan: id };
    }
    if (draw < 0.86)
      return this.#fund(random.pick(this.#pairs).currency, random.pick(['in', 'in', 'out']));
    if (draw < 0.93) return { kind: 'clock.tick' };
    const pair = random.pick(this.#pairs);
    return this.#list(random.chance(0.05) ? { ...pair, market: random.pick([0, 1, 99]) } : pair);
  }

  #ask(user: number, { loans }: KnownConversions): ConvertCommand {
    const random = this.#random;
    const { from, to } = this.#pair();
    const side = random.pick(['from', 'to'] as const);
    const ask = { kind: 'convert.quote', user, from, to, side, amount: this.#amount() } as const;
    if (loans.length === 0 || !random.chance(0.3)) return ask;
    const loan = random.pick(loans);
    const collateral = this.#pairs.find(({ market }) => market === loan.market)?.currency ?? from;
    const hub = this.#pairs.find(({ market }) => market === 0)?.currency ?? to;
    const pair = random.chance(0.9) ? { from: collateral, to: hub } : { from, to };
    return { ...ask, ...pair, user: loan.user, loan: loan.id };
  }

  #sweep(user: number): ConvertCommand {
    const random = this.#random;
    const { currency: to } = random.pick(this.#pairs);
    const currencies = this.#pairs
      .map(({ currency }) => currency)
      .filter((currency) => currency !== to && random.chance(0.7))
      .sort((a, b) => a - b);
    const [first] = this.#pairs.filter(({ currency }) => currency !== to);
    return {
      kind: 'convert.sweep',
      user,
      to,
      currencies: currencies.length > 0 ? currencies : [first?.currency ?? 1],
      least: random.chance(0.8) ? (0n as Amount) : this.#amount(),
    };
  }

  #plan(user: number): ConvertCommand {
    const random = this.#random;
    return {
      kind: 'convert.plan',
      user,
      ...this.#pair(),
      amount: this.#amount(),
      everyDays: random.pick(PLAN_DAYS),
      minute: random.below(1_440),
      maxSpreadBps: random.pick([0, 50, 500, 4_000]),
    };
  }

  #pair(): { readonly from: number; readonly to: number } {
    const from = this.#random.pick(this.#pairs).currency;
    const others = this.#pairs.filter(({ currency }) => currency !== from);
    return { from, to: this.#random.pick(others).currency };
  }

  #one(known: readonly { readonly id: number; readonly user: number }[]) {
    if (known.length > 0 && !this.#random.chance(0.05)) return this.#random.pick(known);
    return { id: this.#random.between(1, 200), user: this.#random.pick(this.#users) };
  }

  #list({ currency, market }: { currency: number; market: number }): ConvertCommand {
    const random = this.#random;
    const isHub = market === 0;
    const marginBps = isHub ? 0 : random.pick([0, 10, 300]);
    const terms: ConvertTerms = {
      currency,
      market,
      marginBps,
      capBps: isHub ? 0 : marginBps + random.pick([0, 50, 1_000]),
      min: 1n as Amount,
      max: drawBound(random, this.#purse, [1n, 10n ** 5n]),
      step: random.pick([1n, 1n, 1n, 100n]) as Amount,
      hourLimit: drawBound(random, this.#purse, [1n, 100n, 10n ** 5n]),
      dust: drawBound(random, this.#purse, [0n, 1n, 10n ** 5n]),
      isOpen: random.chance(0.95),
    };
    return { kind: 'convert.terms', terms };
  }

  #fund(currency: number, direction: 'in' | 'out'): ConvertCommand {
    return { kind: 'convert.fund', currency, direction, amount: this.#amount() };
  }

  #amount(): Amount {
    const amount = drawAmount(this.#random, this.#purse);
    return (this.#random.chance(0.3) ? amount * 100n : amount) as Amount;
  }
}
