import type { Amount } from '@meridian/money/amount';
import type { Applied } from '@meridian/core/events';
import type { PositionSide } from '@meridian/core/margin/margin-commands';
import { customer, openPosition, QUOTE } from '@meridian/testkit/margin-market';
import type { Agent, AgentWorld, Sight } from './agent-world.ts';

const LEVERAGE = 100;
const LOTS = 10_000;

interface Held {
  readonly side: PositionSide;
  id: number;
  status: 'waiting' | 'open' | 'closing';
  placedAtMs: number;
  entry: number;
}

/** The common part of the agents: their own orders. One account, at most one position. */
abstract class OnePosition implements Agent {
  readonly accounts: readonly number[];
  protected held: Held | undefined;

  constructor(account: number) {
    this.accounts = [account];
  }

  abstract act(sight: Sight, world: AgentWorld): void;

  hear({ events }: Applied): void {
    for (const event of events) {
      if (!('position' in event) || event.position !== this.held?.id) continue;
      if (event.type === 'positionOpened') {
        this.held.status = 'open';
        this.held.entry = event.indexTicks;
      } else if (event.type === 'positionClosed' || event.type === 'marginOrderCancelled')
        this.held = undefined;
      else if (event.type === 'positionCloseEnded') this.held.status = 'open';
      else if (event.type === 'positionClosing') this.held.status = 'closing';
    }
  }

  leave(_sight: Sight, world: AgentWorld): void {
    if (this.held?.status === 'waiting') this.take(world);
    else this.close(world);
  }

  protected get user(): number {
    return customer(this.accounts[0] as number);
  }

  protected open(
    world: AgentWorld,
    side: PositionSide,
    { timeMs }: Sight,
    { lots, priceTicks = 0 }: { lots: number; priceTicks?: number } = { lots: LOTS },
  ): void {
    if (this.held !== undefined) return;
    const held: Held = { side, id: 0, status: 'waiting', placedAtMs: timeMs, entry: 0 };
    const { outcome, events } = world.apply(
      openPosition({ user: this.user, market: 1, side, leverage: LEVERAGE, lots, priceTicks }),
    );
    if (!outcome.ok || outcome.id === undefined) return;
    this.held = { ...held, id: outcome.id };
    this.hear({ events } as Applied);
  }

  protected close(world: AgentWorld): void {
    if (this.held?.status === 'open')
      world.apply({ kind: 'margin.close', user: this.user, position: this.held.id });
  }

  /** Lots for nine tenths of the account's funds, at the highest leverage. */
  protected affordable(world: AgentWorld, { index }: Sight): number {
    const value = Number(world.available(this.accounts[0] as number)) * 0.9 * LEVERAGE;
    // A tick of a lot is 10 units.
    return Math.max(1, Math.floor(value / (index * 10)));
  }

  /** Cancels the order, or the request to close. */
  protected take(world: AgentWorld): void {
    if (this.held !== undefined)
      world.apply({ kind: 'margin.cancel', user: this.user, position: this.held.id });
  }
}

/**
 * Knows the world's moves before the index: opens when the world is ahead by some basis points,
 * closes when the index has followed.
 */
export class FrontRunner extends OnePosition {
  readonly #threshold: number;

  constructor(account: number, thresholdBps: number) {
    super(account);
    this.#threshold = thresholdBps / 10_000;
  }

  act(sight: Sight, world: AgentWorld): void {
    const ahead = sight.price / sight.index - 1;
    if (this.held === undefined && Math.abs(ahead) > this.#threshold)
      this.open(world, ahead > 0 ? 'long' : 'short', sight);
    else if (
      this.held?.status === 'open' &&
      (this.held.side === 'long' ? ahead : -ahead) < this.#threshold / 4
    )
      this.close(world);
  }
}

/**
 * Orders in every second, computes the fill a moment before it happens, and cancels unless the
 * world is already better.
 */
export class Chooser extends OnePosition {
  readonly #threshold: number;
  readonly #side: PositionSide;
  readonly #choosesItsClose: boolean;

  constructor(
    account: number,
    {
      thresholdBps,
      side,
      choosesItsClose = false,
    }: { thresholdBps: number; side: PositionSide; choosesItsClose?: boolean },
  ) {
    super(account);
    this.#threshold = thresholdBps / 10_000;
    this.#side = side;
    this.#choosesItsClose = choosesItsClose;
  }

