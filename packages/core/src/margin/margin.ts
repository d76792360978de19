import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import type { IndexPrice } from '../catalog/catalog-commands.ts';
import type { EventSink } from '../event-sink.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import { isWithin } from '../integers.ts';
import type { CurrencyId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rebates } from '../rebate/rebates.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import type { MarginAccount } from './margin-account.ts';
import * as wellFormed from './margin-commands-check.ts';
import type {
  AddMargin,
  CancelMarginOrder,
  ClosePosition,
  ClosePositions,
  MarginCommand,
  OpenPosition,
  ReducePositions,
  RemoveMargin,
  ReversePosition,
  SetMarginTerms,
  SetStops,
} from './margin-commands.ts';
import type { MarginEvent, MarginRemovalEnded } from './margin-events.ts';
import {
  addStops,
  forgetSettled,
  isReached,
  isStale,
  isThin,
  isYounger,
  removeStops,
  watchIsolated,
  watchLimitClose,
  watchOrder,
  type MarginMarket,
} from './margin-market.ts';
import { MarginBook } from './margin-book.ts';
import { MarginCloses } from './margin-closes.ts';
import { MarginHouse } from './margin-house.ts';
import { MarginOrders } from './margin-orders.ts';
import { MarginSettlement } from './margin-settlement.ts';
import type { SnapshotMargin } from './margin-snapshot.ts';
import { byId, byProfitDown, partsToReduce } from './closing-order.ts';
import {
  areStopsBeside,
  entryAt,
  isProfitTaken,
  maySpare,
  overnightOf,
  ownSlack,
  type Position,
  type StopLevels,
} from './position.ts';

/**
 * Orders and positions that one user may have in one quote currency: it bounds the work of a
 * liquidation.
 */
export const MAX_POSITIONS = 200;

/**
 * Owns margin trading: terms, orders that wait for the index, open positions with their margins,
 * and the liquidation of accounts. Promises M1 to M9. Time alone voids orders and requests that
 * waited too long, counts nights, and liquidates accounts in a market that died. Fills and closes
 * happen when prices come, at the index: requested closes first, the most profit first; then orders
 * are filled, positions closed at their stops, and accounts liquidated, each oldest first (accounts
 * by user and currency). Orders, closes and stops take no index whose quotes are not all younger
 * than they are. Stops, margin ratios and liquidation use the mark price. A waiting order costs
 * nothing until its price comes.
 */
export class Margin {
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<MarginEvent>;
  readonly #rules: Rules;
  readonly #book: MarginBook;
  readonly #house: MarginHouse;
  readonly #orders: MarginOrders;
  readonly #closes: MarginCloses;
  /** Day of the last count of nights; 0 after a restore, because each position keeps its own. */
  #day = 0;

  constructor(parts: AreaParts<MarginEvent> & { readonly rebates: Rebates }) {
    this.#ledger = parts.ledger;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    const book = new MarginBook(parts);
    const house = new MarginHouse(parts, book);
    const settlement = new MarginSettlement(parts);
    const orders = new MarginOrders(parts, { book, house, settlement });
    this.#book = book;
    this.#house = house;
    this.#orders = orders;
    this.#closes = new MarginCloses(parts, { book, house, orders, settlement });
  }

