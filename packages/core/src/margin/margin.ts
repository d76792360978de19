import type { Amount } from '@meridian/money/amount';
import { notionalUnit } from '@meridian/money/market-scale';
import type { ListedMarket, Listings } from '../catalog/listings.ts';
import type { Event, Outcome } from '../events.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import { MarginAccount, type BoundHeaps } from './margin-account.ts';
import * as wellFormed from './margin-commands-check.ts';
import type { CancelMarginOrder, ClosePosition, ClosePositions, MarginCommand, MarginTerms, OpenPosition, PositionId, PositionSide, SetMarginTerms, SetStops } from './margin-commands.ts';
import type { MarginEvent, MarginOrderEnd, PositionEnd } from './margin-events.ts';
import { MarginSettlement } from './margin-settlement.ts';
import type { SnapshotMargin, SnapshotPosition } from './margin-snapshot.ts';
import { bestBeside, byId, byProfitDown, worstOf } from './position-order.ts';
import { areStopsRight, encodePosition, entryAt, newPosition, overnightOf, profitAt, valueOf, type Entry, type Position } from './position.ts';
import { TriggerHeap } from './trigger-heap.ts';

/** Orders and positions that one user may have in one quote currency: what a liquidation looks through. */
export const MAX_POSITIONS = 200;
const CURRENCIES = 1024;

/** A market that margin trading is offered on, and all that waits for its index. */
interface MarginMarket {
  readonly listed: ListedMarket;
  terms: MarginTerms;
  /** Quote units of one tick times one lot. */
  unit: bigint;
  /** Contract value of the open positions of each side, in quote units, at their entry prices. */
  readonly exposure: Record<PositionSide, bigint>;
  readonly orders: Record<PositionSide, TriggerHeap<Position>>;
  readonly stops: { readonly up: TriggerHeap<Position>; readonly down: TriggerHeap<Position> };
  readonly bounds: BoundHeaps;
}

/**
 * Owns margin trading: terms, orders that wait for the index, open positions with their margins, and the liquidation of
 * accounts. Promises M1 to M7. Everything is decided at the index: a price command fills the orders whose price is reached,
 * then closes positions at their stops, then liquidates, each oldest first (accounts by user and currency). What waits costs
 * nothing until its price comes.
 */
export class Margin {
  readonly #ledger: Ledger;
  readonly #listings: Listings;
  readonly #checks: InvariantChecks;
  readonly #events: { list: Event[] };
  readonly #settlement: MarginSettlement;
  readonly #markets = new Map<MarketId, MarginMarket>();
  readonly #accounts = new Map<number, MarginAccount>();
  readonly #positions = new Map<PositionId, Position>();
  #nextPosition = 1;
  /** Day of the last look at the nights; starts anew after a restore, because each position knows its own. */
  #day = 0;

  constructor(parts: { ledger: Ledger; listings: Listings; checks: InvariantChecks; events: { list: Event[] } }) {
    this.#ledger = parts.ledger;
    this.#listings = parts.listings;
    this.#checks = parts.checks;
    this.#events = parts.events;
    this.#settlement = new MarginSettlement(parts.ledger, parts.checks);
  }

