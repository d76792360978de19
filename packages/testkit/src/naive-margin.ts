import type { Command } from '@meridian/core/commands';
import type { Outcome } from '@meridian/core/outcome';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type {
  MarginCommand,
  MarginTerms,
  OpenPosition,
  ReducePositions,
  ReversePosition,
  SetStops,
} from '@meridian/core/margin/margin-commands';
import type { SnapshotMargin, SnapshotPosition } from '@meridian/core/margin/margin-snapshot';
import type { Rejection } from '@meridian/core/rejections';
import type { FirstMargin } from './judge/version-1/first-margin.ts';
import { accountName, because, type OracleLedger } from './naive-ledger.ts';
import { NaiveAddedMargin } from './naive-added-margin.ts';
import { NaiveMarginCloses } from './naive-margin-closes.ts';
import { NaiveMarginSums } from './naive-margin-sums.ts';
import { NaiveMarginMoney } from './naive-margin-money.ts';
import type { NaiveFee } from './naive-rebates.ts';
import { areOtherThanSeen, isWellFormed } from './naive-margin-commands.ts';
import {
  BPS,
  costAt,
  dayOf,
  draftOf,
  fillOf,
  isBelowOwn,
  type NaiveIndex,
  type NaivePosition,
  overnightOf,
  ownOf,
  rowOf,
  sorted,
  stopOf,
} from './naive-positions.ts';
import { isWholeNumber } from './naive-rules.ts';

export interface NaiveMarginCatalog {
  readonly scaleOf: (currency: number) => number | undefined;
  /**
   * Whether the present rules refuse terms under which a price hardly has time to fill an order.
   */
  readonly wantsTimeToFill: () => boolean;
  readonly marketOf: (id: number) => NaiveIndex | undefined;
  readonly noteFee: (fee: NaiveFee) => void;
}

/** The rules of margin a second time: one list of positions, and a full scan at each price. */
export class NaiveMargin {
  readonly #catalog: NaiveMarginCatalog;
  readonly #money: NaiveMarginMoney;
  readonly #sums: NaiveMarginSums;
  readonly #closes: NaiveMarginCloses;
  readonly #added: NaiveAddedMargin;
  readonly #terms = new Map<number, MarginTerms>();
  readonly #positions: NaivePosition[] = [];
  readonly #dead = new Set<number>();
  /** Events of positions since the last reading. */
  #log: string[] = [];

