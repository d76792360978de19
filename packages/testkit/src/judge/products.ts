/**
 * The areas that came after the first three rules: their oracles on the judge's accounts and books.
 */
import type { Market as ListedMarket } from '@meridian/core/catalog/catalog';
import type { Command } from '@meridian/core/commands';
import type { Outcome } from '@meridian/core/outcome';
import type { PlaceOrder } from '@meridian/core/spot/spot-commands';
import { NaiveConvert } from '../naive-convert.ts';
import { NaiveEarn } from '../naive-earn.ts';
import { NaiveFees } from '../naive-fees.ts';
import type { OracleLedger } from '../naive-ledger.ts';
import { NaiveLoan } from '../naive-loan.ts';
import { NaiveP2p } from '../naive-p2p.ts';
import { NaiveRebates } from '../naive-rebates.ts';
import { NaiveSales } from '../naive-sales.ts';
import { NaiveVotes } from '../naive-votes.ts';
import type { Answer } from './kept-answers.ts';
import { other, type Market, type Trade } from './market.ts';
import type { RecordedCommand } from './rules.ts';

/** The judge's exchange, as these areas use it. */
export interface Surroundings {
  readonly scaleOf: (currency: number) => number | undefined;
  readonly hasCurrency: (currency: number) => boolean;
  readonly restraintOf: ConstructorParameters<typeof NaiveP2p>[1]['restraintOf'];
  readonly isFrozen: (user: number) => boolean;
  readonly owes: (user: number) => boolean;
  readonly timeMs: () => number;
  readonly rules: () => number;
  /** Ids of the listed markets. */
  readonly listed: () => readonly number[];
  readonly bookOf: (market: number) => Market | undefined;
  readonly marketOf: (market: number) => (ListedMarket & Prices) | undefined;
  readonly place: (order: RecordedCommand) => Answer;
  /** Trades of the running command. */
  readonly traded: () => readonly Trade[];
}

interface Prices {
  readonly indexTicks: number;
  readonly indexTimeMs: number;
  readonly indexQuotedAtMs: number;
  readonly markTicks: number;
}

export class Products {
  readonly #around: Surroundings;
  readonly #p2p: NaiveP2p;
  readonly #earn: NaiveEarn;
  readonly #convert: NaiveConvert;
  readonly #loan: NaiveLoan;
  readonly fees: NaiveFees;
  readonly #votes = new NaiveVotes();
  readonly rebates: NaiveRebates;
  readonly #sales: NaiveSales;

  constructor(ledger: OracleLedger, around: Surroundings) {
    this.#around = around;
    const mayBegin = (user: number): boolean => !around.owes(user) && !around.isFrozen(user);
    const { hasCurrency, rules } = around;
    this.#p2p = new NaiveP2p(ledger, around);
    this.fees = new NaiveFees(rules);
    this.#sales = new NaiveSales(ledger, hasCurrency);
    this.rebates = new NaiveRebates(ledger, {
      hasCurrency,
      rules,
      rateOf: (user, role, market) => this.fees.rateOf(user, role, market, around.timeMs()),
      markets: () =>
        around
          .listed()
          .map((id) => this.#market(id))
          .filter((each) => each !== undefined),
    });
    this.#earn = new NaiveEarn(ledger, { rules, hasCurrency, mayBegin });
    this.#convert = new NaiveConvert(ledger, {
      rules,
      hasCurrency,
      mayBegin,
      marketOf: (id) => this.#market(id),
      collateralOf: (user, loan) => this.#loan.collateralOf(user, loan),
    });
    this.#loan = new NaiveLoan(ledger, {
      rules,
      marketOf: (id) => this.#market(id),
      earn: this.#earn,
      convert: this.#convert,
      place: (order) => this.#place(order),
      broughtBy: (order) => this.#broughtBy(order),
    });
  }

  /** Those that know whether a command of theirs has its shape. */
  get shapes(): readonly { isMalformed(command: Command): boolean }[] {
    const newest = [this.fees, this.#votes, this.rebates, this.#sales];
    return [this.#p2p, this.#earn, this.#convert, this.#loan, ...newest];
  }

  /** @returns undefined for a command of another area */
  apply(command: { readonly kind: string }, timeMs: number): Answer | undefined {
    switch (command.kind.split('.', 1)[0]) {
      case 'p2p':
        return this.#p2p.apply(command as never, timeMs) as Answer;
      case 'earn':
        return this.#earn.apply(command as never, timeMs) as Answer;
      case 'convert':
        return this.#convert.apply(command as never, timeMs) as Answer;
      case 'loan':
        return this.#loan.apply(command as never, timeMs) as Answer;
      case 'fee':
        return this.fees.apply(command as never, this.#around.hasCurrency) as Answer;
      case 'vote':
        return this.#votes.apply(command as never, timeMs) as Answer;
      case 'rebate':
        return this.rebates.apply(command as never, timeMs) as Answer;
      case 'sale':
        return this.#sales.apply(command as never, timeMs) as Answer;
      default:
        return undefined;
    }
  }

  pass(timeMs: number): void {
    this.#p2p.pass(timeMs);
    this.#p2p.forget(timeMs);
    this.#earn.pass(timeMs);
    this.#convert.pass(timeMs);
    this.#loan.pass(timeMs);
    this.#votes.pass(timeMs);
    this.rebates.pass(timeMs);
    this.#sales.pass(timeMs);
  }

  onPrice(market: number, timeMs: number): void {
    this.#loan.onPrice(market, timeMs);
  }

  collectSavings(user: number, currency: number, most: bigint, timeMs: number): boolean {
    return this.#earn.collect(user, currency, most, timeMs);
  }

  collectCommitments(user: number, currency: number, most: bigint): boolean {
    return this.#sales.collect(user, currency, most);
  }

  #market(id: number) {
    const [facts, listed] = [this.#around.bookOf(id), this.#around.marketOf(id)];
    if (facts === undefined || listed === undefined) return undefined;
    const { indexTicks, indexQuotedAtMs, markTicks } = listed;
    return {
      settings: listed,
      unit: facts.unit,
      indexTicks,
      indexQuotedAtMs,
      markTicks,
      makersFor: (side: 'buy' | 'sell') =>
        [...facts.book[other(side)].inTurn()].map(({ price, remaining }) => ({
          priceTicks: Number(price),
          remainingLots: Number(remaining),
        })),
    };
  }

  /** The notional of an answer is a text, as in the record. */
  #place(order: PlaceOrder): Outcome {
    return this.#around.place(order as unknown as RecordedCommand) as unknown as Outcome;
  }

  #broughtBy(order: number): bigint {
    return this.#around
      .traded()
      .filter(({ taker }) => taker.id === order)
      .reduce((sum, { notional, takerFee }) => sum + notional - takerFee, 0n);
  }
}
