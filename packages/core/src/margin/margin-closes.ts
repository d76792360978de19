import type { Amount } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Rules } from '../rules.ts';
import type { MarginAccount } from './margin-account.ts';
import { byOwner, type MarginBook } from './margin-book.ts';
import type {
  CloseEnd,
  LimitCloseEnded,
  MarginEvent,
  PositionEnd,
  ReductionReason,
} from './margin-events.ts';
import type { MarginHouse } from './margin-house.ts';
import {
  addStops,
  count,
  dropLimitClose,
  forgetSettled,
  isReached,
  isThin,
  isYounger,
  removeStops,
  watchIsolated,
  watchLimitClose,
  worseIndex,
} from './margin-market.ts';
import type { MarginOrders } from './margin-orders.ts';
import type { MarginSettlement } from './margin-settlement.ts';
import type { Cover } from './margin-snapshot.ts';
import { bestBeside, byId, byProfitDown, worstOf } from './closing-order.ts';
import {
  entryAt,
  isProfitTaken,
  lossBeyond,
  overnightOf,
  profitAt,
  type LimitClose,
  type Position,
} from './position.ts';

const COVERS: readonly Cover[] = ['margin', 'wallet', 'others'];

/**
 * Closes of positions: on request, at stops, by liquidation and to cover another loss. Promises M5
 * after each liquidation. Owns nothing.
 */
export class MarginCloses {
  readonly #book: MarginBook;
  readonly #house: MarginHouse;
  readonly #orders: MarginOrders;
  readonly #settlement: MarginSettlement;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<MarginEvent>;
  readonly #rules: Rules;

  constructor(
    { checks, events, rules }: AreaParts<MarginEvent>,
    parts: {
      book: MarginBook;
      house: MarginHouse;
      orders: MarginOrders;
      settlement: MarginSettlement;
    },
  ) {
    this.#book = parts.book;
    this.#house = parts.house;
    this.#orders = parts.orders;
    this.#settlement = parts.settlement;
    this.#checks = checks;
    this.#events = events;
    this.#rules = rules;
  }

  /**
   * Requests a close of some lots, once: it is made at an index younger than the request.
   * @param lots of the position
   */
  ask(
    position: Position,
    timeMs: number,
    {
      reason = 'closed',
      lots = position.lots,
    }: { reason?: Position['closingFor']; lots?: number } = {},
  ): void {
    if (position.closingAtMs > 0) return;
    const market = this.#book.marketOf(position);
    Object.assign(position, {
      closingAtMs: timeMs,
      closingFor: reason,
      closingLots: lots,
      cover: this.coverAsked(position, lots),
    });
    market.closing.add(position);
    this.#tellClosing(position);
  }

  /**
   * Requests a close that opens the other side at the same index. Until then nothing else may
   * change the wallet: it decides whether the other side can be opened.
   * @param worstTicks worst index that the other side may open at
   */
  askReverse(position: Position, timeMs: number, worstTicks: number): void {
    this.ask(position, timeMs, { reason: 'reversed' });
    Object.assign(position, { cover: 'wallet', reverseTicks: worstTicks });
  }

  /** The cover that a close of some lots would be requested with now. */
  coverAsked(position: Position, lots: number): Cover {
    const market = this.#book.marketOf(position);
    return this.#coverAt(position, worseIndex(market, position.side), lots);
  }