  apply(command: MarginCommand, timeMs: number): Outcome {
    switch (command.kind) {
      case 'margin.terms':
        return answer(this.#setTerms(command));
      case 'margin.open':
        return this.#open(command, timeMs);
      case 'margin.cancel':
        return answer(this.#cancel(command));
      case 'margin.close':
        return answer(this.#closeOne(command, timeMs));
      case 'margin.closeAll':
        return answer(this.#closeAll(command, timeMs));
      case 'margin.stops':
        return answer(this.#setStops(command));
    }
  }

  #setTerms(command: SetMarginTerms): Rejection | undefined {
    const terms = wellFormed.pickTerms(command.terms);
    if (terms === undefined) return 'malformed';
    const listed = this.#listings.market(terms.market);
    if (listed === undefined) return 'market_unknown';
    const unit = this.#unitOf(listed, terms);
    if (unit === undefined) return 'market_grid_invalid';
    this.#putTerms(listed, terms, unit);
    this.#push({ type: 'marginTermsSet', terms });
    return undefined;
  }

  #open(command: OpenPosition, timeMs: number): Outcome {
    if (!wellFormed.isMarginUserCommand(command)) return refused('malformed');
    const market = this.#markets.get(command.market);
    if (market === undefined) return refused('market_unknown');
    const { terms, listed } = market;
    if (!terms.isOpen) return refused('market_closed');
    if (!terms.leverages.includes(command.leverage)) return refused('leverage_not_offered');
    if (!wellFormed.isWithin(command.lots, terms.minLots, terms.maxLots)) return refused('quantity_invalid');
    const isLimit = command.type === 'limit';
    if (isLimit ? !wellFormed.isWithin(command.priceTicks, 1, Number.MAX_SAFE_INTEGER) : command.priceTicks !== 0) return refused('price_invalid');
    if (listed.indexTicks === 0) return refused('index_unavailable');
    if (isStale(listed, timeMs)) return refused('index_stale');
    const position = this.#agree(command, market, timeMs);
    const isNow = !isLimit || isReached(position, listed.indexTicks);
    const entry = entryAt(position, isNow ? listed.indexTicks : command.priceTicks);
    if (entry === undefined) return refused('notional_too_large');
    const account = this.#account(command.user, listed.settings.quote);
    if (account.count >= MAX_POSITIONS) return refused('too_many_open_orders');
    if (isAnyStale(account, timeMs)) return refused('index_stale');
    const cannot = isNow ? this.#cannotEnter(account, market, position, entry) : this.#cannotWait(account, entry);
    if (cannot !== undefined) return refused(cannot === 'margin' ? 'balance_insufficient' : 'exposure_reached');
    this.#positions.set(position.id, position);
    this.#nextPosition++;
    if (isNow) this.#enter(account, market, position, entry, timeMs);
    else this.#wait(account, market, position, entry);
    account.bind();
    return { ok: true, id: position.id, status: isNow ? 'filled' : 'open' };
  }

  #cancel(command: CancelMarginOrder): Rejection | undefined {
    if (!wellFormed.isMarginUserCommand(command)) return 'malformed';
    const position = this.#find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'waiting') return 'position_not_waiting';
    const account = this.#accountOf(position);
    this.#cancelOrder(account, position, 'cancelled');
    account.bind();
    return undefined;
  }

  #closeOne(command: ClosePosition, timeMs: number): Rejection | undefined {
    if (!wellFormed.isMarginUserCommand(command)) return 'malformed';
    const position = this.#find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    if (isStale(position.market, timeMs)) return 'index_stale';
    const account = this.#accountOf(position);
    this.#close(account, position, 'closed');
    account.bind();
    return undefined;
  }

  #closeAll(command: ClosePositions, timeMs: number): Rejection | undefined {
    if (!wellFormed.isMarginUserCommand(command)) return 'malformed';
    const { user, which } = command;
    const accounts = this.#accountsOf(user).filter(({ currency }) => command.currency === undefined || currency === command.currency);
    const chosen = accounts.flatMap(({ open }) => [...open.values()].filter(({ side }) => which === 'all' || side === which));
    if (chosen.length === 0) return 'position_not_found';
    if (chosen.some(({ market }) => isStale(market, timeMs))) return 'index_stale';
    for (const position of chosen.sort(byProfitDown)) {
      if (position.status === 'open') this.#close(this.#accountOf(position), position, 'closed');
    }
    for (const account of accounts) account.bind();
    return undefined;
  }

