import type { ListedMarket } from '../catalog/listings.ts';
import type { CurrencyId, MarketId, UserId } from '../ids.ts';
import type { AccountSlot, Ledger } from '../ledger/ledger.ts';
import { overnightOf, ownMargin, perTick, profitAt, type Position } from './position.ts';
import { newTrigger, type Trigger, type TriggerHeap } from './trigger-heap.ts';

const PERCENT = 100n;
const MAX_TICKS = BigInt(Number.MAX_SAFE_INTEGER);

/** The sums of one account's positions in a market, so that a price need not visit each of them. */
interface Stake {
  readonly market: ListedMarket;
  readonly heaps: AccountBounds;
  count: number;
  /**
   * Quote units that one tick is worth to all positions together, and their common basis: profit =
   * perTick x mark - basis.
   */
  perTick: bigint;
  basis: bigint;
  /** The price at which the account must be examined again, while it is in one of the heaps. */
  readonly bound: Trigger<MarginAccount>;
  boundIn: TriggerHeap<MarginAccount> | undefined;
}

/**
 * A market's heaps of accounts by their bounds. A dead market, whose index is too old, has no
 * bounds.
 */
export interface AccountBounds {
  isDead: boolean;
  readonly up: TriggerHeap<MarginAccount>;
  readonly down: TriggerHeap<MarginAccount>;
}

/**
 * The cross margin of one user in one quote currency: all waiting orders and open positions, in all
 * markets. Its margin ratio is (available + margins + profits) / margins, in percent; profits are
 * those at the mark, less the unpaid nights. A profit in a dead market counts nothing, a loss in it
 * counts at its last mark.
 */
export class MarginAccount {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly slot: AccountSlot;
  /** By number. Orders are in the order of placing, positions in that of their fills. */
  readonly waiting = new Map<number, Position>();
  readonly open = new Map<number, Position>();
  /** Open positions with margins of their own. Nothing below counts them. */
  readonly isolated = new Map<number, Position>();
  readonly #ledger: Ledger;
  readonly #stakes = new Map<MarketId, Stake>();
  /**
   * Amount that insurance paid for positions of the account while it had others: their profits pay
   * it back. Reset to 0 when the account has no position.
   */
  owing = 0n;
  readonly #unmoved: Set<MarginAccount>;
  #margins = 0n;
  /** Sum of margin x maintenance percent. */
  #required = 0n;
  #overnight = 0n;

  /**
   * @param unmoved set that the account joins when it is below maintenance and no price reaches it
   */
  constructor({
    user,
    currency,
    ledger,
    unmoved,
  }: {
    user: UserId;
    currency: CurrencyId;
    ledger: Ledger;
    unmoved: Set<MarginAccount>;
  }) {
    this.#unmoved = unmoved;
    this.user = user;
    this.currency = currency;
    this.#ledger = ledger;
    this.slot = ledger.open(user, 'margin', currency);
  }

  get count(): number {
    return this.waiting.size + this.open.size + this.isolated.size;
  }

  /** All open positions, by number. */
  positions(): Position[] {
    return [...this.open.values(), ...this.isolated.values()].sort((a, b) => a.id - b.id);
  }

  get available(): bigint {
    return this.#ledger.available(this.slot);
  }

  /**
   * Whether a close is pending that the wallet may have to pay for: until then nothing else may
   * change the wallet.
   */
  get isSettling(): boolean {
    for (const positions of [this.open, this.isolated])
      for (const { closingAtMs, cover } of positions.values())
        if (closingAtMs > 0 && cover !== 'margin') return true;
    return false;
  }

  get margins(): bigint {
    return this.#margins;
  }

  /** Profits at the mark of each market, less nights. */
  get profits(): bigint {
    return this.#profitsBy(atMark);
  }

