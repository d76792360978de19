import type { Amount, PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { AreaParts } from '../area-parts.ts';
import type { EventSink } from '../event-sink.ts';
import type { InvariantChecks } from '../invariants.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Rejection } from '../rejections.ts';
import type { Rules } from '../rules.ts';
import { shanghaiDay } from '../timers/shanghai-day.ts';
import type { MarginAccount } from './margin-account.ts';
import type { MarginBook } from './margin-book.ts';
import { isMarginRight } from './margin-checks.ts';
import { termOf } from './margin-commands-check.ts';
import type { OpenPosition } from './margin-commands.ts';
import type { MarginEvent, MarginOrderEnd } from './margin-events.ts';
import type { MarginHouse } from './margin-house.ts';
import {
  addStops,
  watchIsolated,
  count,
  heldIndex,
  isReached,
  watchOrder,
  worstIndex,
  type MarginMarket,
} from './margin-market.ts';
import type { MarginSettlement } from './margin-settlement.ts';
import { byId } from './closing-order.ts';
import {
  areStopsBeside,
  entryAt,
  isProfitTaken,
  newPosition,
  ownSlack,
  profitAt,
  type Entry,
  type Position,
} from './position.ts';

/**
 * Orders of contracts until they are positions: their holds, their fills and their ends. Owns
 * nothing; the caller binds accounts anew that it changes.
 */
export class MarginOrders {
  readonly #book: MarginBook;
  readonly #house: MarginHouse;
  readonly #settlement: MarginSettlement;
  readonly #ledger: Ledger;
  readonly #checks: InvariantChecks;
  readonly #events: EventSink<MarginEvent>;
  readonly #rules: Rules;

  constructor(
    { ledger, checks, events, rules }: AreaParts<MarginEvent>,
    {
      book,
      house,
      settlement,
    }: { book: MarginBook; house: MarginHouse; settlement: MarginSettlement },
  ) {
    this.#book = book;
    this.#house = house;
    this.#settlement = settlement;
    this.#ledger = ledger;
    this.#checks = checks;
    this.#events = events;
    this.#rules = rules;
  }

  /** An order at the market's terms of now, which nobody keeps yet. */
  agree(command: OpenPosition, market: MarginMarket, placedAtMs: number): Position {
    const { user, side, type, leverage, lots, priceTicks, worstTicks: limit } = command;
    const { listed, terms, unit } = market;
    const { spreadBps, feeBps, overnightBps, maintenancePercent } = terms;
    const worstTicks =
      type === 'market' && this.#rules.contractsFillLater ? worstIndex(market, side, limit) : 0;
    const heldTicks = this.#rules.holdDecidesFill
      ? heldIndex(market, { side, priceTicks, worstTicks })
      : priceTicks + 0;
    const liquidationFeeBps = termOf(terms, 'liquidationFeeBps');
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
    const position = newPosition({
      id: this.#book.nextPosition,
      user,
      market: listed,
      side,
      leverage,
      lots,
      priceTicks: priceTicks + 0,
      ...copied,
      placedAtMs,
      isIsolated: command.isIsolated === true,
    });
    const { takeProfitTicks = 0, stopLossTicks = 0 } = command;
    // A journal cannot hold minus zero.
    return Object.assign(position, {
      takeProfitTicks: takeProfitTicks + 0,
      stopLossTicks: stopLossTicks + 0,
    });
  }

  /**
   * Why the stops of an order cannot be: they lie on their sides of its entry price, and where it
   * fills at once on those of the mark too, which would close the position with its first price.
   * Whether it is liquidated before, its account at its fill decides.
   */
  stopsProblem(position: Position, { entryTicks }: Entry, isNow: boolean): Rejection | undefined {
    if (!areStopsBeside(position, entryTicks, position)) return 'stop_on_wrong_side';
    const { markTicks } = position.market;
    if (!isNow || areStopsBeside(position, markTicks, position)) return undefined;
    return isProfitTaken(position, markTicks) ? 'take_profit_passed' : 'stop_on_wrong_side';
  }

  /**
   * Keeps an order until the index reaches it, and holds the most that it may cost.
   * @param entry at the order's own price or at the index, with the cost of its dearest fill
   */
  wait(
    account: MarginAccount,
    market: MarginMarket,
    position: Position,
    { entryTicks, margin, fee }: Omit<Entry, 'value'>,
  ): void {
    const { id, user, side, leverage, lots, priceTicks, unit } = position;
    const { takeProfitTicks, stopLossTicks } = position;
    Object.assign(position, { entryTicks, margin, fee });
    position.hold = this.#ledger.hold(account.slot, margin + fee, id, 'position');
    account.waiting.set(id, position);
    watchOrder(market, position);
    const amounts = { unit: unit as Amount, margin: margin as Amount, fee: fee as Amount };
    this.#events.list.push({
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
      takeProfitTicks,
      stopLossTicks,
      isIsolated: position.isIsolated,
    });
  }

  /** The order becomes a position at the index of now, and pays its fee. */
  enter(
    account: MarginAccount,
    market: MarginMarket,
    position: Position,
    { entry, timeMs }: { entry: Entry; timeMs: number },
  ): void {
    const { id, user, side, leverage, lots, maintenancePercent, unit } = position;
    const { entryTicks, value, margin, fee } = entry;
    const { indexTicks, settings } = market.listed;
    this.#book.move(position, 'open');
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
    addStops(market, position);
    watchIsolated(market, position);
    if (this.#rules.houseBacksContracts)
      this.#checks.check(
        'M8',
        this.#house.free(account.currency) >= 0n,
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
    this.#events.list.push({
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
      isIsolated: position.isIsolated,
    });
  }

  /** Fills the orders that the index has reached, oldest first, or ends them with the reason. */
  fill(reached: Position[], timeMs: number): void {
    for (const position of reached.sort(byId)) {
      // A close of this command may have needed its hold.
      if (position.status !== 'waiting') continue;
      const market = this.#book.marketOf(position);
      const account = this.#book.accountOf(position);
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
          : (this.#house.cannotTake(market, position, entry) ??
            (isHeld ? undefined : this.cannotAfford(account, position, entry)));
      if (cannot === undefined && entry !== undefined)
        this.enter(account, market, position, { entry, timeMs });
      else this.#drop(position, cannot ?? 'margin');
      account.bind();
    }
  }

  /** Ends all waiting orders of an account, oldest first. */
  cancelAll(account: MarginAccount, reason: MarginOrderEnd): void {
    for (const position of [...account.waiting.values()].sort(byId))
      this.cancel(account, position, reason);
  }

  cancel(account: MarginAccount, position: Position, reason: MarginOrderEnd): void {
    const market = this.#book.marketOf(position);
    market.orders[position.side].remove(position.first);
    this.#endWaiting(account, position);
    this.#drop(position, reason);
  }

  /** Whether the account cannot hold the most that an order may cost. */
  cannotWait(account: MarginAccount, { margin, fee }: Entry): 'margin' | undefined {
    return account.free < margin + fee ? 'margin' : undefined;
  }

  /** Whether an account cannot pay for a position, or would be liquidated at once. */
  cannotAfford(
    account: MarginAccount,
    position: Position,
    { margin, fee, entryTicks }: Entry,
  ): 'margin' | undefined {
    if (account.free < margin + fee) return 'margin';
    return wouldFall(account.slack, position, { margin, fee, entryTicks }) ? 'margin' : undefined;
  }

  /** The other side of a position, as an order at the market with its lots and leverage. */
  opposite(
    { user, side, leverage, lots, isIsolated }: Position,
    market: MarginMarket,
    timeMs: number,
  ): Position {
    const order = {
      kind: 'margin.open',
      user,
      market: market.terms.market,
      side: side === 'long' ? 'short' : 'long',
      type: 'market',
      leverage,
      lots: lots as QuantityLots,
      priceTicks: 0 as PriceTicks,
      isIsolated,
    } as const;
    return this.agree(order, market, timeMs);
  }

  /** Why the other side of a position cannot open at the index at which the position closes. */
  cannotReverse(
    account: MarginAccount,
    closing: Position,
    { order, entry }: { order: Position; entry: Entry },
  ): 'margin' | 'exposure' | 'house' | undefined {
    const { margin, fee, entryTicks } = entry;
    const market = this.#book.marketOf(closing);
    const refused = this.#house.cannotTake(market, order, entry, closing);
    if (refused !== undefined) return refused;
    const after = account.afterClose(closing);
    if (after.free < margin + fee) return 'margin';
    return wouldFall(after.slack, order, { margin, fee, entryTicks }) ? 'margin' : undefined;
  }

  /** Releases the hold of an order that ends or becomes a position. */
  #endWaiting(account: MarginAccount, position: Position): void {
    account.waiting.delete(position.id);
    position.takenBackAtMs = 0;
    const { pending, changing } = this.#book.marketOf(position);
    pending.delete(position);
    changing.delete(position);
    this.#ledger.closeHold(position.hold);
  }

  #drop(position: Position, reason: MarginOrderEnd): void {
    this.#book.move(position, 'ended');
    this.#events.list.push({
      type: 'marginOrderCancelled',
      position: position.id,
      user: position.user,
      market: position.market.settings.id,
      reason,
    });
  }
}

/**
 * Whether an account with this slack would be below maintenance with a position, or an isolated one
 * by itself.
 */
function wouldFall(
  slack: bigint,
  position: Position,
  { margin, fee, entryTicks }: Omit<Entry, 'value'>,
): boolean {
  const entered = { ...position, entryTicks, margin };
  const { markTicks } = position.market;
  if (position.isIsolated)
    return ownSlack(entered, markTicks) < 0n || slack < 100n * (margin + fee);
  const spread = profitAt(entered, markTicks);
  return slack + 100n * (spread - fee) < margin * BigInt(position.maintenancePercent);
}