  #setStops(command: SetStops): Rejection | undefined {
    if (!wellFormed.isMarginUserCommand(command)) return 'malformed';
    const position = this.#find(command);
    if (position === undefined) return 'position_not_found';
    if (position.status !== 'open') return 'position_not_open';
    // A journal knows no minus zero.
    const [takeProfitTicks, stopLossTicks] = [command.takeProfitTicks + 0, command.stopLossTicks + 0];
    if (!areStopsRight(position, takeProfitTicks, stopLossTicks)) return 'stop_on_wrong_side';
    this.#removeStops(position);
    position.takeProfitTicks = takeProfitTicks;
    position.stopLossTicks = stopLossTicks;
    this.#addStops(position);
    this.#push({ type: 'stopsSet', position: position.id, user: position.user, market: position.market.settings.id, takeProfitTicks, stopLossTicks });
    return undefined;
  }

  /** Whether an amount may leave the margin wallet: what backs losses of open positions stays. */
  mayLeave(user: UserId, currency: CurrencyId, amount: bigint, timeMs: number): Rejection | undefined {
    const account = this.#accounts.get(accountKey(user, currency));
    if (account === undefined || account.open.size === 0) return undefined;
    if (isAnyStale(account, timeMs)) return 'index_stale';
    return amount > account.free ? 'margin_in_use' : undefined;
  }

  /** Money left the margin wallet. */
  afterLeaving(user: UserId, currency: CurrencyId): void {
    this.#accounts.get(accountKey(user, currency))?.bind();
  }

  /** Time passed: the first command of a day counts a night for all that is open since before. A day without a command counts none. */
  onTime(timeMs: number): void {
    const day = shanghaiDay(timeMs);
    if (day === this.#day) return;
    this.#day = day;
    const accounts = new Set<MarginAccount>();
    for (const position of this.#positions.values()) {
      if (position.status !== 'open' || position.nightDay >= day) continue;
      const account = this.#accountOf(position);
      this.#checks.check('M6', day > position.nightDay, `position ${position.id} pays day ${day} twice`);
      account.passNight(position, day);
      accounts.add(account);
      const overnight = overnightOf(position) as Amount;
      if (position.overnightBps > 0) this.#push({ type: 'overnightAccrued', position: position.id, user: position.user, market: position.market.settings.id, overnight });
    }
    for (const account of accounts) account.bind();
  }

  /** New index prices are set: whatever they reach happens now. */
  onPrices(prices: readonly (readonly [market: MarketId, ticks: number])[], timeMs: number): void {
    this.onTime(timeMs);
    const reached: Position[] = [];
    const stopped: Position[] = [];
    for (const [id] of prices) {
      const market = this.#markets.get(id);
      if (market === undefined) continue;
      const { indexTicks } = market.listed;
      market.orders.long.fire(indexTicks, reached);
      market.orders.short.fire(indexTicks, reached);
      market.stops.up.fire(indexTicks, stopped);
      market.stops.down.fire(indexTicks, stopped);
    }
    if (reached.length > 0) this.#fillOrders(reached, timeMs);
    if (stopped.length > 0) this.#closeAtStops(stopped);
    this.#liquidate();
  }

  /** Full scan: M2, M5, M7, the sums of accounts and exposures, and that whatever waits stands where its price is looked for. */
  verify(): void {
    const exposure = new Map<MarginMarket, Record<PositionSide, bigint>>();
    let waiting = 0;
    for (const position of this.#positions.values()) {
      const market = this.#marketOf(position);
      const sums = exposure.get(market) ?? { long: 0n, short: 0n };
      exposure.set(market, sums);
      if (position.status === 'open') sums[position.side] += valueOf(position, position.entryTicks);
      else waiting++;
      this.#checkPosition(position);
    }
    for (const market of this.#markets.values()) {
      const { long, short } = exposure.get(market) ?? { long: 0n, short: 0n };
      this.#checks.check('M2', market.exposure.long === long && market.exposure.short === short, `exposure of market ${market.terms.market} is not the sum of its positions`);
      waiting -= market.orders.long.size + market.orders.short.size;
    }
    this.#checks.check('M1', waiting === 0, 'an order waits without a trigger');
    for (const account of this.#accounts.values()) this.#checkAccount(account);
  }

  snapshot(): SnapshotMargin {
    return {
      nextPosition: this.#nextPosition,
      terms: [...this.#markets.values()].map(({ terms }) => wellFormed.encodeTerms(terms)).sort((a, b) => a.market - b.market),
      positions: [...this.#positions.values()].map(encodePosition).sort((a, b) => a.id - b.id),
    };
  }

  restore(snapshot: SnapshotMargin): void {
    this.#nextPosition = snapshot.nextPosition;
    for (const row of snapshot.terms) {
      const terms = wellFormed.decodeTerms(row);
      const listed = this.#listings.market(terms.market);
      const unit = listed === undefined ? undefined : this.#unitOf(listed, terms);
      if (listed === undefined || unit === undefined) throw new Error(`margin market ${terms.market} of the snapshot is not listed`);
      this.#putTerms(listed, terms, unit);
    }
    for (const row of snapshot.positions) this.#restorePosition(row);
    for (const account of this.#accounts.values()) account.bind();
  }

  #restorePosition(row: SnapshotPosition): void {
    const market = this.#markets.get(row.market);
    if (market === undefined) throw new Error(`position ${row.id} of the snapshot is in no margin market`);
    const { market: _market, status, margin, fee, unit, ...fields } = row;
    const position: Position = Object.assign(newPosition({ ...fields, unit: BigInt(unit), market: market.listed }), { status, margin: BigInt(margin), fee: BigInt(fee) });
    const { openedAtMs, indexTicks, entryTicks, takeProfitTicks, stopLossTicks, nights, nightDay } = row;
    Object.assign(position, { openedAtMs, indexTicks, entryTicks, takeProfitTicks, stopLossTicks, nights, nightDay });
    const account = this.#account(row.user, market.listed.settings.quote);
    const held = status === 'open' ? position.margin : position.margin + position.fee;
    position.hold = this.#ledger.restoreHold(account.slot, held, row.id, 'position');
    this.#positions.set(row.id, position);
    if (status === 'waiting') {
      account.waiting.set(row.id, position);
      market.orders[row.side].add(position.first, row.priceTicks);
      return;
    }
    account.add(position, market.bounds);
    market.exposure[row.side] += valueOf(position, row.entryTicks);
    this.#addStops(position);
  }

  #fillOrders(reached: Position[], timeMs: number): void {
    for (const position of reached.sort(byId)) {
      const market = this.#marketOf(position);
      const account = this.#accountOf(position);
      this.#endWaiting(account, position);
      const entry = entryAt(position, market.listed.indexTicks);
      const cannot = entry === undefined ? 'margin' : this.#cannotEnter(account, market, position, entry);
      if (cannot === undefined && entry !== undefined) this.#enter(account, market, position, entry, timeMs);
      else this.#drop(position, cannot ?? 'margin');
      account.bind();
    }
  }

  #closeAtStops(stopped: Position[]): void {
    for (const position of stopped.sort(byId)) {
      if (position.status !== 'open') continue;
      const account = this.#accountOf(position);
      const profit = profitAt(position, position.market.indexTicks);
      this.#close(account, position, profit >= 0n ? 'takeProfit' : 'stopLoss');
      account.bind();
    }
  }

  /** Looks at the accounts whose bound is reached, in whatever market, and at no other. */
  #liquidate(): void {
    const reached: MarginAccount[] = [];
    for (const { listed, bounds } of this.#markets.values()) {
      bounds.up.fire(listed.indexTicks, reached);
      bounds.down.fire(listed.indexTicks, reached);
    }
    if (reached.length > 0) {
      for (const account of [...new Set(reached)].sort((a, b) => a.user - b.user || a.currency - b.currency)) this.#examine(account);
    }
    for (const { listed, bounds } of this.#markets.values()) {
      this.#checks.check('M5', !bounds.up.isReached(listed.indexTicks) && !bounds.down.isReached(listed.indexTicks), `market ${listed.settings.id} has positions beyond liquidation`);
    }
  }

  /** Below maintenance: its orders are cancelled, then its worst position is closed, until the account is at maintenance again. */
  #examine(account: MarginAccount): void {
    if (account.slack < 0n) this.#cancelOrders(account, 'liquidation');
    while (account.slack < 0n && account.open.size > 0) this.#close(account, worstOf(account), 'liquidated');
    account.bind();
  }

  /** Closes a position at the index. A loss that the free part and its own margin do not pay is covered by the rest of the account. */
  #close(account: MarginAccount, position: Position, reason: PositionEnd): void {
    const shortfall = (): bigint => -profitAt(position, position.market.indexTicks) - position.margin - account.available;
    if (shortfall() > 0n) this.#cancelOrders(account, 'cover');
    while (shortfall() > 0n) {
      const best = bestBeside(account, position);
      if (best === undefined) break;
      this.#settle(account, best, 'cover');
    }
    this.#settle(account, position, reason);
  }

  #settle(account: MarginAccount, position: Position, reason: PositionEnd): void {
    const { id, user } = position;
    const { indexTicks: closeTicks, settings } = position.market;
    this.#removeStops(position);
    account.remove(position);
    this.#marketOf(position).exposure[position.side] -= valueOf(position, position.entryTicks);
    this.#move(position, 'ended');
    const settled = this.#settlement.close(account, position);
    const { badDebt, insured } = settled;
    this.#push({ type: 'positionClosed', position: id, user, market: settings.id, reason, closeTicks, ...settled });
    if (badDebt > 0n) this.#push({ type: 'badDebt', position: id, user, currency: account.currency, amount: badDebt, insured, house: (badDebt - insured) as Amount });
  }

  #cancelOrders(account: MarginAccount, reason: MarginOrderEnd): void {
    for (const position of [...account.waiting.values()].sort(byId)) this.#cancelOrder(account, position, reason);
  }

  #cancelOrder(account: MarginAccount, position: Position, reason: MarginOrderEnd): void {
    this.#marketOf(position).orders[position.side].remove(position.first);
    this.#endWaiting(account, position);
    this.#drop(position, reason);
  }

  /** Gives back what an order holds. It is over, or becomes a position. */
  #endWaiting(account: MarginAccount, position: Position): void {
    account.waiting.delete(position.id);
    this.#ledger.closeHold(position.hold);
  }

  #drop(position: Position, reason: MarginOrderEnd): void {
    this.#move(position, 'ended');
    this.#push({ type: 'marginOrderCancelled', position: position.id, user: position.user, market: position.market.settings.id, reason });
  }

  #cannotWait(account: MarginAccount, { margin, fee }: Entry): 'margin' | undefined {
    return account.free < margin + fee ? 'margin' : undefined;
  }

  /** Why a position cannot be opened: the house's limit, or an account that cannot pay for it or would be liquidated at once. */
  #cannotEnter(account: MarginAccount, { terms, exposure }: MarginMarket, position: Position, entry: Entry): 'margin' | 'exposure' | undefined {
    const { value, margin, fee, entryTicks } = entry;
    if (exposure[position.side] + value > terms.exposureCap) return 'exposure';
    if (account.free < margin + fee) return 'margin';
    const spread = profitAt({ ...position, entryTicks }, position.market.indexTicks);
    const change = 100n * (spread - fee) - margin * BigInt(position.maintenancePercent);
    return account.slack + change < 0n ? 'margin' : undefined;
  }

  #enter(account: MarginAccount, market: MarginMarket, position: Position, entry: Entry, timeMs: number): void {
    const { id, user, side, leverage, lots, maintenancePercent, unit } = position;
    const { entryTicks, value, margin, fee } = entry;
    const { indexTicks, settings } = market.listed;
    this.#move(position, 'open');
    Object.assign(position, { openedAtMs: timeMs, indexTicks, entryTicks, margin, fee, nightDay: shanghaiDay(timeMs) });
    position.hold = this.#ledger.hold(account.slot, margin, id, 'position');
    this.#settlement.takeOpeningFee(account, position, value);
    account.add(position, market.bounds);
    market.exposure[side] += value;
    this.#checks.check('M2', isMarginRight(position, value), `the margin of position ${id} is not its value by its leverage`);
    const amounts = { value: value as Amount, margin: margin as Amount, fee: fee as Amount, unit: unit as Amount };
    this.#push({ type: 'positionOpened', position: id, user, market: settings.id, side, leverage, lots, indexTicks, entryTicks, maintenancePercent, ...amounts });
  }

  #wait(account: MarginAccount, market: MarginMarket, position: Position, { entryTicks, margin, fee }: Entry): void {
    const { id, user, side, leverage, lots, priceTicks, unit } = position;
    Object.assign(position, { entryTicks, margin, fee });
    position.hold = this.#ledger.hold(account.slot, margin + fee, id, 'position');
    account.waiting.set(id, position);
    market.orders[side].add(position.first, priceTicks);
    const amounts = { unit: unit as Amount, margin: margin as Amount, fee: fee as Amount };
    this.#push({ type: 'marginOrderPlaced', position: id, user, market: market.terms.market, side, leverage, lots, priceTicks, entryTicks, ...amounts });
  }

  #agree({ user, side, leverage, lots, priceTicks }: OpenPosition, { listed, terms, unit }: MarginMarket, placedAtMs: number): Position {
    const { spreadBps, feeBps, overnightBps, maintenancePercent } = terms;
    const copied = { unit, spreadBps, feeBps, overnightBps, maintenancePercent };
    return newPosition({ id: this.#nextPosition, user, market: listed, side, leverage, lots, priceTicks: priceTicks + 0, ...copied, placedAtMs });
  }

  #addStops(position: Position): void {
    const { stops } = this.#marketOf(position);
    const { side, first, second, takeProfitTicks, stopLossTicks } = position;
    if (takeProfitTicks > 0) stops[side === 'long' ? 'up' : 'down'].add(first, takeProfitTicks);
    if (stopLossTicks > 0) stops[side === 'long' ? 'down' : 'up'].add(second, stopLossTicks);
  }

  #removeStops(position: Position): void {
    const { stops } = this.#marketOf(position);
    stops[position.side === 'long' ? 'up' : 'down'].remove(position.first);
    stops[position.side === 'long' ? 'down' : 'up'].remove(position.second);
  }

  #putTerms(listed: ListedMarket, terms: MarginTerms, unit: bigint): void {
    const known = this.#markets.get(terms.market);
    if (known !== undefined) {
      Object.assign(known, { terms, unit });
      return;
    }
    const pair = <Owner>() => ({ up: new TriggerHeap<Owner>('up'), down: new TriggerHeap<Owner>('down') });
    const orders = { long: new TriggerHeap<Position>('down'), short: new TriggerHeap<Position>('up') };
    this.#markets.set(terms.market, { listed, terms, unit, exposure: { long: 0n, short: 0n }, orders, stops: pair<Position>(), bounds: pair<MarginAccount>() });
  }

  #unitOf({ settings: { base, quote, tickSize } }: ListedMarket, { lotSize }: MarginTerms): bigint | undefined {
    const scaleOf = (currency: CurrencyId): number => this.#listings.currency(currency)?.scale ?? 0;
    return notionalUnit({ baseScale: scaleOf(base), quoteScale: scaleOf(quote), tickSize, lotSize });
  }

  /** A position of the user. Somebody else's answers like an unknown one. */
  #find({ user, position }: { user: UserId; position: PositionId }): Position | undefined {
    const found = this.#positions.get(position);
    return found?.user === user ? found : undefined;
  }

  /** Opens no ledger account by itself where there is none yet: an empty one is in no snapshot. */
  #account(user: UserId, currency: CurrencyId): MarginAccount {
    const key = accountKey(user, currency);
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const account = new MarginAccount({ user, currency, ledger: this.#ledger });
    this.#accounts.set(key, account);
    return account;
  }

  #accountOf({ user, market }: Position): MarginAccount {
    return this.#account(user, market.settings.quote);
  }

  #accountsOf(user: UserId): MarginAccount[] {
    const currencies = new Set([...this.#markets.values()].map(({ listed }) => listed.settings.quote));
    return [...currencies].sort((a, b) => a - b).flatMap((currency) => this.#accounts.get(accountKey(user, currency)) ?? []);
  }

  #marketOf({ id, market }: Position): MarginMarket {
    const found = this.#markets.get(market.settings.id);
    if (found === undefined) throw new Error(`position ${id} is in no margin market`);
    return found;
  }

  #move(position: Position, to: Position['status']): void {
    const isNext = to === 'open' ? position.status === 'waiting' : to === 'ended' && position.status !== 'ended';
    this.#checks.check('M1', isNext, `position ${position.id} goes from ${position.status} to ${to}`);
    position.status = to;
    if (to === 'ended') this.#positions.delete(position.id);
  }

  #checkPosition(position: Position): void {
    const { id, status, margin, fee, hold, entryTicks, takeProfitTicks, stopLossTicks } = position;
    const isOpen = status === 'open';
    this.#checks.check('M1', isOpen || status === 'waiting', `position ${id} is kept although it is over`);
    this.#checks.check('M2', isMarginRight(position, valueOf(position, entryTicks)), `the margin of position ${id} is not its value by its leverage`);
    this.#checks.check('M2', this.#ledger.holdAmount(hold) === (isOpen ? margin : margin + fee), `position ${id} does not hold its margin`);
    const days = isOpen ? position.nightDay - shanghaiDay(position.openedAtMs) : 0;
    this.#checks.check('M6', position.nights <= days, `position ${id} has more nights than days`);
    this.#checks.check('M7', areStopsRight(position, takeProfitTicks, stopLossTicks), `stops of position ${id} are on the wrong side`);
    const isWatched = position.first.place >= 0 === (isOpen ? takeProfitTicks > 0 : true) && position.second.place >= 0 === stopLossTicks > 0;
    this.#checks.check('M7', isWatched, `nobody watches the prices of position ${id}`);
  }

  #checkAccount(account: MarginAccount): void {
    let held = account.margins;
    for (const { margin, fee } of account.waiting.values()) held += margin + fee;
    this.#checks.check('M2', this.#ledger.held(account.slot) === held && account.isSummedRight(), `margins of user ${account.user} are not what is held`);
  }

  #push(event: MarginEvent): void {
    this.#events.list.push(event);
  }
}

/** M2: value / leverage, rounded up by less than a unit. */
function isMarginRight({ margin, leverage }: Position, value: bigint): boolean {
  const times = BigInt(leverage);
  return margin * times >= value && (margin - 1n) * times < value;
}

/** Whether an order's price has come: the index is there or better for the user. */
function isReached({ side, priceTicks }: Position, indexTicks: number): boolean {
  return side === 'long' ? indexTicks <= priceTicks : indexTicks >= priceTicks;
}

function isStale({ settings, indexTimeMs }: ListedMarket, timeMs: number): boolean {
  return timeMs - indexTimeMs > settings.indexMaxAgeMs;
}

function isAnyStale(account: MarginAccount, timeMs: number): boolean {
  for (const market of account.markets()) if (isStale(market, timeMs)) return true;
  return false;
}

function accountKey(user: UserId, currency: CurrencyId): number {
  return user * CURRENCIES + currency;
}

function answer(rejection: Rejection | undefined): Outcome {
  return rejection === undefined ? { ok: true } : refused(rejection);
}

function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection };
}