  /**
   * A hundred times the loss that takes the margin ratio below maintenance; below zero the account
   * must be liquidated.
   */
  get slack(): bigint {
    return PERCENT * (this.available + this.#margins + this.profits) - this.#required;
  }

  /**
   * Available, less the part that losses of open positions use up: in each market at the mark or at
   * the index, whichever is worse. Positions are closed at the index, which an index of few sources
   * moves before the mark. Below zero where losses use up margins too.
   */
  get spare(): bigint {
    const profits = this.#profitsBy(atWorse);
    return profits < 0n ? this.available + profits : this.available;
  }

  /** Amount that may be taken out or put into new positions: the spare amount, not below zero. */
  get free(): bigint {
    const { spare } = this;
    return spare > 0n ? spare : 0n;
  }

  /** The markets with positions of the account. */
  *markets(): Generator<ListedMarket> {
    for (const { market } of this.#stakes.values()) yield market;
  }

  /** Whether it has positions in a market. */
  isIn(id: MarketId): boolean {
    return this.#stakes.has(id);
  }

  /** Whether the market of an open position is dead. */
  isDead({ market }: Position): boolean {
    return this.#stakes.get(market.settings.id)?.heaps.isDead === true;
  }

  /** The slack at another mark of a living market, all other markets unchanged. */
  slackAt(id: MarketId, ticks: number): bigint {
    const stake = this.#stakes.get(id);
    const moved = stake === undefined ? 0n : stake.perTick * BigInt(ticks - stake.market.markTicks);
    return this.slack + PERCENT * moved;
  }

  /**
   * The free amount and the slack that the account would have if a position closed at the index of
   * now, its profit paid in full.
   */
  afterClose(position: Position): { free: bigint; slack: bigint } {
    const { margin, maintenancePercent, market, entryTicks } = position;
    const nights = overnightOf(position);
    const profit = profitAt(position, market.indexTicks);
    if (position.isIsolated) {
      const own = ownMargin(position) + profit - nights;
      const freed = own > 0n ? own : 0n;
      const spare = this.spare + freed;
      return { free: spare > 0n ? spare : 0n, slack: this.slack + PERCENT * freed };
    }
    const due = profit > 0n && this.owing > 0n ? (profit < this.owing ? profit : this.owing) : 0n;
    const available = this.available + margin + profit - nights - due;
    const each = perTick(position);
    const rest = (stake: Stake): Stake =>
      stake.market === market
        ? {
            ...stake,
            perTick: stake.perTick - each,
            basis: stake.basis - each * BigInt(entryTicks),
          }
        : stake;
    const worse = this.#profitsBy((stake) => atWorse(rest(stake))) + nights;
    const spare = worse < 0n ? available + worse : available;
    const profits = this.#profitsBy((stake) => atMark(rest(stake))) + nights;
    const margins = this.#margins - margin;
    const required = this.#required - margin * BigInt(maintenancePercent);
    return {
      free: spare > 0n ? spare : 0n,
      slack: PERCENT * (available + margins + profits) - required,
    };
  }

  add(position: Position, heaps: AccountBounds): void {
    if (position.isIsolated) {
      this.isolated.set(position.id, position);
      return;
    }
    this.open.set(position.id, position);
    const stake =
      this.#stakes.get(position.market.settings.id) ?? this.#newStake(position.market, heaps);
    stake.count++;
    this.#count(position, stake, 1n);
  }

  remove(position: Position): void {
    if (this.isolated.delete(position.id)) return;
    const { id } = position.market.settings;
    this.open.delete(position.id);
    const stake = this.#stakes.get(id) as Stake;
    stake.count--;
    this.#count(position, stake, -1n);
    if (stake.count > 0) return;
    this.#unbind(stake);
    this.#stakes.delete(id);
  }

  /** Counts a position anew after a change of its lots and its margin. */
  recount(position: Position, change: () => void): void {
    if (position.isIsolated) {
      change();
      return;
    }
    const stake = this.#stakes.get(position.market.settings.id) as Stake;
    this.#count(position, stake, -1n);
    change();
    this.#count(position, stake, 1n);
  }

  /** Counts one more night of a position. */
  passNight(position: Position, day: number): void {
    const before = overnightOf(position);
    position.nights++;
    position.nightDay = day;
    if (!position.isIsolated) this.#overnight += overnightOf(position) - before;
  }

  /**
   * Sets the prices at which the account must be examined again. Each market may use up an equal
   * part of the slack: while no mark is beyond its bound, the losses together are within the slack.
   * With one market the bound is exact.
   */
  bind(): void {
    let moving = 0n;
    for (const stake of this.#stakes.values()) if (isMoving(stake)) moving++;
    const { slack } = this;
    let isAlive = false;
    for (const stake of this.#stakes.values()) {
      this.#unbind(stake);
      if (!stake.heaps.isDead) isAlive = true;
      if (isMoving(stake)) this.#bindOne(stake, slack, moving);
    }
    // Equal longs and shorts: no price reaches its bound, but a fill, or their nights, can leave it
    // below maintenance.
    if (isAlive && moving === 0n && slack < 0n) this.#unmoved.add(this);
  }

  /** Whether the sums kept are equal to sums counted anew. */
  isSummedRight(): boolean {
    let margins = 0n;
    let required = 0n;
    let profits = 0n;
    const byMarket = new Map<MarketId, bigint>();
    for (const position of this.open.values()) {
      const { id } = position.market.settings;
      byMarket.set(id, (byMarket.get(id) ?? 0n) + profitAt(position, position.market.markTicks));
      margins += position.margin;
      required += position.margin * BigInt(position.maintenancePercent);
      profits -= overnightOf(position);
    }
    for (const [id, profit] of byMarket)
      if (profit < 0n || this.#stakes.get(id)?.heaps.isDead !== true) profits += profit;
    return margins === this.#margins && required === this.#required && profits === this.profits;
  }

  /**
   * @param profitOf the profit of one market's positions. In a dead market it counts only if it is
   * a loss.
   */
  #profitsBy(profitOf: (stake: Stake) => bigint): bigint {
    let profits = -this.#overnight;
    for (const stake of this.#stakes.values()) {
      const profit = profitOf(stake);
      if (profit < 0n || !stake.heaps.isDead) profits += profit;
    }
    return profits;
  }

  #newStake(market: ListedMarket, heaps: AccountBounds): Stake {
    const stake: Stake = {
      market,
      heaps,
      count: 0,
      perTick: 0n,
      basis: 0n,
      bound: newTrigger<MarginAccount>(this),
      boundIn: undefined,
    };
    this.#stakes.set(market.settings.id, stake);
    return stake;
  }

  #count(position: Position, stake: Stake, sign: 1n | -1n): void {
    const each = perTick(position);
    stake.perTick += sign * each;
    stake.basis += sign * each * BigInt(position.entryTicks);
    this.#margins += sign * position.margin;
    this.#required += sign * position.margin * BigInt(position.maintenancePercent);
    this.#overnight += sign * overnightOf(position);
  }

  #bindOne(stake: Stake, slack: bigint, moving: bigint): void {
    const { heaps, bound } = stake;
    const isLong = stake.perTick > 0n;
    const ticks = boundOf(stake, slack, moving);
    if (isLong ? ticks < 1n : ticks > MAX_TICKS) return;
    stake.boundIn = isLong ? heaps.down : heaps.up;
    stake.boundIn.add(bound, Number(ticks < 1n ? 1n : ticks > MAX_TICKS ? MAX_TICKS : ticks));
  }

  #unbind(stake: Stake): void {
    stake.boundIn?.remove(stake.bound);
    stake.boundIn = undefined;
  }
}

function atMark({ market, perTick: each, basis }: Stake): bigint {
  return each * BigInt(market.markTicks) - basis;
}

/**
 * Profit at the mark or at the index, whichever is less. Under rules without a mark of its own they
 * are the same.
 */
function atWorse({ market, perTick: each, basis }: Stake): bigint {
  const { markTicks, indexTicks } = market;
  return each * BigInt(each > 0n === markTicks < indexTicks ? markTicks : indexTicks) - basis;
}

/** Whether the next mark can change its worth. */
function isMoving({ perTick: each, heaps }: Stake): boolean {
  return each !== 0n && !heaps.isDead;
}

/**
 * The first mark at which the losses of a stake use up more than an equal part of the slack. May
 * lie outside of all prices.
 */
function boundOf({ market, perTick: each }: Stake, slack: bigint, parts: bigint): bigint {
  const isLong = each > 0n;
  const room = floorDivide(slack, PERCENT * (isLong ? each : -each) * parts) + 1n;
  const mark = BigInt(market.markTicks);
  return isLong ? mark - room : mark + room;
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient;
}
