import type { AreaParts } from '../area-parts.ts';
import type { Amount } from '@meridian/money/amount';
import { notionalUnit } from '@meridian/money/market-scale';
import type { ListedMarket, Listings } from '../catalog/listings.ts';
import type { IndexPrice } from '../catalog/catalog-commands.ts';
import type { EventSink } from '../event-sink.ts';
import { outcomeOf, refused, type Outcome } from '../outcome.ts';
import { isWithin } from '../integers.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import { SYSTEM } from '../ledger/accounts.ts';
import type { Rebates } from '../rebate/rebates.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { HouseDebts } from './house-debts.ts';
import { MarginAccount } from './margin-account.ts';
import { checkAccount, checkPosition, isMarginRight } from './margin-checks.ts';
import * as wellFormed from './margin-commands-check.ts';
import type {
  CancelMarginOrder,
  ClosePosition,
  ClosePositions,
  MarginCommand,
  MarginTerms,
  OpenPosition,
  PositionId,
  PositionSide,
  SetMarginTerms,
  SetStops,
} from './margin-commands.ts';
import type { MarginEvent, MarginOrderEnd, PositionEnd } from './margin-events.ts';
import {
  addStops,
  couldWin,
  count,
  forgetSettled,
  heldIndex,
  isReached,
  isStale,
  isThin,
  isYounger,
  newMarginMarket,
  removeStops,
  watchOrder,
  worseIndex,
  worstIndex,
  type MarginMarket,
} from './margin-market.ts';
import { MarginSettlement } from './margin-settlement.ts';
import type { Cover, SnapshotMargin, SnapshotPosition } from './margin-snapshot.ts';
import { bestBeside, byId, byProfitDown, worstOf } from './position-order.ts';
import {
  areStopsBeside,
  encodePosition,
  entryAt,
  isProfitTaken,
  newPosition,
  overnightOf,
  profitAt,
  sizeOf,
  valueOf,
  type Entry,
  type Position,
  type StopLevels,
} from './position.ts';

/**
 * Orders and positions that one user may have in one quote currency: it bounds the work of a
 * liquidation.
 */
export const MAX_POSITIONS = 200;
const CURRENCIES = 1024;

/**
 * Owns margin trading: terms, orders that wait for the index, open positions with their margins,
 * and the liquidation of accounts. Promises M1 to M9. Time alone voids what waited too long, counts
 * nights, and liquidates accounts in a market that died. Fills and closes happen when prices come,
 * at the index: requested closes first, the most profit first; then orders are filled, positions
 * closed at their stops, and accounts liquidated, each oldest first (accounts by user and
 * currency). Orders, closes and stops take no index whose quotes are not all younger than they are.
 * Stops, margin ratios and liquidation use the mark price. A waiting order costs nothing until its
 * price comes.
 */
export class Margin {
  readonly #parts: AreaParts<MarginEvent>;
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<MarginEvent>;
  readonly #rules: Rules;
  readonly #settlement: MarginSettlement;
  readonly #debts: HouseDebts;
  readonly #markets = new Map<MarketId, MarginMarket>();
  readonly #accounts = new Map<number, MarginAccount>();
  readonly #positions = new Map<PositionId, Position>();
  /** Accounts below maintenance that no price reaches. */
  readonly #unmoved = new Set<MarginAccount>();
  #nextPosition = 1;
  /** Day of the last count of nights; 0 after a restore, because each position keeps its own. */
  #day = 0;

  constructor(parts: AreaParts<MarginEvent> & { readonly rebates: Rebates }) {
    this.#parts = parts;
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#rules = parts.rules;
    this.#settlement = new MarginSettlement(parts);
    this.#debts = new HouseDebts(parts.ledger, parts.events);
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
    const listed = this.#listings.market(terms.market);
    if (listed === undefined) return 'market_unknown';
    const unit = this.#unitOf(listed, terms);
    if (unit === undefined) return 'market_grid_invalid';
    this.#putTerms(listed, terms, unit);
    this.#push({ type: 'marginTermsSet', terms });
    return undefined;
  }