  act(sight: Sight, world: AgentWorld): void {
    const { held } = this;
    if (held === undefined) return this.open(world, this.#side, sight);
    if (held.status === 'open') return this.close(world);
    if (!sight.isLast || sight.next === undefined) return;
    const edge = (sight.price / sight.next.ticks - 1) * (held.side === 'long' ? 1 : -1);
    if (held.status === 'waiting' && edge < this.#threshold) this.take(world);
    if (held.status === 'closing' && this.#choosesItsClose && edge > 0) this.take(world);
  }
}

/**
 * Orders at a limit next to the index, and in the last moment before the price that fills it moves
 * all free money out of reach of contracts, unless the world is already better: an order that fails
 * for want of money is a cancelled one.
 */
export class MoneyMover extends OnePosition {
  readonly #side: PositionSide;
  #away = 0n;

  constructor(account: number, side: PositionSide) {
    super(account);
    this.#side = side;
  }

  act(sight: Sight, world: AgentWorld): void {
    const { held } = this;
    if (held === undefined) {
      this.#bringBack(world);
      return this.open(world, this.#side, sight, {
        lots: LOTS,
        priceTicks: sight.index + (this.#side === 'long' ? -1 : 1),
      });
    }
    if (held.status === 'open') return this.close(world);
    if (!sight.isLast || sight.next === undefined || held.status !== 'waiting') return;
    const edge = (sight.price / sight.next.ticks - 1) * (this.#side === 'long' ? 1 : -1);
    if (edge < 7e-4) this.#moveAway(world);
    else this.#bringBack(world);
  }

  override leave(sight: Sight, world: AgentWorld): void {
    this.#bringBack(world);
    super.leave(sight, world);
  }

  #moveAway(world: AgentWorld): void {
    const amount = world.available(this.accounts[0] as number);
    if (amount > 0n && this.#move(world, 'margin', 'spot', amount)) this.#away += amount;
  }

  #bringBack(world: AgentWorld): void {
    if (this.#away > 0n && this.#move(world, 'spot', 'margin', this.#away)) this.#away = 0n;
  }

  #move(
    world: AgentWorld,
    from: 'spot' | 'margin',
    to: 'spot' | 'margin',
    amount: bigint,
  ): boolean {
    return world.apply({
      kind: 'custody.transfer',
      user: this.user,
      from,
      to,
      currency: QUOTE,
      amount: amount as Amount,
    }).outcome.ok;
  }
}

/**
 * Keeps stops one tick around the mark, so that any index closes, and removes them when the world
 * is better than that index.
 */
export class StopChooser extends OnePosition {
  readonly #side: PositionSide;
  #mark = 0;
  #areSet = false;

  constructor(account: number, side: PositionSide) {
    super(account);
    this.#side = side;
  }

  override hear(applied: Applied): void {
    super.hear(applied);
    for (const event of applied.events)
      if (event.type === 'indexPriceSet') this.#mark = event.markTicks;
  }

  act(sight: Sight, world: AgentWorld): void {
    const { held } = this;
    if (held === undefined) {
      this.#areSet = false;
      this.open(world, this.#side, sight);
    } else if (held.status === 'open' && !this.#areSet) {
      const [above, below] = [this.#mark + 1, this.#mark - 1];
      this.#areSet = this.#set(world, this.#side === 'long' ? [above, below] : [below, above]);
    } else if (
      this.#areSet &&
      sight.isLast &&
      sight.next !== undefined &&
      (sight.price - sight.next.ticks) * (this.#side === 'long' ? 1 : -1) > 0
    ) {
      this.#areSet = !this.#set(world, [0, 0]);
    }
  }

  #set(world: AgentWorld, [takeProfitTicks, stopLossTicks]: readonly [number, number]): boolean {
    return world.apply({
      kind: 'margin.stops',
      user: this.user,
      position: this.held?.id ?? 0,
      takeProfitTicks,
      stopLossTicks,
    }).outcome.ok;
  }
}

/**
 * Long and short at once with nearly all of two accounts: one loses no more than it has, the other
 * wins all that a gap gives.
 */
export class Straddler implements Agent {
  readonly accounts: readonly number[];
  readonly #legs: readonly Leg[];
  readonly #takeBps: number;

  /**
   * @param takeBps lead of one leg at which both are closed
   */
  constructor(accounts: readonly [number, number], takeBps: number) {
    this.accounts = accounts;
    this.#legs = [new Leg(accounts[0], 'long'), new Leg(accounts[1], 'short')];
    this.#takeBps = takeBps;
  }

  act(sight: Sight, world: AgentWorld): void {
    const [long, short] = this.#legs as [Leg, Leg];
    if (long.isFree && short.isFree) for (const leg of this.#legs) leg.enter(world, sight);
    else if (long.isFree || short.isFree) for (const leg of this.#legs) leg.quit(world);
    else if (Math.abs(long.ahead(sight)) > this.#takeBps)
      for (const leg of this.#legs) leg.quit(world);
  }

  hear(applied: Applied): void {
    for (const leg of this.#legs) leg.hear(applied);
  }

  leave(_sight: Sight, world: AgentWorld): void {
    for (const leg of this.#legs) leg.quit(world);
  }
}

class Leg extends OnePosition {
  readonly #side: PositionSide;

  constructor(account: number, side: PositionSide) {
    super(account);
    this.#side = side;
  }

  get isFree(): boolean {
    return this.held === undefined;
  }

  /** Profit of the position, in basis points of its entry. */
  ahead({ price }: Sight): number {
    const entry = this.held?.entry ?? 0;
    return entry === 0 ? 0 : (price / entry - 1) * 10_000 * (this.#side === 'long' ? 1 : -1);
  }

  act(): void {}

  enter(world: AgentWorld, sight: Sight): void {
    this.open(world, this.#side, sight, { lots: this.affordable(world, sight) });
  }

  quit(world: AgentWorld): void {
    this.close(world);
  }
}