  apply(command: MarginCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'margin.terms':
        return outcomeOf(this.#setTerms(command));
      case 'margin.open':
        return this.#open(command, timeMs);
      case 'margin.cancel':
        return outcomeOf(this.#cancel(command, timeMs));
      case 'margin.close':
        return outcomeOf(this.#closeOne(command, timeMs));
      case 'margin.closeAll':
        return outcomeOf(this.#closeAll(command, timeMs));
      case 'margin.addMargin':
        return outcomeOf(this.#addMargin(command, timeMs));
      case 'margin.removeMargin':
        return outcomeOf(this.#removeMargin(command, timeMs));
      case 'margin.reverse':
        return outcomeOf(this.#reverse(command, timeMs));
      case 'margin.reduce':
        return this.#reduce(command, timeMs);
      case 'margin.stops':
        return outcomeOf(this.#setStops(command, timeMs));
    }
  }

  #setTerms(command: SetMarginTerms): Rejection | undefined {
    const terms = wellFormed.pickTerms(command.terms);
    if (
      terms === undefined ||
      (this.#rules.leavesTimeToFill && !wellFormed.leavesTimeToFill(terms))
    )
      return 'malformed';
    const refusal = this.#book.offer(terms);
    if (refusal !== undefined) return refusal;
    this.#events.list.push({ type: 'marginTermsSet', terms });
    return undefined;
  }

  #open(command: OpenPosition, timeMs: number): Outcome {
    if (!wellFormed.isOpening(command)) return refused('malformed');
    const market = this.#book.market(command.market);
    if (market === undefined) return refused('market_unknown');
    const { terms, listed } = market;
    if (!terms.isOpen) return refused('market_closed');
    if (!wellFormed.isAsSeen(command, terms)) return refused('margin_terms_changed');
    if (!terms.leverages.includes(command.leverage)) return refused('leverage_not_offered');
    if (!isWithin(command.lots, terms.minLots, terms.maxLots)) return refused('quantity_invalid');
    const isLimit = command.type === 'limit';
    if (
      isLimit ? !isWithin(command.priceTicks, 1, Number.MAX_SAFE_INTEGER) : command.priceTicks !== 0
    )
      return refused('price_invalid');
    if (
      command.worstTicks !== undefined &&
      (isLimit || !isWithin(command.worstTicks, 1, Number.MAX_SAFE_INTEGER))
    )
      return refused('price_invalid');
    if (listed.indexTicks === 0) return refused('index_unavailable');
    if (isStale(listed, timeMs)) return refused('index_stale');
    if (isThin(market)) return refused('index_thin');
    const position = this.#orders.agree(command, market, timeMs);
    const isNow = !isLimit || isReached(position, listed.indexTicks);
    const isFilledLater = this.#rules.contractsFillLater;
    const entry = entryAt(position, isNow ? listed.indexTicks : command.priceTicks);
    const dearest = isFilledLater ? entryAt(position, position.heldTicks) : entry;
    if (entry === undefined || dearest === undefined) return refused('notional_too_large');
    const wrong = this.#orders.stopsProblem(position, entry, isNow);
    if (wrong !== undefined) return refused(wrong);
    const account = this.#book.account(command.user, listed.settings.quote);
    if (account.count >= MAX_POSITIONS) return refused('too_many_open_orders');
    if (isAnyStale(account, timeMs)) return refused('index_stale');
    if (account.isSettling) return refused('change_pending');
    const cannot =
      (isNow
        ? (this.#house.cannotTake(market, position, entry) ??
          this.#orders.cannotAfford(account, position, entry))
        : undefined) ??
      (isNow && !isFilledLater ? undefined : this.#orders.cannotWait(account, dearest));
    if (cannot !== undefined) return refused(REFUSAL[cannot]);
    this.#book.add(position);
    const isFilled = isNow && !isFilledLater;
    if (isFilled) this.#orders.enter(account, market, position, { entry, timeMs });
    else this.#orders.wait(account, market, position, { ...dearest, entryTicks: entry.entryTicks });
    account.bind();
    return { ok: true, id: position.id, status: isFilled ? 'filled' : 'open' };
  }

  #cancel(command: CancelMarginOrder, timeMs: number): Rejection | undefined {
    if (!wellFormed.isOfPosition(command)) return 'malformed';
    const position = this.#book.find(command);
    if (position === undefined) return 'position_not_found';
    const { status, closingAtMs, limitClose } = position;
    if (status !== 'waiting' && closingAtMs === 0 && limitClose === undefined)
      return 'position_not_waiting';
    if (this.#rules.contractsChangeLater) {
      if (position.takenBackAtMs === 0) position.takenBackAtMs = timeMs;
      this.#book.marketOf(position).changing.add(position);
    } else this.#endTakenBack(position);
    return undefined;
  }

  #closeOne(command: ClosePosition, timeMs: number): Rejection | undefined {
    if (!wellFormed.isOfPosition(command)) return 'malformed';
    const position = this.#book.find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    const { lots = position.lots, priceTicks = 0 } = command;
    if (!this.#rules.contractsFillLater && (lots !== position.lots || priceTicks !== 0))
      return 'malformed';
    if (!isWithin(lots, 1, position.lots)) return 'quantity_invalid';
    if (!isWithin(priceTicks, 0, Number.MAX_SAFE_INTEGER)) return 'price_invalid';
    if (priceTicks > 0) return this.#closeAtPrice(position, { lots, priceTicks }, timeMs);
    const { closingAtMs, closingLots, closingFor } = position;
    const isOther = closingAtMs > 0 && (closingLots !== lots || closingFor === 'reversed');
    if (position.takenBackAtMs > 0 || isOther) return 'change_pending';
    if (isStale(position.market, timeMs)) return 'index_stale';
    const account = this.#book.accountOf(position);
    if (this.#rules.contractsFillLater) {
      const cannot = this.#cannotAsk(account, { position, lots }, timeMs);
      if (cannot !== undefined) return cannot;
      this.#closes.ask(position, timeMs, { lots });
      return undefined;
    }
    this.#closes.close(account, position, 'closed');
    account.bind();
    return undefined;
  }

  #closeAtPrice(
    position: Position,
    { lots, priceTicks }: { lots: number; priceTicks: number },
    timeMs: number,
  ): Rejection | undefined {
    if (position.takenBackAtMs > 0 || position.limitClose !== undefined) return 'change_pending';
    this.#closes.setLimit(position, { priceTicks, lots, setAtMs: timeMs });
    return undefined;
  }

  /** Moves free money to the margin of an isolated position, at once. */
  #addMargin(command: AddMargin, timeMs: number): Rejection | undefined {
    if (!wellFormed.isChangingMargin(command)) return 'malformed';
    const position = this.#book.find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    if (!position.isIsolated) return 'position_not_isolated';
    const account = this.#book.accountOf(position);
    if (account.isSettling) return 'change_pending';
    if (isStale(position.market, timeMs) || isAnyStale(account, timeMs)) return 'index_stale';
    const { amount } = command;
    if (amount > account.free) return 'balance_insufficient';
    this.#ledger.holdMore(position.hold, amount);
    this.#changeAdded(account, position, amount);
    return undefined;
  }

  /** Asks for added margin: it leaves with the first younger index, if it can be spared. */
  #removeMargin(command: RemoveMargin, timeMs: number): Rejection | undefined {
    if (!wellFormed.isChangingMargin(command)) return 'malformed';
    const position = this.#book.find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    if (!position.isIsolated) return 'position_not_isolated';
    if (position.removal !== undefined || position.closingAtMs > 0) return 'change_pending';
    if (isStale(position.market, timeMs)) return 'index_stale';
    const { amount } = command;
    if (!maySpare(position, amount)) return 'margin_below_initial';
    position.removal = { amount, askedAtMs: timeMs };
    const market = this.#book.marketOf(position);
    market.changing.add(position);
    this.#events.list.push({
      type: 'marginRemovalAsked',
      position: position.id,
      user: position.user,
      market: market.terms.market,
      amount,
    });
    return undefined;
  }

  #settleRemoval(position: Position, amount: bigint): void {
    if (!maySpare(position, amount)) {
      this.#endRemoval(position, 'short');
      return;
    }
    position.removal = undefined;
    this.#ledger.release(position.hold, amount);
    this.#changeAdded(this.#book.accountOf(position), position, -amount);
  }

  #endRemoval(position: Position, reason: MarginRemovalEnded['reason']): void {
    position.removal = undefined;
    forgetSettled(this.#book.marketOf(position), position);
    this.#events.list.push({
      type: 'marginRemovalEnded',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
      reason,
    });
  }

  #changeAdded(account: MarginAccount, position: Position, change: bigint): void {
    position.added += change;
    watchIsolated(this.#book.marketOf(position), position);
    account.bind();
    this.#events.list.push({
      type: 'isolatedMarginChanged',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
      change: change as Amount,
      added: position.added as Amount,
    });
  }

  /**
   * Asks for both halves of a reversal, or for neither: each reason to refuse an order refuses
   * both.
   */
  #reverse(command: ReversePosition, timeMs: number): Rejection | undefined {
    if (!wellFormed.isReversing(command) || !this.#rules.contractsFillLater) return 'malformed';
    const position = this.#book.find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    const account = this.#book.accountOf(position);
    if (position.takenBackAtMs > 0 || position.closingAtMs > 0 || account.isSettling)
      return 'change_pending';
    const market = this.#book.marketOf(position);
    const { terms, listed } = market;
    if (!terms.isOpen) return 'market_closed';
    if (!wellFormed.isAsSeen(command, terms)) return 'margin_terms_changed';
    if (!terms.leverages.includes(position.leverage)) return 'leverage_not_offered';
    // A lot of today's terms may be another than that of the position.
    if (!isWithin(position.lots, terms.minLots, terms.maxLots) || position.unit !== market.unit)
      return 'quantity_invalid';
    if (isStale(listed, timeMs) || isAnyStale(account, timeMs)) return 'index_stale';
    if (isThin(market)) return 'index_thin';
    const order = this.#orders.opposite(position, market, timeMs);
    const entry = entryAt(order, listed.indexTicks);
    const dearest = entryAt(order, order.heldTicks);
    if (entry === undefined || dearest === undefined) return 'notional_too_large';
    const cannot =
      this.#orders.cannotReverse(account, position, { order, entry }) ??
      (account.afterClose(position).free < dearest.margin + dearest.fee ? 'margin' : undefined);
    if (cannot !== undefined) return REFUSAL[cannot];
    this.#closes.askReverse(position, timeMs, order.worstTicks);
    return undefined;
  }

  /** All closes of a reduce-only order are requested, or none is. */
  #reduce(command: ReducePositions, timeMs: number): Outcome {
    if (!wellFormed.isReducing(command) || !this.#rules.contractsFillLater)
      return refused('malformed');
    const { user, side, lots } = command;
    const market = this.#book.market(command.market);
    if (market === undefined) return refused('market_unknown');
    if (!isWithin(lots, 1, Number.MAX_SAFE_INTEGER)) return refused('quantity_invalid');
    if (!isWithin(command.priceTicks, 0, Number.MAX_SAFE_INTEGER)) return refused('price_invalid');
    // A journal cannot hold minus zero.
    const priceTicks = command.priceTicks + 0;
    const account = this.#book.account(user, market.listed.settings.quote);
    const parts = partsToReduce(account, { market: market.listed, side, lots, priceTicks });
    const [oldest] = parts;
    if (oldest === undefined) return refused('nothing_to_reduce');
    if (priceTicks === 0) {
      if (isStale(market.listed, timeMs)) return refused('index_stale');
      for (const part of parts) {
        const cannot = this.#cannotAsk(account, part, timeMs);
        if (cannot !== undefined) return refused(cannot);
      }
    }
    for (const { position, lots: some } of parts) {
      if (priceTicks === 0) this.#closes.ask(position, timeMs, { lots: some });
      else this.#closes.setLimit(position, { priceTicks, lots: some, setAtMs: timeMs });
    }
    return { ok: true, id: oldest.position.id, status: 'open' };
  }

  /** Why a close of some lots, or of all, cannot be requested now. */
  #cannotAsk(
    account: MarginAccount,
    { position, lots }: { position: Position; lots: number },
    timeMs: number,
  ): Rejection | undefined {
    if (lots < position.lots)
      return this.#closes.coverAsked(position, lots) === 'others' ? 'close_part_short' : undefined;
    // Positions with unknown prices would have to cover the loss.
    return this.#closes.shortfall(account, position) > 0n && isAnyStale(account, timeMs)
      ? 'index_stale'
      : undefined;
  }

  #closeAll(command: ClosePositions, timeMs: number): Rejection | undefined {
    if (!wellFormed.isClosingAll(command)) return 'malformed';
    const { user, which } = command;
    const accounts = this.#book
      .accountsOf(user)
      .filter(({ currency }) => command.currency === undefined || currency === command.currency);
    const chosen = accounts.flatMap((account) =>
      account.positions().filter(({ side }) => which === 'all' || side === which),
    );
    if (chosen.length === 0) return 'position_not_found';
    const isChanging = ({ takenBackAtMs, closingLots, lots, closingFor }: Position): boolean =>
      takenBackAtMs > 0 || (closingLots > 0 && closingLots < lots) || closingFor === 'reversed';
    if (chosen.some(isChanging)) return 'change_pending';
    if (chosen.some(({ market }) => isStale(market, timeMs))) return 'index_stale';
    if (this.#rules.contractsFillLater) {
      for (const position of chosen.sort(byId)) this.#closes.ask(position, timeMs);
      return undefined;
    }
    for (const position of chosen.sort(byProfitDown)) {
      if (position.status === 'open')
        this.#closes.close(this.#book.accountOf(position), position, 'closed');
    }
    for (const account of accounts) account.bind();
    return undefined;
  }

  #setStops(command: SetStops, timeMs: number): Rejection | undefined {
    if (!wellFormed.isSettingStops(command)) return 'malformed';
    const position = this.#book.find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    if (position.nextStops !== undefined) return 'change_pending';
    // A journal cannot hold minus zero.
    const [takeProfitTicks, stopLossTicks] = [
      command.takeProfitTicks + 0,
      command.stopLossTicks + 0,
    ];
    const wrong = this.#stopProblem(position, { takeProfitTicks, stopLossTicks }, timeMs);
    if (wrong !== undefined) return wrong;
    if (this.#rules.contractsChangeLater) {
      position.nextStops = { takeProfitTicks, stopLossTicks, setAtMs: timeMs };
      this.#book.marketOf(position).changing.add(position);
    } else this.#replaceStops(position, { takeProfitTicks, stopLossTicks });
    this.#events.list.push({
      type: 'stopsSet',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
      takeProfitTicks,
      stopLossTicks,
    });
    return undefined;
  }

  /**
   * Whether money may come into the margin wallet or leave it now: not while a close is pending
   * that the wallet may have to pay for.
   */
  mayMove(user: UserId, currency: CurrencyId): Rejection | undefined {
    return this.#book.knownAccount(user, currency)?.isSettling === true
      ? 'change_pending'
      : undefined;
  }

  /** Whether an amount may leave the margin wallet: the backing of open positions' losses stays. */
  mayLeave(
    user: UserId,
    currency: CurrencyId,
    amount: bigint,
    timeMs: number,
  ): Rejection | undefined {
    const account = this.#book.knownAccount(user, currency);
    if (account === undefined || account.open.size === 0) return undefined;
    if (isAnyStale(account, timeMs)) return 'index_stale';
    return amount > account.free ? 'margin_in_use' : undefined;
  }

  /**
   * Amount of the margin wallet that a debt may take now: the backing of open positions' losses
   * stays, and the whole wallet while an index is stale.
   */
  free(user: UserId, currency: CurrencyId, timeMs: number): bigint {
    const account = this.#book.knownAccount(user, currency);
    if (account !== undefined && account.open.size > 0)
      return isAnyStale(account, timeMs) ? 0n : account.free;
    const slot = this.#ledger.find(user, 'margin', currency);
    return slot < 0 ? 0n : this.#ledger.available(slot);
  }

  /** Cancels all waiting orders of a user, by currency, oldest first. */
  cancelWaitingOf(user: UserId): void {
    for (const account of this.#book.accountsOf(user)) {
      this.#orders.cancelAll(account, 'cancelled');
      account.bind();
    }
  }

  /**
   * After money left the margin wallet: the money that losses of open positions use up must still
   * be there (M9).
   */
  afterLeaving(user: UserId, currency: CurrencyId): void {
    const account = this.#book.knownAccount(user, currency);
    if (account === undefined) return;
    this.#checks.check('M9', account.spare >= 0n, `money left that losses of user ${user} need`);
    account.bind();
  }

  /**
   * Amount that may leave the house's margin wallet: all but the possible profits of open positions
   * and the house's debts.
   */
  houseFree(currency: CurrencyId): bigint {
    return this.#house.free(currency);
  }

  /** Pays the house's debts from money that reached it, oldest first. */
  payDebts(): void {
    this.#house.payDebts();
  }

  /**
   * Time passed: voids orders and requests that waited too long, counts nights, and marks markets
   * without prices as dead until they have some.
   */
  onTime(timeMs: number): void {
    if (this.#rules.contractsFillLater) this.#expire(timeMs);
    this.#passNights(timeMs);
    if (this.#rules.contractsFillLater) this.#noticeMarkets(timeMs);
  }

  /**
   * The first command of a day counts a night for each position opened on an earlier day. A day
   * without a command counts none.
   */
  #passNights(timeMs: number): void {
    const day = shanghaiDay(timeMs);
    if (day === this.#day) return;
    this.#day = day;
    const accounts = new Set<MarginAccount>();
    for (const position of this.#book.positions()) {
      if (position.status !== 'open' || position.nightDay >= day) continue;
      const account = this.#book.accountOf(position);
      this.#checks.check(
        'M6',
        position.nights < day - shanghaiDay(position.openedAtMs),
        `position ${position.id} pays day ${day} twice`,
      );
      account.passNight(position, day);
      watchIsolated(this.#book.marketOf(position), position);
      accounts.add(account);
      const overnight = overnightOf(position) as Amount;
      if (position.overnightBps > 0)
        this.#events.list.push({
          type: 'overnightAccrued',
          position: position.id,
          user: position.user,
          market: position.market.settings.id,
          overnight,
        });
    }
    for (const account of accounts) account.bind();
  }

  /** Acts on new index prices: fills, closes, stops and liquidations. */
  onPrices(prices: readonly IndexPrice[], timeMs: number): void {
    const markets = new Set<MarginMarket>();
    for (const [id] of prices) {
      const market = this.#book.market(id);
      if (market !== undefined) markets.add(market);
    }
    this.onTime(timeMs);
    this.#settleChanges(markets);
    const reached: Position[] = [];
    const stopped: Position[] = [];
    const closing = new Set<Position>();
    const limited = new Set<Position>();
    for (const market of markets) {
      this.#fire(market, reached, stopped);
      fireLimitCloses(market, limited);
      for (const position of market.closing)
        if (isYounger(market, position.closingAtMs)) closing.add(position);
    }
    if (closing.size + limited.size > 0) this.#closes.carryOut(closing, limited, timeMs);
    if (reached.length > 0) this.#orders.fill(reached, timeMs);
    if (stopped.length > 0) this.#closes.closeAtStops(stopped, timeMs);
    this.#closes.liquidate();
  }

  /** Examines the accounts in markets whose index has just become too old, or fresh again. */
  #noticeMarkets(timeMs: number): void {
    const changed = [...this.#book.markets()].filter(
      ({ listed, bounds }) => bounds.isDead !== (listed.indexTicks > 0 && isStale(listed, timeMs)),
    );
    for (const { bounds } of changed) bounds.isDead = !bounds.isDead;
    this.#closes.examine(this.#book.accountsIn(changed));
  }

  /**
   * Voids orders, then closes, then cancellations of either, that have waited for a younger index
   * longer than their market's bound, oldest first.
   */
  #expire(timeMs: number): void {
    const orders: Position[] = [];
    const closes: Position[] = [];
    const takenBack: Position[] = [];
    const removals: Position[] = [];
    for (const { terms, pending, closing, changing } of this.#book.markets()) {
      if (pending.size + closing.size + changing.size === 0) continue;
      const sinceMs = timeMs - wellFormed.termOf(terms, 'fillTimeoutMs');
      for (const position of pending) if (position.placedAtMs < sinceMs) orders.push(position);
      // A close requested by a stop or at a price stays: no owner would repeat it.
      for (const position of closing)
        if (position.closingAtMs < sinceMs && isOwners(position.closingFor)) closes.push(position);
      for (const position of changing)
        if (position.takenBackAtMs > 0 && position.takenBackAtMs < sinceMs)
          takenBack.push(position);
      for (const position of changing)
        if (position.removal !== undefined && position.removal.askedAtMs < sinceMs)
          removals.push(position);
    }
    for (const position of orders.sort(byId)) {
      const account = this.#book.accountOf(position);
      this.#orders.cancel(account, position, 'timeout');
      account.bind();
    }
    for (const position of closes.sort(byId)) this.#closes.end(position, 'timeout');
    for (const position of takenBack.sort(byId))
      if (position.takenBackAtMs > 0) this.#endTakenBack(position);
    for (const position of removals.sort(byId)) this.#endRemoval(position, 'timeout');
  }

  /**
   * Takes the orders and stops that a market's prices reach. Those that are not older than the
   * quotes wait on.
   */
  #fire(market: MarginMarket, reached: Position[], stopped: Position[]): void {
    const { orders, stops, pending, listed } = market;
    const isLater = this.#rules.contractsFillLater;
    const ordered: Position[] = [];
    orders.long.fire(listed.indexTicks, ordered);
    orders.short.fire(listed.indexTicks, ordered);
    for (const position of [...ordered, ...pending]) {
      if (!isLater || (isYounger(market, position.placedAtMs) && !isThin(market)))
        reached.push(position);
      else watchOrder(market, position);
    }
    stops.up.fire(listed.markTicks, stopped);
    stops.down.fire(listed.markTicks, stopped);
  }

  /**
   * Applies owners' changes and cancellations that are older than all quotes of the index. Younger
   * ones wait: an owner who could foresee a fill, and cancel the order then, would have an option
   * that others pay for.
   */
  #settleChanges(markets: Iterable<MarginMarket>): void {
    const changing = [...markets].flatMap((market) => [...market.changing]);
    for (const position of changing.sort(byId)) {
      const market = this.#book.marketOf(position);
      const { nextStops, takenBackAtMs } = position;
      if (nextStops !== undefined && isYounger(market, nextStops.setAtMs))
        this.#replaceStops(position, nextStops);
      if (takenBackAtMs > 0 && isYounger(market, takenBackAtMs)) this.#endTakenBack(position);
      const { removal } = position;
      if (removal !== undefined && isYounger(market, removal.askedAtMs))
        this.#settleRemoval(position, removal.amount);
      forgetSettled(market, position);
    }
  }

  #endTakenBack(position: Position): void {
    if (position.status === 'open') {
      if (position.limitClose !== undefined) this.#closes.endLimit(position, 'cancelled');
      if (position.closingAtMs > 0) this.#closes.end(position, 'cancelled');
      return;
    }
    const account = this.#book.accountOf(position);
    this.#orders.cancel(account, position, 'cancelled');
    account.bind();
  }

  #replaceStops(position: Position, { takeProfitTicks, stopLossTicks }: StopLevels): void {
    removeStops(this.#book.marketOf(position), position);
    Object.assign(position, { takeProfitTicks, stopLossTicks, nextStops: undefined });
    addStops(this.#book.marketOf(position), position);
  }

  /**
   * Why levels cannot be set (M7): compared with the mark, under the first rules with the entry
   * price.
   */
  #stopProblem(position: Position, levels: StopLevels, timeMs: number): Rejection | undefined {
    const { market, side } = position;
    if (!this.#rules.hasMarkPrice)
      return areStopsBeside(position, position.entryTicks, levels)
        ? undefined
        : 'stop_on_wrong_side';
    const { takeProfitTicks, stopLossTicks } = levels;
    if (takeProfitTicks + stopLossTicks === 0) return undefined;
    const account = this.#book.accountOf(position);
    if (isStale(market, timeMs) || this.#book.marketOf(position).bounds.isDead)
      return 'index_stale';
    if (isProfitTaken({ side, takeProfitTicks, stopLossTicks }, market.markTicks))
      return 'take_profit_passed';
    if (!areStopsBeside(position, market.markTicks, levels)) return 'stop_on_wrong_side';
    const slack = position.isIsolated
      ? ownSlack(position, stopLossTicks)
      : account.slackAt(market.settings.id, stopLossTicks);
    return stopLossTicks > 0 && slack < 0n ? 'stop_beyond_liquidation' : undefined;
  }

  /**
   * Full scan: M2, M5, M7, M8, the sums of accounts and exposures, and that each waiting order and
   * stop is in the heap of its price.
   */
  verify(): void {
    this.#book.verify();
    this.#house.verify();
  }

  snapshot(): SnapshotMargin {
    const { owing, ...kept } = this.#book.snapshot();
    return { ...kept, debts: this.#house.debts.snapshot(), owing };
  }

  restore(snapshot: SnapshotMargin): void {
    this.#book.restore(snapshot);
    this.#house.debts.restore(snapshot.debts);
  }
}

/** Refusals of an order that cannot become a position. */
const REFUSAL = {
  margin: 'balance_insufficient',
  exposure: 'exposure_reached',
  house: 'house_insufficient',
} as const;

/**
 * Takes the limit closes whose price an index has reached. Those that are not older than its quotes
 * wait on, and all where it has too few venues: a print of one is no price to sell at.
 */
function fireLimitCloses(market: MarginMarket, limited: Set<Position>): void {
  const reached: Position[] = [];
  market.limitCloses.long.fire(market.listed.indexTicks, reached);
  market.limitCloses.short.fire(market.listed.indexTicks, reached);
  for (const position of reached) {
    if (isYounger(market, position.limitClose?.setAtMs ?? 0) && !isThin(market))
      limited.add(position);
    else watchLimitClose(market, position);
  }
}

/** Whether the owner of a close waits for it now. */
function isOwners(reason: Position['closingFor']): boolean {
  return reason === 'closed' || reason === 'reversed';
}

function isAnyStale(account: MarginAccount, timeMs: number): boolean {
  for (const market of account.markets()) if (isStale(market, timeMs)) return true;
  return false;
}