  #open(command: OpenPosition, timeMs: number): Outcome {
    if (!wellFormed.isOpening(command)) return refused('malformed');
    const market = this.#markets.get(command.market);
    if (market === undefined) return refused('market_unknown');
    const { terms, listed } = market;
    if (!terms.isOpen) return refused('market_closed');
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
    const position = this.#agree(command, market, timeMs);
    const isNow = !isLimit || isReached(position, listed.indexTicks);
    const isFilledLater = this.#rules.contractsFillLater;
    const entry = entryAt(position, isNow ? listed.indexTicks : command.priceTicks);
    const dearest = isFilledLater ? entryAt(position, position.heldTicks) : entry;
    if (entry === undefined || dearest === undefined) return refused('notional_too_large');
    const account = this.#account(command.user, listed.settings.quote);
    if (account.count >= MAX_POSITIONS) return refused('too_many_open_orders');
    if (isAnyStale(account, timeMs)) return refused('index_stale');
    if (account.isSettling) return refused('change_pending');
    const cannot =
      (isNow
        ? (this.#cannotTake(market, position, entry) ??
          this.#cannotAfford(account, position, entry))
        : undefined) ?? (isNow && !isFilledLater ? undefined : this.#cannotWait(account, dearest));
    if (cannot !== undefined) return refused(REFUSAL[cannot]);
    this.#positions.set(position.id, position);
    this.#nextPosition++;
    const isFilled = isNow && !isFilledLater;
    if (isFilled) this.#enter(account, market, position, { entry, timeMs });
    else this.#wait(account, market, position, { ...dearest, entryTicks: entry.entryTicks });
    account.bind();
    return { ok: true, id: position.id, status: isFilled ? 'filled' : 'open' };
  }

  #cancel(command: CancelMarginOrder, timeMs: number): Rejection | undefined {
    if (!wellFormed.isOfPosition(command)) return 'malformed';
    const position = this.#find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'waiting' && position.closingAtMs === 0) return 'position_not_waiting';
    if (this.#rules.contractsChangeLater) {
      if (position.takenBackAtMs === 0) position.takenBackAtMs = timeMs;
      this.#marketOf(position).changing.add(position);
    } else this.#endTakenBack(position);
    return undefined;
  }

  #closeOne(command: ClosePosition, timeMs: number): Rejection | undefined {
    if (!wellFormed.isOfPosition(command)) return 'malformed';
    const position = this.#find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    if (position.takenBackAtMs > 0) return 'change_pending';
    if (isStale(position.market, timeMs)) return 'index_stale';
    const account = this.#accountOf(position);
    if (this.#rules.contractsFillLater) {
      // Positions with unknown prices would have to cover the loss.
      if (this.#shortfall(account, position) > 0n && isAnyStale(account, timeMs))
        return 'index_stale';
      this.#askToClose(position, timeMs);
      return undefined;
    }
    this.#close(account, position, 'closed');
    account.bind();
    return undefined;
  }