  /** Ends a requested close without one. */
  end(position: Position, reason: CloseEnd): void {
    this.#forgetAsked(position);
    this.#events.list.push({
      type: 'positionCloseEnded',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
      reason,
    });
  }

  /** Waits with a close until the index is at its price. */
  setLimit(position: Position, limitClose: LimitClose): void {
    const { id, user } = position;
    const market = this.#book.marketOf(position);
    position.limitClose = limitClose;
    watchLimitClose(market, position);
    const { lots, priceTicks } = limitClose;
    this.#events.list.push({
      type: 'limitCloseSet',
      position: id,
      user,
      market: market.terms.market,
      lots,
      priceTicks,
    });
  }

  /** Ends a close that waits for its price. */
  endLimit(position: Position, reason: LimitCloseEnded['reason']): void {
    dropLimitClose(this.#book.marketOf(position), position);
    this.#forgetTakenBack(position);
    this.#events.list.push({
      type: 'limitCloseEnded',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
      reason,
    });
  }

  /**
   * Makes the requested closes. The cover of a loss is decided at the request and fixed from then
   * on: an owner who could change it later, knowing the price, would choose whether orders are
   * cancelled and other positions closed. A loss that has outgrown its cover counts as a new
   * request; one that other positions must cover waits until all their prices are younger. A part
   * whose loss others would have to cover is widened to the whole: the rest of the position has a
   * margin of its own, which pays first.
   */
  carryOut(closing: ReadonlySet<Position>, limited: ReadonlySet<Position>, timeMs: number): void {
    for (const position of [...new Set([...closing, ...limited])].sort(byProfitDown)) {
      if (closing.has(position) && position.status === 'open')
        this.#carryOutAsked(position, timeMs);
      if (limited.has(position) && position.status === 'open')
        this.#carryOutLimit(position, timeMs);
    }
  }

  #carryOutAsked(position: Position, timeMs: number): void {
    const account = this.#book.accountOf(position);
    const { closingLots: lots, closingFor: reason } = position;
    if (reason === 'reversed') {
      this.#reverse(account, position, timeMs);
      return;
    }
    const cover = this.#coverAt(position, position.market.indexTicks, lots);
    if (COVERS.indexOf(cover) > COVERS.indexOf(position.cover)) {
      this.#askAnew(position, cover, timeMs);
      return;
    }
    if (position.cover === 'others' && this.#isCoverOlder(account, position)) return;
    if (lots < position.lots && (reason === 'closed' || reason === 'limit')) {
      this.#forgetAsked(position);
      this.#reduce(account, position, lots, reason);
    } else this.close(account, position, reason);
    account.bind();
  }

  /**
   * Closes a position and opens the other side at the index, or ends the request and leaves the
   * position as it is. An index of too few venues opens nothing: it waits on.
   */
  #reverse(account: MarginAccount, position: Position, timeMs: number): void {
    const market = this.#book.marketOf(position);
    if (isThin(market)) return;
    const { indexTicks } = market.listed;
    const order = this.#orders.opposite(position, market, timeMs);
    const entry = entryAt(order, indexTicks);
    const isWithinSlippage = isReached(
      { side: order.side, priceTicks: position.reverseTicks },
      indexTicks,
    );
    const cannot = !isWithinSlippage
      ? 'slippage'
      : entry === undefined
        ? 'margin'
        : this.#orders.cannotReverse(account, position, { order, entry });
    if (cannot === undefined && entry !== undefined) {
      this.close(account, position, 'reversed');
      this.#book.add(order);
      this.#orders.enter(account, market, order, { entry, timeMs });
      account.bind();
    } else this.end(position, cannot ?? 'margin');
  }

  /**
   * A close whose price has come. Where its loss is beyond its margin a close is requested instead,
   * as at a stop: the wallet decides nothing that its owner could know. While another request waits
   * it goes on waiting.
   */
  #carryOutLimit(position: Position, timeMs: number): void {
    const account = this.#book.accountOf(position);
    const { market, limitClose } = position;
    if (limitClose === undefined) return;
    const { lots } = limitClose;
    if (this.#coverAt(position, market.indexTicks, lots) !== 'margin') {
      if (position.closingAtMs > 0) {
        watchLimitClose(this.#book.marketOf(position), position);
        return;
      }
      this.endLimit(position, 'asked');
      const isWhole = this.coverAsked(position, lots) === 'others';
      this.ask(position, timeMs, { reason: 'limit', lots: isWhole ? position.lots : lots });
      return;
    }
    this.endLimit(position, 'filled');
    if (lots < position.lots) this.#reduce(account, position, lots, 'limit');
    else this.close(account, position, 'limit');
    account.bind();
  }

  /** Closes the positions whose stops the mark has reached, oldest first. */
  closeAtStops(stopped: Position[], timeMs: number): void {
    for (const position of stopped.sort(byId)) {
      if (position.status !== 'open') continue;
      const account = this.#book.accountOf(position);
      const { market } = position;
      const isProfit = this.#rules.hasMarkPrice
        ? isProfitTaken(position, market.markTicks)
        : profitAt(position, market.indexTicks) >= 0n;
      const reason = isProfit ? 'takeProfit' : 'stopLoss';
      // A user who could empty the wallet once the price is known would choose whether other
      // positions are closed at it.
      const cover = this.#coverAt(position, market.indexTicks, position.lots);
      if (this.#rules.contractsChangeLater && cover !== 'margin') {
        this.ask(position, timeMs, { reason });
        removeStops(this.#book.marketOf(position), position);
        addStops(this.#book.marketOf(position), position);
      } else this.close(account, position, reason);
      account.bind();
    }
  }

  /**
   * Closes a position at the index. A loss that the free part and its own margin do not pay is
   * covered by the rest of the account.
   */
  close(account: MarginAccount, position: Position, reason: PositionEnd): void {
    if (position.isIsolated) {
      this.#settle(account, position, reason);
      return;
    }
    if (this.shortfall(account, position) > 0n) this.#orders.cancelAll(account, 'cover');
    while (this.shortfall(account, position) > 0n) {
      const best = bestBeside(account, position);
      if (best === undefined) break;
      this.#settle(account, best, 'cover');
    }
    this.#settle(account, position, reason);
  }

  /**
   * The part of a position's loss at the index that neither its margin nor the free part of the
   * account pays.
   */
  shortfall(account: MarginAccount, position: Position): bigint {
    if (position.isIsolated) return 0n;
    return lossBeyond(position, position.market.indexTicks, position.lots) - account.available;
  }

  /**
   * Liquidates isolated positions by themselves, then examines only the accounts whose bound is
   * reached, in any market.
   */
  liquidate(): void {
    this.#liquidateIsolated();
    // Under the first rules they are kept: the newer rules begin with them.
    const reached = this.#rules.looksAtFlatAccounts ? [...this.#book.unmoved] : [];
    if (reached.length > 0) this.#book.unmoved.clear();
    for (const { listed, bounds } of this.#book.markets()) {
      bounds.up.fire(listed.markTicks, reached);
      bounds.down.fire(listed.markTicks, reached);
    }
    this.examine(reached);
    for (const { listed, bounds, isolated } of this.#book.markets()) {
      this.#checks.check(
        'M5',
        !bounds.up.isReached(listed.markTicks) &&
          !bounds.down.isReached(listed.markTicks) &&
          (bounds.isDead || !isAnyReached(isolated, listed.markTicks)),
        `market ${listed.settings.id} has positions beyond liquidation`,
      );
    }
    this.#checks.check(
      'M5',
      !this.#rules.looksAtFlatAccounts || this.#book.unmoved.size === 0,
      'an account that no price moves is beyond liquidation',
    );
  }

  /** Liquidates the accounts among these that are below maintenance, by owner. */
  examine(accounts: readonly MarginAccount[]): void {
    if (accounts.length === 0) return;
    for (const account of [...new Set(accounts)].sort(byOwner)) this.#examineOne(account);
  }

  /**
   * While it is below maintenance: cancels its orders, then closes its worst position, until the
   * account is at maintenance again or has positions in dead markets only.
   */
  #examineOne(account: MarginAccount): void {
    if (account.slack < 0n) this.#orders.cancelAll(account, 'liquidation');
    for (
      let worst = worstOf(account);
      account.slack < 0n && worst !== undefined;
      worst = worstOf(account)
    )
      this.close(account, worst, 'liquidated');
    account.bind();
  }

  /** Those whose own margin is below their maintenance at the mark, oldest first. */
  #liquidateIsolated(): void {
    const reached: Position[] = [];
    for (const { listed, bounds, isolated } of this.#book.markets()) {
      if (bounds.isDead) continue;
      isolated.long.fire(listed.markTicks, reached);
      isolated.short.fire(listed.markTicks, reached);
    }
    for (const position of reached.sort(byId)) {
      const account = this.#book.accountOf(position);
      this.close(account, position, 'liquidated');
      account.bind();
    }
  }

  #settle(account: MarginAccount, position: Position, reason: PositionEnd): void {
    const { id, user } = position;
    const { indexTicks: closeTicks, settings } = position.market;
    const market = this.#book.marketOf(position);
    removeStops(market, position);
    dropLimitClose(market, position);
    market.isolated[position.side].remove(position.fourth);
    account.remove(position);
    market.closing.delete(position);
    market.changing.delete(position);
    count(market, position, -1n);
    this.#book.move(position, 'ended');
    const settled = this.#settlement.close(account, position, reason === 'liquidated');
    const { badDebt, insured, unpaid } = settled;
    // An isolated position owes nothing beyond its margin, and pays for no other.
    if (this.#rules.badDebtFollowsAccount && !position.isIsolated)
      this.#settlement.carry(account, id, settled);
    this.#events.list.push({
      type: 'positionClosed',
      position: id,
      user,
      market: settings.id,
      reason,
      closeTicks,
      ...settled,
    });
    if (badDebt > 0n)
      this.#events.list.push({
        type: 'badDebt',
        position: id,
        user,
        currency: account.currency,
        amount: badDebt,
        insured,
        house: (badDebt - insured) as Amount,
      });
    if (unpaid > 0n && this.#rules.houseBacksContracts)
      this.#house.debts.add({ position: id, user, currency: account.currency, owed: unpaid });
  }

  /** Closes some lots at the index, and leaves the rest open. */
  #reduce(account: MarginAccount, position: Position, lots: number, reason: ReductionReason): void {
    const { id, user } = position;
    const { indexTicks: closeTicks, settings } = position.market;
    const market = this.#book.marketOf(position);
    count(market, position, -1n);
    const settled = this.#settlement.reduce(account, position, lots);
    count(market, position, 1n);
    this.#boundWaiting(position);
    const noDebt = { badDebt: 0n as Amount, ...settled };
    watchIsolated(market, position);
    if (this.#rules.badDebtFollowsAccount && !position.isIsolated)
      this.#settlement.carry(account, id, noDebt);
    this.#events.list.push({
      type: 'positionReduced',
      position: id,
      user,
      market: settings.id,
      reason,
      lots,
      lotsLeft: position.lots,
      closeTicks,
      ...settled,
      marginLeft: position.margin as Amount,
      addedLeft: position.added as Amount,
      overnightLeft: overnightOf(position) as Amount,
      closingLots: position.closingLots,
    });
    const { currency } = account;
    if (settled.unpaid > 0n && this.#rules.houseBacksContracts)
      this.#house.debts.add({ position: id, user, currency, owed: settled.unpaid });
  }

  /**
   * A close whose loss has outgrown its cover counts as a new request, with the cover that it needs
   * now.
   */
  #askAnew(position: Position, cover: Cover, timeMs: number): void {
    Object.assign(position, { cover, closingAtMs: timeMs });
    if (cover !== 'others' || position.closingLots === position.lots) return;
    const { lots, market } = position;
    Object.assign(position, {
      closingLots: lots,
      cover: this.#coverAt(position, market.indexTicks, lots),
    });
    this.#tellClosing(position);
  }

  /** Closes that wait name no more lots than are left. */
  #boundWaiting(position: Position): void {
    const { lots, closingLots, limitClose } = position;
    position.closingLots = Math.min(closingLots, lots);
    if (limitClose !== undefined && limitClose.lots > lots)
      position.limitClose = { ...limitClose, lots };
  }

  /** Forgets a request to close. */
  #forgetAsked(position: Position): void {
    Object.assign(position, {
      closingAtMs: 0,
      closingFor: 'closed',
      closingLots: 0,
      cover: 'margin',
      reverseTicks: 0,
    });
    this.#book.marketOf(position).closing.delete(position);
    this.#forgetTakenBack(position);
  }

  /** Where no close waits, none is to be taken back. */
  #forgetTakenBack(position: Position): void {
    if (position.closingAtMs === 0 && position.limitClose === undefined) position.takenBackAtMs = 0;
    forgetSettled(this.#book.marketOf(position), position);
  }

  #tellClosing({ id, user, market, closingLots }: Position): void {
    this.#events.list.push({
      type: 'positionClosing',
      position: id,
      user,
      market: market.settings.id,
      lots: closingLots,
    });
  }

  /** The cover of the loss of some lots at an index. */
  #coverAt(position: Position, indexTicks: number, lots: number): Cover {
    const beyond = lossBeyond(position, indexTicks, lots);
    // Nothing else pays for an isolated position, and none of its parts leaves a debt.
    if (position.isIsolated) return beyond > 0n && lots < position.lots ? 'others' : 'margin';
    if (beyond <= 0n) return 'margin';
    return beyond > this.#book.accountOf(position).available ? 'others' : 'wallet';
  }

  #isCoverOlder(account: MarginAccount, { closingAtMs }: Position): boolean {
    for (const other of account.open.values())
      if (!isYounger(this.#book.marketOf(other), closingAtMs)) return true;
    return false;
  }
}

function isAnyReached(
  { long, short }: Readonly<Record<'long' | 'short', { isReached: (ticks: number) => boolean }>>,
  markTicks: number,
): boolean {
  return long.isReached(markTicks) || short.isReached(markTicks);
}