  constructor(ledger: OracleLedger, catalog: NaiveMarginCatalog) {
    this.#catalog = catalog;
    this.#money = new NaiveMarginMoney(ledger, (note) => this.#log.push(note));
    this.#sums = new NaiveMarginSums({
      positions: this.#positions,
      terms: this.#terms,
      dead: this.#dead,
      money: this.#money,
      balance: (account) => ledger.balance(account),
      marketOf: catalog.marketOf,
    });
    const parts = {
      sums: this.#sums,
      money: this.#money,
      note: (line: string) => void this.#log.push(line),
    };
    this.#closes = new NaiveMarginCloses({ ...parts, dead: this.#dead });
    this.#added = new NaiveAddedMargin(parts);
  }

  /**
   * Takes over the state of the first rules, under which no close waited for a younger index, and
   * the house had no debts.
   */
  takeOver({ terms, positions }: ReturnType<FirstMargin['handOver']>): void {
    for (const [market, own] of terms) this.#terms.set(market, own);
    this.#positions.push(
      ...positions.map((position) =>
        Object.assign(position, {
          worst: 0,
          held: position.priceTicks,
          next: undefined,
          closingAtMs: 0,
          cover: 'margin' as const,
          closingFor: 'closed' as const,
          takenBackAtMs: 0,
          closingLots: 0,
          limit: undefined,
          reverseTicks: 0,
          isIsolated: false,
          added: 0n,
          removal: undefined,
        }),
      ),
    );
  }

  apply(command: MarginCommand, timeMs: number): Outcome {
    const answer = this.#dispatch(command, timeMs);
    if (typeof answer === 'string') return { ok: false, rejection: answer };
    return answer === undefined ? { ok: true } : { ok: true, id: answer.id, status: 'open' };
  }

  isMalformed(command: Command): boolean {
    return command.kind.startsWith('margin.') && !isWellFormed(command as MarginCommand);
  }

  /** At the end of each command the house pays its debts from its funds. */
  payDebts(): void {
    this.#money.payDebts();
  }

  /** The positions, in the shape of the core's snapshot. */
  snapshot(): SnapshotPosition[] {
    return this.#sums.alive().map(rowOf);
  }

  takeLog(): string[] {
    const log = this.#log;
    this.#log = [];
    return log;
  }

  /** Waiting and open positions. */
  positions(): {
    id: number;
    user: number;
    market: number;
    status: string;
    isLong: boolean;
    lots: number;
    entryTicks: number;
    isIsolated: boolean;
    added: bigint;
  }[] {
    return this.#sums.alive();
  }

  /** The rest of the state, in the shape of the core's snapshot. */
  snapshotRest(): Pick<SnapshotMargin, 'dead' | 'debts' | 'owing'> {
    const byCurrency = [...this.#money.debts].sort((a, b) => a.currency - b.currency);
    return {
      dead: [...this.#dead].sort((a, b) => a - b),
      debts: byCurrency.map(({ owed, ...debt }) => ({ ...debt, owed: owed.toString() })),
      owing: this.#owingRows(),
    };
  }

  #owingRows(): SnapshotMargin['owing'] {
    const owners = new Map(
      this.#sums
        .alive()
        .map(
          ({ user, currency }) =>
            [accountName(user, 'margin', currency), { user, currency }] as const,
        ),
    );
    const rows = [...this.#money.owing]
      .filter(([, owed]) => owed > 0n)
      .map(([name, owed]) => ({
        ...(owners.get(name) as { user: number; currency: number }),
        owing: owed.toString(),
      }));
    return rows.sort((a, b) => a.user - b.user || a.currency - b.currency);
  }

  /** The part of its wallet that the house may take out. */
  houseFree(currency: number): bigint {
    return this.#sums.houseHas(currency) - this.#sums.houseNeeds(currency, undefined);
  }

  *holds(): Generator<readonly [account: string, amount: bigint]> {
    for (const position of this.#sums.alive())
      yield [
        accountName(position.user, 'margin', position.currency),
        position.status === 'open' ? ownOf(position) : position.margin + position.fee,
      ];
  }

  /** Whether an amount may be transferred out of the margin wallet. */
  mayLeave(user: number, currency: number, amount: bigint, timeMs: number): Rejection | undefined {
    const open = this.#sums.open(user, currency);
    if (open.some(({ market }) => this.#sums.isStale(market, timeMs))) return 'index_stale';
    return open.length > 0 && amount > this.#sums.free(user, currency)
      ? 'margin_in_use'
      : undefined;
  }

  /** The amount that a debt may take out of the margin wallet now. */
  freeToTake(user: number, currency: number, timeMs: number): bigint {
    return this.#sums.open(user, currency).some(({ market }) => this.#sums.isStale(market, timeMs))
      ? 0n
      : this.#sums.free(user, currency);
  }

  mayMove(user: number, currency: number): Rejection | undefined {
    return this.#sums.mayMove(user, currency);
  }

  /** Ends all waiting orders of a user, by currency. */
  dropOrdersOf(user: number): void {
    const currencies = new Set(
      this.#sums
        .alive()
        .filter((each) => each.user === user)
        .map(({ currency }) => currency),
    );
    for (const currency of [...currencies].sort((a, b) => a - b))
      this.#closes.dropAll(user, currency, 'cancelled');
  }

  onClock(timeMs: number): void {
    this.#voidOld(timeMs);
    this.#countNights(timeMs);
    const changed = [...this.#terms.keys()].filter(
      (id) =>
        this.#dead.has(id) !==
        (this.#sums.index(id).indexTicks > 0 && this.#sums.isStale(id, timeMs)),
    );
    for (const id of changed) if (!this.#dead.delete(id)) this.#dead.add(id);
    // An isolated position has no part in the figures of its account.
    this.#liquidateAll(
      ({ status, isIsolated, market }) =>
        status === 'open' && !isIsolated && changed.includes(market),
    );
  }

  #voidOld(timeMs: number): void {
    const isLate = (id: number, sinceMs: number): boolean =>
      timeMs > sinceMs + (this.#terms.get(id)?.fillTimeoutMs ?? 10_000);
    const alive = this.#sums.alive();
    for (const each of alive)
      if (
        each.status === 'waiting' &&
        each.priceTicks === 0 &&
        isLate(each.market, each.placedAtMs)
      )
        this.#closes.drop(each, 'timeout');
    for (const each of alive)
      if (
        each.closingAtMs > 0 &&
        ['closed', 'reversed'].includes(each.closingFor) &&
        isLate(each.market, each.closingAtMs)
      )
        this.#closes.forgetClose(each, 'timeout');
    for (const position of alive)
      if (position.takenBackAtMs > 0 && isLate(position.market, position.takenBackAtMs))
        this.#closes.giveUp(position);
    for (const each of alive)
      if (each.removal !== undefined && isLate(each.market, each.removal.askedAtMs))
        this.#added.keep(each, 'timeout');
  }

  #countNights(timeMs: number): void {
    const day = dayOf(timeMs);
    for (const position of this.#sums.alive()) {
      if (position.status !== 'open' || position.nightDay >= day) continue;
      position.nights++;
      position.nightDay = day;
      if (position.terms.overnightBps > 0)
        this.#log.push(`night ${position.id} ${overnightOf(position)}`);
    }
  }

  onPrices(markets: readonly number[], timeMs: number): void {
    this.onClock(timeMs);
    const isHere = ({ market }: NaivePosition): boolean => markets.includes(market);
    for (const each of this.#sums.alive().filter(isHere)) {
      if (each.next !== undefined && this.#sums.isYounger(each.market, each.next.setAtMs))
        Object.assign(each, {
          takeProfit: each.next.takeProfit,
          stopLoss: each.next.stopLoss,
          next: undefined,
        });
      if (each.takenBackAtMs > 0 && this.#sums.isYounger(each.market, each.takenBackAtMs))
        this.#closes.giveUp(each);
      this.#added.onPrice(each);
    }
    const closing = this.#sums
      .alive()
      .filter(
        (each) =>
          each.closingAtMs > 0 &&
          isHere(each) &&
          this.#sums.isYounger(each.market, each.closingAtMs),
      );
    const reached = this.#sums
      .alive()
      .filter((each) => each.status === 'waiting' && isHere(each) && this.#mayFill(each));
    const stopped = this.#sums
      .alive()
      .filter(
        (each) =>
          each.status === 'open' &&
          isHere(each) &&
          stopOf(each, this.#sums.index(each.market).markTicks) !== undefined,
      );
    const limited = this.#sums
      .alive()
      .filter((each) => isHere(each) && each.limit !== undefined && this.#isLimitReached(each));
    const all = [...new Set([...closing, ...limited])];
    for (const position of sorted(all, (each) => -this.#sums.profit(each))) {
      if (closing.includes(position) && position.status === 'open')
        this.#closeAsked(position, timeMs);
      if (limited.includes(position) && position.status === 'open')
        this.#closeAtPrice(position, timeMs);
    }
    for (const position of reached) if (position.status === 'waiting') this.#fill(position, timeMs);
    for (const position of stopped) {
      const { indexTicks, markTicks } = this.#sums.index(position.market);
      const reason = stopOf(position, markTicks);
      if (position.status !== 'open' || reason === undefined) continue;
      if (this.#sums.payerAt(position, indexTicks, position.lots) !== 'margin')
        this.#closes.askToClose(position, timeMs, position.lots, reason);
      else this.#closes.close(position, reason);
    }
    for (const each of this.#sums.alive())
      if (
        each.isIsolated &&
        each.status === 'open' &&
        !this.#dead.has(each.market) &&
        isBelowOwn(each, this.#sums.index(each.market).markTicks)
      )
        this.#closes.close(each, 'liquidated');
    this.#liquidateAll(() => true);
  }

  #liquidateAll(isLookedAt: (position: NaivePosition) => boolean): void {
    const owners = new Map(
      this.#sums
        .alive()
        .filter(isLookedAt)
        .map(({ user, currency }) => [`${user}/${currency}`, { user, currency }] as const),
    );
    for (const { user, currency } of [...owners.values()].sort(
      (a, b) => a.user - b.user || a.currency - b.currency,
    ))
      this.#closes.liquidate(user, currency);
  }

  #mayFill(position: NaivePosition): boolean {
    if (
      !this.#sums.isYounger(position.market, position.placedAtMs) ||
      this.#sums.isThin(position.market)
    )
      return false;
    return position.priceTicks === 0 || this.#isReached(position);
  }

  /**
   * Closes as requested, unless the loss needs a payer that the request did not name: then the
   * close is requested anew with that payer.
   */
  #closeAsked(position: NaivePosition, timeMs: number): void {
    if (position.closingFor === 'reversed') {
      this.#turn(position, timeMs);
      return;
    }
    const { indexTicks } = this.#sums.index(position.market);
    const payer = this.#sums.payerAt(position, indexTicks, position.closingLots);
    const isMore =
      payer === 'others'
        ? position.cover !== 'others'
        : payer === 'wallet' && position.cover === 'margin';
    if (isMore && payer === 'others' && position.closingLots < position.lots) {
      // All of it: the margin of the rest pays before others do.
      position.closingLots = position.lots;
      position.cover = this.#sums.payerAt(position, indexTicks, position.lots);
      position.closingAtMs = timeMs;
      this.#log.push(`leave ${position.id} ${position.lots}`);
    } else if (isMore) Object.assign(position, { cover: payer, closingAtMs: timeMs });
    else if (position.closingLots < position.lots) {
      const { closingLots, closingFor } = position;
      this.#closes.endWish(position);
      this.#closes.closePart(position, closingLots, closingFor);
    } else if (!this.#mustWaitForCover(position)) this.#closes.close(position, position.closingFor);
  }

  #isLimitReached({ market, isLong, limit }: NaivePosition): boolean {
    const { indexTicks } = this.#sums.index(market);
    if (
      limit === undefined ||
      !this.#sums.isYounger(market, limit.setAtMs) ||
      this.#sums.isThin(market)
    )
      return false;
    return isLong ? indexTicks >= limit.priceTicks : indexTicks <= limit.priceTicks;
  }

  /** A close whose price has come; it asks for another where its margin does not pay its loss. */
  #closeAtPrice(position: NaivePosition, timeMs: number): void {
    const { limit } = position;
    if (limit === undefined) return;
    const { lots } = limit;
    if (
      this.#sums.payerAt(position, this.#sums.index(position.market).indexTicks, lots) === 'margin'
    ) {
      this.#closes.endLimit(position, 'filled');
      if (lots === position.lots) this.#closes.close(position, 'limit');
      else this.#closes.closePart(position, lots, 'limit');
      return;
    }
    if (position.closingAtMs > 0) return;
    this.#closes.endLimit(position, 'asked');
    const payer = this.#sums.payerAt(position, this.#sums.slipped(position), lots);
    this.#closes.askToClose(position, timeMs, payer === 'others' ? position.lots : lots, 'limit');
  }

  /** Closes positions of the other side, oldest first, up to a number of lots. */
  #reduce(command: ReducePositions, timeMs: number): Rejection | NaivePosition {
    const { user, market, side, lots, priceTicks } = command;
    if (!this.#terms.has(market)) return 'market_unknown';
    if (!isWholeNumber(lots, 1)) return 'quantity_invalid';
    if (!isWholeNumber(priceTicks, 0)) return 'price_invalid';
    const isMarket = priceTicks === 0;
    const parts: { position: NaivePosition; some: number }[] = [];
    let taken = 0;
    for (const position of this.#sums.alive()) {
      if (position.user !== user || position.market !== market || position.status !== 'open')
        continue;
      if (position.isLong === (side === 'long') || position.takenBackAtMs !== 0) continue;
      if (isMarket ? position.closingAtMs > 0 : position.limit !== undefined) continue;
      const some = position.lots > lots - taken ? lots - taken : position.lots;
      if (some > 0) parts.push({ position, some });
      taken += some;
    }
    const [first] = parts;
    if (first === undefined) return 'nothing_to_reduce';
    if (isMarket && this.#sums.isStale(market, timeMs)) return 'index_stale';
    for (const { position, some } of isMarket ? parts : []) {
      const wrong = this.#closes.cannotAsk(position, some, timeMs);
      if (wrong !== undefined) return wrong;
    }
    for (const { position, some } of parts)
      if (isMarket) this.#closes.askToClose(position, timeMs, some);
      else this.#closes.limit(position, { priceTicks, lots: some, setAtMs: timeMs });
    return first.position;
  }

  /**
   * A loss that others pay waits until the prices of every market of the account are newer than the
   * request to close.
   */
  #mustWaitForCover({ user, currency, closingAtMs, cover }: NaivePosition): boolean {
    return (
      cover === 'others' &&
      this.#sums
        .open(user, currency)
        .some(({ market }) => !this.#sums.isYounger(market, closingAtMs))
    );
  }

  #dispatch(command: MarginCommand, timeMs: number): Rejection | NaivePosition | undefined {
    if (!isWellFormed(command)) return 'malformed';
    switch (command.kind) {
      case 'margin.terms': {
        const { fillDelayMs = 100, fillTimeoutMs = 10_000 } = command.terms;
        if (this.#catalog.wantsTimeToFill() && fillTimeoutMs - fillDelayMs < 1_000)
          return 'malformed';
        const market = this.#catalog.marketOf(command.terms.market);
        if (market === undefined) return 'market_unknown';
        if (this.#unit(market, command.terms) === undefined) return 'market_grid_invalid';
        this.#terms.set(market.id, { ...command.terms, leverages: [...command.terms.leverages] });
        return undefined;
      }
      case 'margin.reduce':
        return this.#reduce(command, timeMs);
      case 'margin.open':
        return this.#place(command, timeMs);
      case 'margin.closeAll': {
        const chosen = this.#sums
          .alive()
          .filter(
            ({ user, status, isLong }) =>
              user === command.user &&
              status === 'open' &&
              (command.which === 'all' || isLong === (command.which === 'long')),
          )
          .filter(
            ({ currency }) => command.currency === undefined || currency === command.currency,
          );
        if (chosen.length === 0) return 'position_not_found';
        if (chosen.some(({ takenBackAtMs }) => takenBackAtMs !== 0)) return 'change_pending';
        if (
          chosen.some(({ closingAtMs, closingLots, lots }) => closingAtMs > 0 && closingLots < lots)
        )
          return 'change_pending';
        if (chosen.some(({ closingFor }) => closingFor === 'reversed')) return 'change_pending';
        if (chosen.some(({ market }) => this.#sums.isStale(market, timeMs))) return 'index_stale';
        for (const position of chosen) this.#closes.askToClose(position, timeMs, position.lots);
        return undefined;
      }
      default: {
        const position = this.#sums
          .alive()
          .find(({ id, user }) => id === command.position && user === command.user);
        if (position === undefined) return 'position_not_found';
        if (command.kind === 'margin.cancel') {
          const isAsked = position.closingAtMs > 0 || position.limit !== undefined;
          if (position.status === 'open' && !isAsked) return 'position_not_waiting';
          if (position.takenBackAtMs === 0) position.takenBackAtMs = timeMs;
          return undefined;
        }
        if (position.status !== 'open') return 'position_not_open';
        if (command.kind === 'margin.addMargin')
          return this.#added.add(position, command.amount, timeMs);
        if (command.kind === 'margin.removeMargin')
          return this.#added.remove(position, command.amount, timeMs);
        if (command.kind === 'margin.reverse') return this.#reverse(position, command, timeMs);
        if (command.kind === 'margin.stops') return this.#setStops(position, command, timeMs);
        const { lots = position.lots, priceTicks = 0 } = command;
        if (!isWholeNumber(lots, 1) || lots > position.lots) return 'quantity_invalid';
        if (!isWholeNumber(priceTicks, 0)) return 'price_invalid';
        if (priceTicks > 0) {
          if (position.takenBackAtMs !== 0 || position.limit !== undefined) return 'change_pending';
          this.#closes.limit(position, { priceTicks, lots, setAtMs: timeMs });
          return undefined;
        }
        if (position.takenBackAtMs !== 0) return 'change_pending';
        if (position.closingAtMs > 0 && position.closingLots !== lots) return 'change_pending';
        if (position.closingFor === 'reversed') return 'change_pending';
        if (this.#sums.isStale(position.market, timeMs)) return 'index_stale';
        const wrong = this.#closes.cannotAsk(position, lots, timeMs);
        if (wrong !== undefined) return wrong;
        this.#closes.askToClose(position, timeMs, lots);
        return undefined;
      }
    }
  }

  #reverse(
    position: NaivePosition,
    command: ReversePosition,
    timeMs: number,
  ): Rejection | undefined {
    const { user, currency, leverage, lots } = position;
    const terms = this.#terms.get(position.market);
    const market = this.#sums.index(position.market);
    if (position.takenBackAtMs !== 0 || position.closingAtMs > 0) return 'change_pending';
    if (this.#sums.mayMove(user, currency) !== undefined) return 'change_pending';
    if (terms === undefined || !terms.isOpen) return 'market_closed';
    if (areOtherThanSeen(command, terms)) return 'margin_terms_changed';
    if (!terms.leverages.includes(Number(leverage))) return 'leverage_not_offered';
    if (lots < terms.minLots || lots > terms.maxLots) return 'quantity_invalid';
    if (this.#unit(market, terms) !== position.unit) return 'quantity_invalid';
    if (this.#sums.isStale(market.id, timeMs)) return 'index_stale';
    if (this.#sums.open(user, currency).some((each) => this.#sums.isStale(each.market, timeMs)))
      return 'index_stale';
    if (this.#sums.isThin(market.id)) return 'index_thin';
    const other = this.#otherSide(position, timeMs);
    const cost = costAt(other, market.indexTicks);
    const dearest = costAt(other, other.held);
    if (cost === undefined || dearest === undefined) return 'notional_too_large';
    const obstacle = this.#sums.turnObstacle(position, other, cost);
    if (obstacle === 'exposure') return 'exposure_reached';
    if (obstacle === 'house') return 'house_insufficient';
    const { free } = this.#sums.without(position);
    if (obstacle === 'margin' || free < dearest.margin + dearest.fee) return 'balance_insufficient';
    this.#closes.askToClose(position, timeMs, lots, 'reversed');
    position.cover = 'wallet';
    position.reverseTicks = other.worst;
    return undefined;
  }

  /** The position that a reversal opens, as an order at the market. */
  #otherSide(position: NaivePosition, timeMs: number): NaivePosition {
    const { user, market: id, leverage, lots, isLong } = position;
    const terms = this.#terms.get(id) ?? position.terms;
    const command = {
      kind: 'margin.open',
      user,
      market: id,
      side: isLong ? 'short' : 'long',
      type: 'market',
      leverage: Number(leverage),
      lots,
      priceTicks: 0,
      isIsolated: position.isIsolated,
    } as OpenPosition;
    return this.#draft(command, terms, timeMs);
  }

  /** Turns a position round at the index, or leaves it as it is. */
  #turn(position: NaivePosition, timeMs: number): void {
    if (this.#sums.isThin(position.market)) return;
    const { indexTicks } = this.#sums.index(position.market);
    const other = this.#otherSide(position, timeMs);
    const cost = costAt(other, indexTicks);
    const isTooFar = other.isLong
      ? indexTicks > position.reverseTicks
      : indexTicks < position.reverseTicks;
    const obstacle = isTooFar
      ? 'slippage'
      : cost === undefined
        ? 'margin'
        : this.#sums.turnObstacle(position, other, cost);
    if (obstacle !== undefined) {
      this.#closes.forgetClose(position, obstacle);
      return;
    }
    this.#closes.settle(position, 'reversed');
    this.#positions.push(other);
    this.#enter(other, timeMs);
  }

  #draft(command: OpenPosition, terms: MarginTerms, timeMs: number): NaivePosition {
    const market = this.#sums.index(command.market);
    const unit = this.#unit(market, terms) ?? 0n;
    return draftOf(command, { id: this.#positions.length + 1, unit, terms, market, timeMs });
  }

  #place(command: OpenPosition, timeMs: number): Rejection | NaivePosition {
    const terms = this.#terms.get(command.market);
    const market = this.#catalog.marketOf(command.market);
    if (terms === undefined || market === undefined) return 'market_unknown';
    if (!terms.isOpen) return 'market_closed';
    if (areOtherThanSeen(command, terms)) return 'margin_terms_changed';
    if (!terms.leverages.includes(command.leverage)) return 'leverage_not_offered';
    if (!isWholeNumber(command.lots, terms.minLots) || command.lots > terms.maxLots)
      return 'quantity_invalid';
    if (
      command.type === 'market' ? command.priceTicks !== 0 : !isWholeNumber(command.priceTicks, 1)
    )
      return 'price_invalid';
    if (
      command.worstTicks !== undefined &&
      (command.type === 'limit' || !isWholeNumber(command.worstTicks, 1))
    )
      return 'price_invalid';
    if (market.indexTicks === 0) return 'index_unavailable';
    if (this.#sums.isStale(market.id, timeMs)) return 'index_stale';
    if (this.#sums.isThin(market.id)) return 'index_thin';
    const position = this.#draft(command, terms, timeMs);
    const isNow = command.type === 'market' || this.#isReached(position);
    const cost = costAt(position, isNow ? market.indexTicks : command.priceTicks);
    const dearest = costAt(position, position.held);
    if (cost === undefined || dearest === undefined) return 'notional_too_large';
    const wrong = this.#sums.wrongStops(
      position,
      cost.entryTicks,
      isNow ? market.markTicks : undefined,
    );
    if (wrong !== undefined) return wrong;
    const mine = this.#sums
      .alive()
      .filter(({ user, currency }) => user === command.user && currency === market.quote);
    if (mine.length >= 200) return 'too_many_open_orders';
    const cross = this.#sums.open(command.user, market.quote);
    if (cross.some((each) => this.#sums.isStale(each.market, timeMs))) return 'index_stale';
    const settling = this.#sums.mayMove(command.user, market.quote);
    if (settling !== undefined) return settling;
    const obstacle = isNow
      ? (this.#sums.houseObstacle(position, cost) ?? this.#sums.ownObstacle(position, cost))
      : undefined;
    if (obstacle !== undefined)
      return (
        {
          margin: 'balance_insufficient',
          exposure: 'exposure_reached',
          house: 'house_insufficient',
        } as const
      )[obstacle];
    if (this.#sums.free(position.user, position.currency) < dearest.margin + dearest.fee)
      return 'balance_insufficient';
    this.#positions.push(position);
    const { margin, fee } = dearest;
    Object.assign(position, { entryTicks: cost.entryTicks, margin, fee });
    this.#money.hold(position, margin + fee);
    this.#log.push(`wait ${position.id} ${cost.entryTicks}`);
    return position;
  }

  #fill(position: NaivePosition, timeMs: number): void {
    this.#money.hold(position, -(position.margin + position.fee));
    const { indexTicks } = this.#sums.index(position.market);
    const cost = costAt(position, fillOf(position, indexTicks));
    position.status = 'over';
    const hasSlipped =
      position.worst > 0 &&
      (position.isLong ? indexTicks > position.worst : indexTicks < position.worst);
    const obstacle = hasSlipped
      ? 'slippage'
      : cost === undefined
        ? 'margin'
        : this.#sums.houseObstacle(position, cost);
    if (obstacle === undefined) this.#enter(position, timeMs);
    else this.#log.push(`drop ${position.id} ${obstacle}`);
  }

  #enter(position: NaivePosition, timeMs: number): void {
    const { indexTicks } = this.#sums.index(position.market);
    const cost = costAt(position, fillOf(position, indexTicks));
    if (cost === undefined) throw new Error('a position is entered at no price');
    const { entryTicks, margin, fee } = cost;
    Object.assign(position, {
      entryTicks,
      margin,
      fee,
      indexTicks,
      status: 'open',
      takenBackAtMs: 0,
      openedAtMs: timeMs,
      nightDay: dayOf(timeMs),
    });
    this.#money.hold(position, margin);
    this.#money.takeFee(position, {
      fee,
      exact: cost.value * BigInt(position.terms.feeBps),
      cause: because('fee', position.id, 'position'),
    });
    this.#catalog.noteFee({
      payer: position.user,
      other: SYSTEM.house,
      currency: position.currency,
      amount: (cost.value * BigInt(position.terms.feeBps)) / BPS,
    });
    this.#log.push(`open ${position.id} ${entryTicks}`);
  }

  #setStops(
    position: NaivePosition,
    { takeProfitTicks: takeProfit, stopLossTicks: stopLoss }: SetStops,
    timeMs: number,
  ): Rejection | undefined {
    if (position.next !== undefined) return 'change_pending';
    const { isLong, market, user, currency } = position;
    const { markTicks } = this.#sums.index(market);
    const isBetter = (ticks: number): boolean => (isLong ? ticks > markTicks : ticks < markTicks);
    const isSet = takeProfit !== 0 || stopLoss !== 0;
    if (isSet && (this.#sums.isStale(market, timeMs) || this.#dead.has(market)))
      return 'index_stale';
    if (takeProfit !== 0 && !isBetter(takeProfit)) return 'take_profit_passed';
    if (stopLoss !== 0 && (stopLoss === markTicks || isBetter(stopLoss)))
      return 'stop_on_wrong_side';
    // Whether the position, or the account, would survive at the price of the stop.
    const isBeyond = (): boolean =>
      position.isIsolated
        ? isBelowOwn(position, stopLoss)
        : this.#sums.equityIf(user, currency, { market, ticks: stopLoss }) * 100n <
          this.#sums.required(user, currency);
    if (stopLoss !== 0 && isBeyond()) return 'stop_beyond_liquidation';
    // A spoiled command may say minus zero, which a journal cannot hold.
    position.next = { takeProfit: takeProfit + 0, stopLoss: stopLoss + 0, setAtMs: timeMs };
    return undefined;
  }

  #isReached({ market, isLong, priceTicks }: NaivePosition): boolean {
    const { indexTicks } = this.#sums.index(market);
    return isLong ? indexTicks <= priceTicks : indexTicks >= priceTicks;
  }

  #unit({ base, tickSize }: NaiveIndex, { lotSize }: MarginTerms): bigint | undefined {
    const coin = 10n ** BigInt(this.#catalog.scaleOf(base) ?? 0);
    return (tickSize * lotSize) % coin === 0n ? (tickSize * lotSize) / coin : undefined;
  }
}