  #closeAll(command: ClosePositions, timeMs: number): Rejection | undefined {
    if (!wellFormed.isClosingAll(command)) return 'malformed';
    const { user, which } = command;
    const accounts = this.#accountsOf(user).filter(
      ({ currency }) => command.currency === undefined || currency === command.currency,
    );
    const chosen = accounts.flatMap(({ open }) =>
      [...open.values()].filter(({ side }) => which === 'all' || side === which),
    );
    if (chosen.length === 0) return 'position_not_found';
    if (chosen.some(({ takenBackAtMs }) => takenBackAtMs > 0)) return 'change_pending';
    if (chosen.some(({ market }) => isStale(market, timeMs))) return 'index_stale';
    if (this.#rules.contractsFillLater) {
      for (const position of chosen.sort(byId)) this.#askToClose(position, timeMs);
      return undefined;
    }
    for (const position of chosen.sort(byProfitDown)) {
      if (position.status === 'open') this.#close(this.#accountOf(position), position, 'closed');
    }
    for (const account of accounts) account.bind();
    return undefined;
  }

  #setStops(command: SetStops, timeMs: number): Rejection | undefined {
    if (!wellFormed.isSettingStops(command)) return 'malformed';
    const position = this.#find(command);
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
      this.#marketOf(position).changing.add(position);
    } else this.#replaceStops(position, { takeProfitTicks, stopLossTicks });
    this.#push({
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
    return this.#accounts.get(accountKey(user, currency))?.isSettling === true
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
    const account = this.#accounts.get(accountKey(user, currency));
    if (account === undefined || account.open.size === 0) return undefined;
    if (isAnyStale(account, timeMs)) return 'index_stale';
    return amount > account.free ? 'margin_in_use' : undefined;
  }

  /**
   * Amount of the margin wallet that a debt may take now: the backing of open positions' losses
   * stays, and the whole wallet while an index is stale.
   */
  free(user: UserId, currency: CurrencyId, timeMs: number): bigint {
    const account = this.#accounts.get(accountKey(user, currency));
    if (account !== undefined && account.open.size > 0)
      return isAnyStale(account, timeMs) ? 0n : account.free;
    const slot = this.#ledger.find(user, 'margin', currency);
    return slot < 0 ? 0n : this.#ledger.available(slot);
  }

  /** Cancels all waiting orders of a user, by currency, oldest first. */
  cancelWaitingOf(user: UserId): void {
    for (const account of this.#accountsOf(user)) {
      this.#cancelOrders(account, 'cancelled');
      account.bind();
    }
  }

  /**
   * After money left the margin wallet: what losses of open positions use up must still be there
   * (M9).
   */
  afterLeaving(user: UserId, currency: CurrencyId): void {
    const account = this.#accounts.get(accountKey(user, currency));
    if (account === undefined) return;
    this.#checks.check('M9', account.spare >= 0n, `money left that losses of user ${user} need`);
    account.bind();
  }

  /**
   * Amount that may leave the house's margin wallet: all but the possible profits of open positions
   * and the house's debts.
   */
  houseFree(currency: CurrencyId): bigint {
    return this.#rules.houseBacksContracts
      ? this.#houseFunds(currency) - this.#needed(currency)
      : this.#houseFunds(currency);
  }

  /** Pays the house's debts from money that reached it, oldest first. */
  payDebts(): void {
    for (const { user, currency } of this.#debts.pay())
      this.#accounts.get(accountKey(user, currency))?.bind();
  }

  /**
   * Time passed: voids what waited too long, counts nights, and marks markets without prices as
   * dead until they have some.
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
    for (const position of this.#positions.values()) {
      if (position.status !== 'open' || position.nightDay >= day) continue;
      const account = this.#accountOf(position);
      this.#checks.check(
        'M6',
        position.nights < day - shanghaiDay(position.openedAtMs),
        `position ${position.id} pays day ${day} twice`,
      );
      account.passNight(position, day);
      accounts.add(account);
      const overnight = overnightOf(position) as Amount;
      if (position.overnightBps > 0)
        this.#push({
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
      const market = this.#markets.get(id);
      if (market !== undefined) markets.add(market);
    }
    this.onTime(timeMs);
    this.#settleChanges(markets);
    const reached: Position[] = [];
    const stopped: Position[] = [];
    const closing: Position[] = [];
    for (const market of markets) {
      this.#fire(market, reached, stopped);
      for (const position of market.closing)
        if (isYounger(market, position.closingAtMs)) closing.push(position);
    }
    if (closing.length > 0) this.#closeAsked(closing, timeMs);
    if (reached.length > 0) this.#fillOrders(reached, timeMs);
    if (stopped.length > 0) this.#closeAtStops(stopped, timeMs);
    this.#liquidate();
  }

  /**
   * Full scan: M2, M5, M7, the sums of accounts and exposures, and that each waiting order and stop
   * is in the heap of its price.
   */
  verify(): void {
    const exposure = new Map<MarginMarket, Record<PositionSide, bigint>>();
    const sizes = new Map<MarginMarket, Record<PositionSide, bigint>>();
    let waiting = 0;
    for (const position of this.#positions.values()) {
      const market = this.#marketOf(position);
      const sums = exposure.get(market) ?? { long: 0n, short: 0n };
      exposure.set(market, sums);
      const size = sizes.get(market) ?? { long: 0n, short: 0n };
      sizes.set(market, size);
      if (position.status === 'open') {
        sums[position.side] += valueOf(position, position.entryTicks);
        size[position.side] += sizeOf(position);
      } else waiting++;
      checkPosition(position, market, this.#parts);
    }
    for (const market of this.#markets.values()) {
      const { long, short } = exposure.get(market) ?? { long: 0n, short: 0n };
      this.#checks.check(
        'M2',
        market.exposure.long === long && market.exposure.short === short,
        `exposure of market ${market.terms.market} is not the sum of its positions`,
      );
      const size = sizes.get(market) ?? { long: 0n, short: 0n };
      this.#checks.check(
        'M2',
        market.sizes.long === size.long && market.sizes.short === size.short,
        `sizes of market ${market.terms.market} are not the sum of its positions`,
      );
      waiting -= market.orders.long.size + market.orders.short.size + market.pending.size;
    }
    this.#checks.check('M1', waiting === 0, 'an order waits without a trigger');
    for (const account of this.#accounts.values()) checkAccount(account, this.#parts);
    for (const currency of this.#debts.currencies())
      this.#checks.check(
        'M8',
        this.#houseFunds(currency) === 0n,
        `the house has money of currency ${currency} and owes profits`,
      );
  }

  snapshot(): SnapshotMargin {
    return {
      nextPosition: this.#nextPosition,
      terms: [...this.#markets.values()]
        .map(({ terms }) => wellFormed.encodeTerms(terms))
        .sort((a, b) => a.market - b.market),
      positions: [...this.#positions.values()].map(encodePosition).sort((a, b) => a.id - b.id),
      dead: [...this.#markets.values()]
        .filter(({ bounds }) => bounds.isDead)
        .map(({ terms }) => terms.market)
        .sort((a, b) => a - b),
      debts: this.#debts.snapshot(),
      owing: [...this.#accounts.values()]
        .filter(({ owing }) => owing > 0n)
        .sort(byOwner)
        .map(({ user, currency, owing }) => ({ user, currency, owing: owing.toString() })),
    };
  }

  restore(snapshot: SnapshotMargin): void {
    this.#nextPosition = snapshot.nextPosition;
    for (const row of snapshot.terms) {
      const terms = wellFormed.decodeTerms(row);
      const listed = this.#listings.market(terms.market);
      const unit = listed === undefined ? undefined : this.#unitOf(listed, terms);
      if (listed === undefined || unit === undefined)
        throw new Error(`margin market ${terms.market} of the snapshot is not listed`);
      this.#putTerms(listed, terms, unit);
    }
    for (const id of snapshot.dead) (this.#markets.get(id) as MarginMarket).bounds.isDead = true;
    this.#debts.restore(snapshot.debts);
    for (const row of snapshot.positions) this.#restorePosition(row);
    for (const { user, currency, owing } of snapshot.owing)
      this.#account(user, currency).owing = BigInt(owing);
    for (const account of this.#accounts.values()) account.bind();
  }

  #restorePosition(row: SnapshotPosition): void {
    const market = this.#markets.get(row.market);
    if (market === undefined)
      throw new Error(`position ${row.id} of the snapshot is in no margin market`);
    const { market: _market, status, margin, fee, unit, ...fields } = row;
    const position: Position = Object.assign(
      newPosition({ ...fields, unit: BigInt(unit), market: market.listed }),
      { status, margin: BigInt(margin), fee: BigInt(fee) },
    );
    const {
      openedAtMs,
      indexTicks,
      entryTicks,
      takeProfitTicks,
      stopLossTicks,
      closingAtMs,
      cover,
      closingFor,
      takenBackAtMs,
      nights,
      nightDay,
    } = row;
    const nextStops = row.nextStops ?? undefined;
    Object.assign(position, {
      openedAtMs,
      indexTicks,
      entryTicks,
      takeProfitTicks,
      stopLossTicks,
      nextStops,
      closingAtMs,
      cover,
      closingFor,
      takenBackAtMs,
      nights,
      nightDay,
    });
    if (nextStops !== undefined || takenBackAtMs > 0) market.changing.add(position);
    const account = this.#account(row.user, market.listed.settings.quote);
    const held = status === 'open' ? position.margin : position.margin + position.fee;
    position.hold = this.#ledger.restoreHold(account.slot, held, row.id, 'position');
    this.#positions.set(row.id, position);
    if (status === 'waiting') {
      account.waiting.set(row.id, position);
      watchOrder(market, position);
      return;
    }
    account.add(position, market.bounds);
    count(market, position, 1n);
    if (closingAtMs > 0) market.closing.add(position);
    addStops(this.#marketOf(position), position);
  }

  #fillOrders(reached: Position[], timeMs: number): void {
    for (const position of reached.sort(byId)) {
      // A close of this command may have needed its hold.
      if (position.status !== 'waiting') continue;
      const market = this.#marketOf(position);
      const account = this.#accountOf(position);
      this.#endWaiting(account, position);
      const { indexTicks } = market.listed;
      const isHeld = this.#rules.holdDecidesFill;
      const entry = entryAt(
        position,
        isHeld ? Math.min(indexTicks, position.heldTicks) : indexTicks,
      );
      const hasSlipped =
        position.worstTicks > 0 &&
        !isReached({ side: position.side, priceTicks: position.worstTicks }, indexTicks);
      const cannot = hasSlipped
        ? 'slippage'
        : entry === undefined
          ? 'margin'
          : (this.#cannotTake(market, position, entry) ??
            (isHeld ? undefined : this.#cannotAfford(account, position, entry)));
      if (cannot === undefined && entry !== undefined)
        this.#enter(account, market, position, { entry, timeMs });
      else this.#drop(position, cannot ?? 'margin');
      account.bind();
    }
  }

  #closeAtStops(stopped: Position[], timeMs: number): void {
    for (const position of stopped.sort(byId)) {
      if (position.status !== 'open') continue;
      const account = this.#accountOf(position);
      const { market } = position;
      const isProfit = this.#rules.hasMarkPrice
        ? isProfitTaken(position, market.markTicks)
        : profitAt(position, market.indexTicks) >= 0n;
      const reason = isProfit ? 'takeProfit' : 'stopLoss';
      // A user who could empty the wallet once the price is known would choose whether other
      // positions are closed at it.
      if (this.#rules.contractsChangeLater && lossBeyond(position, market.indexTicks) > 0n) {
        this.#askToClose(position, timeMs, reason);
        removeStops(this.#marketOf(position), position);
        addStops(this.#marketOf(position), position);
      } else this.#close(account, position, reason);
      account.bind();
    }
  }

  /** Examines only the accounts whose bound is reached, in any market. */
  #liquidate(): void {
    // Under the first rules they are kept: the newer rules begin with them.
    const reached = this.#rules.looksAtFlatAccounts ? [...this.#unmoved] : [];
    if (reached.length > 0) this.#unmoved.clear();
    for (const { listed, bounds } of this.#markets.values()) {
      bounds.up.fire(listed.markTicks, reached);
      bounds.down.fire(listed.markTicks, reached);
    }
    this.#examineAll(reached);
    for (const { listed, bounds } of this.#markets.values()) {
      this.#checks.check(
        'M5',
        !bounds.up.isReached(listed.markTicks) && !bounds.down.isReached(listed.markTicks),
        `market ${listed.settings.id} has positions beyond liquidation`,
      );
    }
    this.#checks.check(
      'M5',
      !this.#rules.looksAtFlatAccounts || this.#unmoved.size === 0,
      'an account that no price moves is beyond liquidation',
    );
  }

  #examineAll(accounts: readonly MarginAccount[]): void {
    if (accounts.length === 0) return;
    for (const account of [...new Set(accounts)].sort(byOwner)) this.#examine(account);
  }

  /**
   * While it is below maintenance: cancels its orders, then closes its worst position, until the
   * account is at maintenance again or has positions in dead markets only.
   */
  #examine(account: MarginAccount): void {
    if (account.slack < 0n) this.#cancelOrders(account, 'liquidation');
    for (
      let worst = worstOf(account);
      account.slack < 0n && worst !== undefined;
      worst = worstOf(account)
    )
      this.#close(account, worst, 'liquidated');
    account.bind();
  }

  /** Examines the accounts in markets whose index has just become too old, or fresh again. */
  #noticeMarkets(timeMs: number): void {
    const changed = [...this.#markets.values()].filter(
      ({ listed, bounds }) => bounds.isDead !== (listed.indexTicks > 0 && isStale(listed, timeMs)),
    );
    for (const { bounds } of changed) bounds.isDead = !bounds.isDead;
    this.#examineAll(this.#accountsIn(changed));
  }

  #accountsIn(markets: readonly MarginMarket[]): MarginAccount[] {
    if (markets.length === 0) return [];
    return [...this.#accounts.values()].filter((account) =>
      markets.some(({ terms }) => account.isIn(terms.market)),
    );
  }

  /**
   * Voids orders, then closes, then cancellations of either, that have waited for a younger index
   * longer than their market's bound, oldest first.
   */
  #expire(timeMs: number): void {
    const orders: Position[] = [];
    const closes: Position[] = [];
    const takenBack: Position[] = [];
    for (const { terms, pending, closing, changing } of this.#markets.values()) {
      if (pending.size + closing.size + changing.size === 0) continue;
      const sinceMs = timeMs - wellFormed.termOf(terms, 'fillTimeoutMs');
      for (const position of pending) if (position.placedAtMs < sinceMs) orders.push(position);
      // A close requested by a stop stays: no owner would repeat it.
      for (const position of closing)
        if (position.closingAtMs < sinceMs && position.closingFor === 'closed')
          closes.push(position);
      for (const position of changing)
        if (position.takenBackAtMs > 0 && position.takenBackAtMs < sinceMs)
          takenBack.push(position);
    }
    for (const position of orders.sort(byId)) {
      const account = this.#accountOf(position);
      this.#cancelOrder(account, position, 'timeout');
      account.bind();
    }
    for (const position of closes.sort(byId)) this.#endClosing(position, 'timeout');
    for (const position of takenBack.sort(byId))
      if (position.takenBackAtMs > 0) this.#endTakenBack(position);
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
      const market = this.#marketOf(position);
      const { nextStops, takenBackAtMs } = position;
      if (nextStops !== undefined && isYounger(market, nextStops.setAtMs))
        this.#replaceStops(position, nextStops);
      if (takenBackAtMs > 0 && isYounger(market, takenBackAtMs)) this.#endTakenBack(position);
      forgetSettled(market, position);
    }
  }

  #endTakenBack(position: Position): void {
    if (position.status === 'open') {
      this.#endClosing(position, 'cancelled');
      return;
    }
    const account = this.#accountOf(position);
    this.#cancelOrder(account, position, 'cancelled');
    account.bind();
  }

  #replaceStops(position: Position, { takeProfitTicks, stopLossTicks }: StopLevels): void {
    removeStops(this.#marketOf(position), position);
    Object.assign(position, { takeProfitTicks, stopLossTicks, nextStops: undefined });
    addStops(this.#marketOf(position), position);
  }

  #askToClose(position: Position, timeMs: number, reason: Position['closingFor'] = 'closed'): void {
    if (position.closingAtMs > 0) return;
    const market = this.#marketOf(position);
    Object.assign(position, {
      closingAtMs: timeMs,
      closingFor: reason,
      cover: this.#coverAt(position, worseIndex(market, position.side)),
    });
    market.closing.add(position);
    this.#push({
      type: 'positionClosing',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
    });
  }

  #endClosing(position: Position, reason: 'cancelled' | 'timeout'): void {
    const market = this.#marketOf(position);
    Object.assign(position, {
      closingAtMs: 0,
      closingFor: 'closed',
      cover: 'margin',
      takenBackAtMs: 0,
    });
    market.closing.delete(position);
    forgetSettled(market, position);
    this.#push({
      type: 'positionCloseEnded',
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
   * request; one that other positions must cover waits until all their prices are younger.
   */
  #closeAsked(closing: Position[], timeMs: number): void {
    for (const position of closing.sort(byProfitDown)) {
      if (position.status !== 'open') continue;
      const account = this.#accountOf(position);
      const cover = this.#coverAt(position, position.market.indexTicks);
      if (COVERS.indexOf(cover) > COVERS.indexOf(position.cover)) {
        Object.assign(position, { cover, closingAtMs: timeMs });
        continue;
      }
      if (position.cover === 'others' && this.#isCoverOlder(account, position)) continue;
      this.#close(account, position, position.closingFor);
      account.bind();
    }
  }

  /** The cover of a position's loss at an index. */
  #coverAt(position: Position, indexTicks: number): Cover {
    const beyond = lossBeyond(position, indexTicks);
    if (beyond <= 0n) return 'margin';
    return beyond > this.#accountOf(position).available ? 'others' : 'wallet';
  }

  #isCoverOlder(account: MarginAccount, { closingAtMs }: Position): boolean {
    for (const other of account.open.values())
      if (!isYounger(this.#marketOf(other), closingAtMs)) return true;
    return false;
  }

  /**
   * The part of a position's loss at the index that neither its margin nor the free part of the
   * account pays.
   */
  #shortfall(account: MarginAccount, position: Position): bigint {
    return lossBeyond(position, position.market.indexTicks) - account.available;
  }

  /**
   * Closes a position at the index. A loss that the free part and its own margin do not pay is
   * covered by the rest of the account.
   */
  #close(account: MarginAccount, position: Position, reason: PositionEnd): void {
    if (this.#shortfall(account, position) > 0n) this.#cancelOrders(account, 'cover');
    while (this.#shortfall(account, position) > 0n) {
      const best = bestBeside(account, position);
      if (best === undefined) break;
      this.#settle(account, best, 'cover');
    }
    this.#settle(account, position, reason);
  }

  #settle(account: MarginAccount, position: Position, reason: PositionEnd): void {
    const { id, user } = position;
    const { indexTicks: closeTicks, settings } = position.market;
    removeStops(this.#marketOf(position), position);
    const market = this.#marketOf(position);
    account.remove(position);
    market.closing.delete(position);
    market.changing.delete(position);
    count(market, position, -1n);
    this.#move(position, 'ended');
    const settled = this.#settlement.close(account, position, reason === 'liquidated');
    const { badDebt, insured, unpaid } = settled;
    if (this.#rules.badDebtFollowsAccount) this.#settlement.carry(account, id, settled);
    this.#push({
      type: 'positionClosed',
      position: id,
      user,
      market: settings.id,
      reason,
      closeTicks,
      ...settled,
    });
    if (badDebt > 0n)
      this.#push({
        type: 'badDebt',
        position: id,
        user,
        currency: account.currency,
        amount: badDebt,
        insured,
        house: (badDebt - insured) as Amount,
      });
    if (unpaid > 0n && this.#rules.houseBacksContracts)
      this.#debts.add({ position: id, user, currency: account.currency, owed: unpaid });
  }

  #cancelOrders(account: MarginAccount, reason: MarginOrderEnd): void {
    for (const position of [...account.waiting.values()].sort(byId))
      this.#cancelOrder(account, position, reason);
  }

  #cancelOrder(account: MarginAccount, position: Position, reason: MarginOrderEnd): void {
    const market = this.#marketOf(position);
    market.orders[position.side].remove(position.first);
    this.#endWaiting(account, position);
    this.#drop(position, reason);
  }

  /** Releases the hold of an order that ends or becomes a position. */
  #endWaiting(account: MarginAccount, position: Position): void {
    account.waiting.delete(position.id);
    position.takenBackAtMs = 0;
    const { pending, changing } = this.#marketOf(position);
    pending.delete(position);
    changing.delete(position);
    this.#ledger.closeHold(position.hold);
  }

  #drop(position: Position, reason: MarginOrderEnd): void {
    this.#move(position, 'ended');
    this.#push({
      type: 'marginOrderCancelled',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
      reason,
    });
  }

  #cannotWait(account: MarginAccount, { margin, fee }: Entry): 'margin' | undefined {
    return account.free < margin + fee ? 'margin' : undefined;
  }

  /** Why the house refuses a position. */
  #cannotTake(
    market: MarginMarket,
    position: Position,
    { value }: Entry,
  ): 'exposure' | 'house' | undefined {
    const { terms, listed, exposure, sizes } = market;
    const { quote } = listed.settings;
    if (exposure[position.side] + value > terms.exposureCap) return 'exposure';
    if (this.#rules.houseBacksContracts) {
      const { side } = position;
      const after = {
        ...market,
        exposure: { ...exposure, [side]: exposure[side] + value },
        sizes: { ...sizes, [side]: sizes[side] + sizeOf(position) },
      };
      if (this.#houseFunds(quote) < this.#needed(quote) - couldWin(market) + couldWin(after))
        return 'house';
    }
    return undefined;
  }

  /** Whether an account cannot pay for a position, or would be liquidated at once. */
  #cannotAfford(
    account: MarginAccount,
    position: Position,
    { margin, fee, entryTicks }: Entry,
  ): 'margin' | undefined {
    if (account.free < margin + fee) return 'margin';
    const spread = profitAt({ ...position, entryTicks }, position.market.markTicks);
    const change = 100n * (spread - fee) - margin * BigInt(position.maintenancePercent);
    return account.slack + change < 0n ? 'margin' : undefined;
  }

  #enter(
    account: MarginAccount,
    market: MarginMarket,
    position: Position,
    { entry, timeMs }: { entry: Entry; timeMs: number },
  ): void {
    const { id, user, side, leverage, lots, maintenancePercent, unit } = position;
    const { entryTicks, value, margin, fee } = entry;
    const { indexTicks, settings } = market.listed;
    this.#move(position, 'open');
    Object.assign(position, {
      openedAtMs: timeMs,
      indexTicks,
      entryTicks,
      margin,
      fee,
      nightDay: shanghaiDay(timeMs),
    });
    position.hold = this.#ledger.hold(account.slot, margin, id, 'position');
    this.#settlement.takeOpeningFee(account, position, value, timeMs);
    account.add(position, market.bounds);
    count(market, position, 1n);
    if (this.#rules.houseBacksContracts)
      this.#checks.check(
        'M8',
        this.houseFree(account.currency) >= 0n,
        `the house could not pay what position ${id} may win`,
      );
    this.#checks.check(
      'M2',
      isMarginRight(position, value),
      `the margin of position ${id} is not its value by its leverage`,
    );
    const amounts = {
      value: value as Amount,
      margin: margin as Amount,
      fee: fee as Amount,
      unit: unit as Amount,
    };
    this.#push({
      type: 'positionOpened',
      position: id,
      user,
      market: settings.id,
      side,
      leverage,
      lots,
      indexTicks,
      entryTicks,
      maintenancePercent,
      ...amounts,
    });
  }

  /** @param entry at the order's own price or at the index, with the cost of its dearest fill */
  #wait(
    account: MarginAccount,
    market: MarginMarket,
    position: Position,
    { entryTicks, margin, fee }: Omit<Entry, 'value'>,
  ): void {
    const { id, user, side, leverage, lots, priceTicks, unit } = position;
    Object.assign(position, { entryTicks, margin, fee });
    position.hold = this.#ledger.hold(account.slot, margin + fee, id, 'position');
    account.waiting.set(id, position);
    watchOrder(market, position);
    const amounts = { unit: unit as Amount, margin: margin as Amount, fee: fee as Amount };
    this.#push({
      type: 'marginOrderPlaced',
      position: id,
      user,
      market: market.terms.market,
      side,
      leverage,
      lots,
      priceTicks,
      entryTicks,
      ...amounts,
    });
  }

  #agree(
    { user, side, type, leverage, lots, priceTicks, worstTicks: limit }: OpenPosition,
    market: MarginMarket,
    placedAtMs: number,
  ): Position {
    const { listed, terms, unit } = market;
    const { spreadBps, feeBps, overnightBps, maintenancePercent } = terms;
    const worstTicks =
      type === 'market' && this.#rules.contractsFillLater ? worstIndex(market, side, limit) : 0;
    const heldTicks = this.#rules.holdDecidesFill
      ? heldIndex(market, { side, priceTicks, worstTicks })
      : priceTicks + 0;
    const liquidationFeeBps = wellFormed.termOf(terms, 'liquidationFeeBps');
    const copied = {
      unit,
      spreadBps,
      feeBps,
      overnightBps,
      maintenancePercent,
      liquidationFeeBps,
      worstTicks,
      heldTicks,
    };
    return newPosition({
      id: this.#nextPosition,
      user,
      market: listed,
      side,
      leverage,
      lots,
      priceTicks: priceTicks + 0,
      ...copied,
      placedAtMs,
    });
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
    const account = this.#accountOf(position);
    if (isStale(market, timeMs) || account.isDead(position)) return 'index_stale';
    if (isProfitTaken({ side, takeProfitTicks, stopLossTicks }, market.markTicks))
      return 'take_profit_passed';
    if (!areStopsBeside(position, market.markTicks, levels)) return 'stop_on_wrong_side';
    return stopLossTicks > 0 && account.slackAt(market.settings.id, stopLossTicks) < 0n
      ? 'stop_beyond_liquidation'
      : undefined;
  }

  #houseFunds(currency: CurrencyId): bigint {
    const account = this.#ledger.find(SYSTEM.house, 'margin', currency);
    return account < 0 ? 0n : this.#ledger.available(account);
  }

  /**
   * Amount that the house must have: the possible profits of a currency's open positions, and its
   * debts.
   */
  #needed(currency: CurrencyId): bigint {
    let needed = this.#debts.total(currency);
    for (const market of this.#markets.values())
      if (market.listed.settings.quote === currency) needed += couldWin(market);
    return needed;
  }

  #putTerms(listed: ListedMarket, terms: MarginTerms, unit: bigint): void {
    const known = this.#markets.get(terms.market);
    if (known !== undefined) {
      Object.assign(known, { terms, unit });
      return;
    }
    this.#markets.set(terms.market, newMarginMarket(listed, terms, unit));
  }

  #unitOf(
    { settings: { base, quote, tickSize } }: ListedMarket,
    { lotSize }: MarginTerms,
  ): bigint | undefined {
    const scaleOf = (currency: CurrencyId): number => this.#listings.currency(currency)?.scale ?? 0;
    return notionalUnit({
      baseScale: scaleOf(base),
      quoteScale: scaleOf(quote),
      tickSize,
      lotSize,
    });
  }

  /**
   * A position of the user. Another user's id is answered like an unknown id (no existence oracle).
   */
  #find({ user, position }: { user: UserId; position: PositionId }): Position | undefined {
    const found = this.#positions.get(position);
    return found?.user === user ? found : undefined;
  }

  /** Opens no ledger account: snapshots omit an empty one. */
  #account(user: UserId, currency: CurrencyId): MarginAccount {
    const key = accountKey(user, currency);
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const account = new MarginAccount({
      user,
      currency,
      ledger: this.#ledger,
      unmoved: this.#unmoved,
    });
    this.#accounts.set(key, account);
    return account;
  }

  #accountOf({ user, market }: Position): MarginAccount {
    return this.#account(user, market.settings.quote);
  }

  #accountsOf(user: UserId): MarginAccount[] {
    const currencies = new Set(
      [...this.#markets.values()].map(({ listed }) => listed.settings.quote),
    );
    return [...currencies]
      .sort((a, b) => a - b)
      .flatMap((currency) => this.#accounts.get(accountKey(user, currency)) ?? []);
  }

  #marketOf({ id, market }: Position): MarginMarket {
    const found = this.#markets.get(market.settings.id);
    if (found === undefined) throw new Error(`position ${id} is in no margin market`);
    return found;
  }

  #move(position: Position, to: Position['status']): void {
    const isNext =
      to === 'open' ? position.status === 'waiting' : to === 'ended' && position.status !== 'ended';
    this.#checks.check(
      'M1',
      isNext,
      `position ${position.id} goes from ${position.status} to ${to}`,
    );
    position.status = to;
    if (to === 'ended') this.#positions.delete(position.id);
  }

  #push(event: MarginEvent): void {
    this.#events.list.push(event);
  }
}

const COVERS: readonly Cover[] = ['margin', 'wallet', 'others'];

/**
 * The part of a position's loss at an index that its margin does not pay; not above zero where that
 * pays all. Quote units.
 */
function lossBeyond(position: Position, indexTicks: number): bigint {
  return -profitAt(position, indexTicks) - position.margin;
}

/** Refusals of an order that cannot become a position. */
const REFUSAL = {
  margin: 'balance_insufficient',
  exposure: 'exposure_reached',
  house: 'house_insufficient',
} as const;

function byOwner(a: MarginAccount, b: MarginAccount): number {
  return a.user - b.user || a.currency - b.currency;
}

function isAnyStale(account: MarginAccount, timeMs: number): boolean {
  for (const market of account.markets()) if (isStale(market, timeMs)) return true;
  return false;
}

function accountKey(user: UserId, currency: CurrencyId): number {
  return user * CURRENCIES + currency;
}
