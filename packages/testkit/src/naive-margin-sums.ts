import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { MarginTerms } from '@meridian/core/margin/margin-commands';
import type { Cover } from '@meridian/core/margin/margin-snapshot';
import type { Rejection } from '@meridian/core/rejections';
import { accountName, type Balance } from './naive-ledger.ts';
import type { NaiveMarginMoney } from './naive-margin-money.ts';
import {
  addedRest,
  BPS,
  type Cost,
  highest,
  isBelowOwn,
  marginOf,
  overnightOf,
  ownOf,
  profitAt,
  roundUp,
  someOf,
  valueAt,
  type NaiveIndex,
  type NaivePosition,
} from './naive-positions.ts';

interface NaiveMarginState {
  readonly positions: readonly NaivePosition[];
  readonly terms: ReadonlyMap<number, MarginTerms>;
  readonly dead: ReadonlySet<number>;
  readonly money: NaiveMarginMoney;
  readonly balance: (account: string) => Balance;
  readonly marketOf: (id: number) => NaiveIndex | undefined;
}

/** Sums over the positions of the naive margin: of accounts, and of the house. */
export class NaiveMarginSums {
  readonly #state: NaiveMarginState;

  constructor(state: NaiveMarginState) {
    this.#state = state;
  }

  /**
   * Free balance and equity of an account once a position has closed at the index and the insurance
   * was paid.
   */
  without(position: NaivePosition): { free: bigint; equity: bigint } {
    if (position.isIsolated) {
      const { user, currency } = position;
      const own = ownOf(position) + this.profit(position) - overnightOf(position);
      const freed = own > 0n ? own : 0n;
      const free = this.spare(user, currency) + freed;
      return { free: free < 0n ? 0n : free, equity: this.equity(user, currency) + freed };
    }
    const { user, currency, margin } = position;
    const won = this.profit(position);
    const owed = this.#state.money.owing.get(accountName(user, 'margin', currency)) ?? 0n;
    const repaid = won <= 0n ? 0n : owed < won ? owed : won;
    const available =
      this.#state.money.available(user, currency) + margin + won - overnightOf(position) - repaid;
    const others = this.open(user, currency).filter((each) => each !== position);
    const worse = this.netOf(others, (each) => [this.markProfit(each), this.profit(each)]);
    const atMark = this.netOf(others, (each) => [this.markProfit(each)]);
    const free = available + (worse < 0n ? worse : 0n);
    return {
      free: free < 0n ? 0n : free,
      equity: others.reduce((sum, each) => sum + each.margin, available) + atMark,
    };
  }

  /**
   * Profits of positions less their nights, by market at the least of some prices; in a dead market
   * only losses.
   */
  netOf(positions: readonly NaivePosition[], by: (each: NaivePosition) => bigint[]): bigint {
    let sum = positions.reduce((nights, each) => nights - overnightOf(each), 0n);
    for (const market of new Set(positions.map((each) => each.market))) {
      const here = positions.filter((each) => each.market === market).map(by);
      const nets = (here[0] ?? []).map((_, index) =>
        here.reduce((net, each) => net + (each[index] ?? 0n), 0n),
      );
      const least = nets.reduce((low, net) => (net < low ? net : low));
      sum += least > 0n && this.#state.dead.has(market) ? 0n : least;
    }
    return sum;
  }

  equity(user: number, currency: number): bigint {
    return this.equityIf(user, currency, undefined);
  }

  /**
   * Equity of the account at the marks, or at another mark of one market. Profits in a dead market
   * count nothing.
   */
  equityIf(
    user: number,
    currency: number,
    other: { market: number; ticks: number } | undefined,
  ): bigint {
    return (
      this.open(user, currency).reduce(
        (sum, each) => sum + each.margin,
        this.#state.money.available(user, currency),
      ) + this.profits(user, currency, other)
    );
  }

  profits(user: number, currency: number, other?: { market: number; ticks: number }): bigint {
    const open = this.open(user, currency);
    let sum = open.reduce((nights, each) => nights - overnightOf(each), 0n);
    for (const market of new Set(open.map((each) => each.market))) {
      const ticks = other?.market === market ? other.ticks : this.index(market).markTicks;
      const profit = open
        .filter((each) => each.market === market)
        .reduce((net, each) => net + profitAt(each, ticks), 0n);
      sum += profit > 0n && this.#state.dead.has(market) ? 0n : profit;
    }
    return sum;
  }

  required(user: number, currency: number): bigint {
    return this.open(user, currency).reduce(
      (sum, each) => sum + each.margin * BigInt(each.terms.maintenancePercent),
      0n,
    );
  }

  houseHas(currency: number): bigint {
    return this.#state.balance(accountName(SYSTEM.house, 'margin', currency)).available;
  }

  /**
   * Debts of the house, and the possible profit of the winning side of each market if its mark
   * moved by the terms' share.
   */
  houseNeeds(currency: number, added: NaivePosition | undefined, closed?: NaivePosition): bigint {
    let needed = this.#state.money.debts
      .filter((debt) => debt.currency === currency)
      .reduce((sum, { owed }) => sum + owed, 0n);
    const open = this.#state.positions.filter(
      (each) => each.status === 'open' && each.currency === currency && each !== closed,
    );
    for (const [id, { houseMoveBps = 1_000 }] of this.#state.terms) {
      const here = [...open, ...(added === undefined ? [] : [added])].filter(
        ({ market }) => market === id,
      );
      let most = 0n;
      for (const isLong of [true, false]) {
        const side = here.filter((each) => each.isLong === isLong);
        const size = side.reduce((sum, { lots, unit }) => sum + BigInt(lots) * unit, 0n);
        const value = side.reduce((sum, each) => sum + valueAt(each, each.entryTicks), 0n);
        const moved =
          size *
          BigInt(this.index(id).markTicks) *
          (BPS + (isLong ? 1n : -1n) * BigInt(houseMoveBps));
        const win = isLong ? roundUp(moved, BPS) - value : value - moved / BPS;
        if (win > most) most = win;
      }
      needed += most;
    }
    return needed;
  }

  /**
   * Available, less the losses of open positions: in each market by the mark or by the index,
   * whichever is the greater loss.
   */
  spare(user: number, currency: number): bigint {
    const open = this.open(user, currency);
    let profits = open.reduce((nights, each) => nights - overnightOf(each), 0n);
    for (const market of new Set(open.map((each) => each.market))) {
      const here = open.filter((each) => each.market === market);
      const [byMark, byIndex] = [
        here.reduce((net, each) => net + this.markProfit(each), 0n),
        here.reduce((net, each) => net + this.profit(each), 0n),
      ];
      const worse = byIndex < byMark ? byIndex : byMark;
      profits += worse > 0n && this.#state.dead.has(market) ? 0n : worse;
    }
    return this.#state.money.available(user, currency) + (profits < 0n ? profits : 0n);
  }

  /** Whether a close waits that the wallet may pay for. */
  mayMove(user: number, currency: number): Rejection | undefined {
    return this.alive()
      .filter((each) => each.user === user && each.currency === currency)
      .some(({ closingAtMs, cover }) => closingAtMs > 0 && cover !== 'margin')
      ? 'change_pending'
      : undefined;
  }

  /** The spare money, never below zero. */
  free(user: number, currency: number): bigint {
    const spare = this.spare(user, currency);
    return spare < 0n ? 0n : spare;
  }

  /** At the index, at which positions are closed. */
  profit(position: NaivePosition): bigint {
    return profitAt(position, this.index(position.market).indexTicks);
  }

  markProfit(position: NaivePosition): bigint {
    return profitAt(position, this.index(position.market).markTicks);
  }

  alive(): NaivePosition[] {
    return this.#state.positions.filter(({ status }) => status !== 'over');
  }

  /** Of the account's cross margin: isolated positions are no part of it. */
  open(user: number, currency: number): NaivePosition[] {
    return this.#state.positions.filter(
      (each) =>
        each.status === 'open' &&
        each.user === user &&
        each.currency === currency &&
        !each.isIsolated,
    );
  }

  isStale(id: number, timeMs: number): boolean {
    const { indexTimeMs, indexMaxAgeMs } = this.index(id);
    return timeMs > indexTimeMs + indexMaxAgeMs;
  }

  index(id: number): NaiveIndex {
    const market = this.#state.marketOf(id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }

  /** The reason why the other side could not open once the position had closed at the index. */
  turnObstacle(
    position: NaivePosition,
    other: NaivePosition,
    { value, margin, fee, entryTicks }: Cost,
  ): 'margin' | 'exposure' | 'house' | undefined {
    const { user, currency, market } = position;
    const after = { ...other, entryTicks, margin };
    const beside = this.alive().filter(
      (each) => each.status === 'open' && each.market === market && each.isLong === other.isLong,
    );
    const exposure = beside.reduce((sum, each) => sum + valueAt(each, each.entryTicks), value);
    if (exposure > (this.#state.terms.get(market)?.exposureCap ?? 0n)) return 'exposure';
    const won = this.profit(position);
    // Of an isolated loss the house gets the margin of its owner, and the addition of the
    // insurance.
    const { available } = this.#state.balance(accountName(SYSTEM.insurance, 'spot', currency));
    const least = position.isIsolated ? -(ownOf(position) + available) : won;
    const paid = won < least ? least : won;
    if (this.houseHas(currency) - paid < this.houseNeeds(currency, after, position)) return 'house';
    const { free, equity } = this.without(position);
    if (free < margin + fee) return 'margin';
    if (other.isIsolated) {
      const isBelow = isBelowOwn(after, this.index(market).markTicks);
      const left = (equity - margin - fee) * 100n;
      return isBelow || left < this.required(user, currency) ? 'margin' : undefined;
    }
    const needed = this.open(user, currency)
      .filter((each) => each !== position)
      .reduce(
        (sum, each) => sum + each.margin * BigInt(each.terms.maintenancePercent),
        margin * BigInt(after.terms.maintenancePercent),
      );
    return (equity - fee + this.markProfit(after)) * 100n < needed ? 'margin' : undefined;
  }

  /** The reason why the house refuses such a position now. */
  houseObstacle(
    position: NaivePosition,
    { value, margin, entryTicks }: Cost,
  ): 'exposure' | 'house' | undefined {
    const { currency, market, isLong } = position;
    const exposure = this.alive()
      .filter((each) => each.status === 'open' && each.market === market && each.isLong === isLong)
      .reduce((sum, each) => sum + valueAt(each, each.entryTicks), 0n);
    if (exposure + value > (this.#state.terms.get(market)?.exposureCap ?? 0n)) return 'exposure';
    return this.houseHas(currency) < this.houseNeeds(currency, { ...position, entryTicks, margin })
      ? 'house'
      : undefined;
  }

  /** The reason why the owner cannot afford such a position now. */
  ownObstacle(position: NaivePosition, { margin, fee, entryTicks }: Cost): 'margin' | undefined {
    const { user, currency } = position;
    const after = { ...position, entryTicks, margin };
    if (this.free(user, currency) < margin + fee) return 'margin';
    if (position.isIsolated) {
      const isBelow = isBelowOwn(after, this.index(position.market).markTicks);
      const left = (this.equity(user, currency) - margin - fee) * 100n;
      return isBelow || left < this.required(user, currency) ? 'margin' : undefined;
    }
    const equity = this.equity(user, currency) - fee + this.markProfit(after);
    const needed = [...this.open(user, currency), after].reduce(
      (sum, each) => sum + each.margin * BigInt(each.terms.maintenancePercent),
      0n,
    );
    return equity * 100n < needed ? 'margin' : undefined;
  }

  /**
   * The payer of the loss of some lots at an index: the margin, the wallet, or others of the
   * account. A part of the lots pays its nights too, and frees only the margin that the rest no
   * longer needs.
   */
  payerAt(position: NaivePosition, ticks: number, lots: number): Cover {
    let left = ownOf(position) + profitAt(someOf(position, lots), ticks);
    if (position.isIsolated && lots === position.lots) return 'margin';
    if (lots !== position.lots) {
      left -= addedRest(position, lots);
      left -= marginOf(someOf(position, position.lots - lots));
      left -= overnightOf(someOf(position, lots));
    }
    if (left >= 0n) return 'margin';
    if (position.isIsolated) return 'others';
    return this.#state.money.available(position.user, position.currency) + left >= 0n
      ? 'wallet'
      : 'others';
  }

  /** The index, worse for a position by the slippage of the terms. */
  slipped({ market, isLong, terms: agreed }: NaivePosition): number {
    const { indexTicks } = this.index(market);
    const terms = this.#state.terms.get(market) ?? agreed;
    return isLong
      ? Number((BigInt(indexTicks) * (BPS - BigInt(terms.slippageBps ?? 50))) / BPS)
      : highest(indexTicks, terms);
  }

  /** Whether a position would have its initial margin, by mark and by index, without so much. */
  maySpare(position: NaivePosition, amount: bigint): boolean {
    const { markTicks, indexTicks } = this.index(position.market);
    const isEnough = (ticks: number): boolean =>
      ownOf(position) - amount - overnightOf(position) + profitAt(position, ticks) >=
      roundUp(valueAt(position, ticks), position.leverage);
    return position.added >= amount && isEnough(markTicks) && isEnough(indexTicks);
  }

  /**
   * Whether stops of an order would be reached at its entry, or at the mark, if it fills with the
   * next price.
   */
  wrongStops(
    { isLong, takeProfit, stopLoss }: NaivePosition,
    entryTicks: number,
    markTicks: number | undefined,
  ): Rejection | undefined {
    const isWon = (ticks: number): boolean =>
      takeProfit !== 0 && (isLong ? ticks >= takeProfit : ticks <= takeProfit);
    const isLost = (ticks: number): boolean =>
      stopLoss !== 0 && (isLong ? ticks <= stopLoss : ticks >= stopLoss);
    if (isWon(entryTicks) || isLost(entryTicks)) return 'stop_on_wrong_side';
    if (markTicks === undefined) return undefined;
    if (isWon(markTicks)) return 'take_profit_passed';
    return isLost(markTicks) ? 'stop_on_wrong_side' : undefined;
  }

  /**
   * Whether the oldest quote of the index is newer than `sinceMs` by more than the market's delay.
   */
  isYounger(id: number, sinceMs: number): boolean {
    return (
      this.index(id).indexQuotedAtMs - (this.#state.terms.get(id)?.fillDelayMs ?? 100) > sinceMs
    );
  }

  isThin(id: number): boolean {
    return this.index(id).indexSources < (this.#state.terms.get(id)?.minSources ?? 1);
  }
}
