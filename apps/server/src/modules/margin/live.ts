import type { CurrencyId, MarketId, UserId } from '@meridian/core/ids';
import { decodeTerms } from '@meridian/core/margin/margin-commands-check';
import type { MarginTerms, PositionId } from '@meridian/core/margin/margin-commands';
import type {
  MarginEvent,
  MarginOrderEnd,
  PositionEnd,
  ReductionReason,
} from '@meridian/core/margin/margin-events';
import type { ExchangeSnapshot } from '@meridian/core/snapshot';
import type { LiveArea, LiveFold, LiveGround } from '../../live/live-ground.ts';
import {
  reduce,
  entryOf,
  openedOf,
  orderOf,
  positionOf,
  askedRequest,
  type AskedRequest,
  type LivePosition,
  type MarginRequest,
} from './live-position.ts';
import { equity, isolatedWorth, standingOf, type Standing } from './standing.ts';

/**
 * Market orders that came to nothing, and closes, are remembered: an answer asks for its own within
 * seconds.
 */
const KEPT = 10_000;

type EventOf<Type extends MarginEvent['type']> = Extract<MarginEvent, { type: Type }>;

/** How the lots that were closed last of a position ended. */
export interface LastClose {
  readonly market: MarketId;
  readonly reason: PositionEnd | ReductionReason;
  readonly timeMs: number;
  readonly lots: number;
  readonly closeTicks: number;
  /** The actual profit of those lots in quote units, without the overnight fee. */
  readonly profit: bigint;
  /** The request that it was made for. */
  readonly asked: AskedRequest | undefined;
}

/** A profit that the house could not pay yet, in quote units. */
interface HouseDebt {
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly owed: bigint;
}

/** Margin terms, waiting orders and open positions, as the durable events left them. */
export class LiveMargin implements LiveFold {
  readonly #ground: LiveGround;
  readonly #terms = new Map<MarketId, MarginTerms>();
  readonly #positions = new Map<PositionId, LivePosition>();
  readonly #byUser = new Map<UserId, Map<PositionId, LivePosition>>();
  /** Reasons why the latest market orders came to nothing. */
  readonly #voided = new Map<PositionId, MarginOrderEnd>();
  /** The latest closes, of all lots of a position or of some. */
  readonly #closes = new Map<PositionId, LastClose>();
  /** Debts of the house, by the position that it owes them for. */
  readonly #debts = new Map<PositionId, HouseDebt>();
  readonly #listeners: ((user: UserId) => void)[] = [];

  constructor(ground: LiveGround) {
    this.#ground = ground;
  }

  load({ margin: { terms, positions, debts } }: ExchangeSnapshot): void {
    for (const map of [this.#terms, this.#positions, this.#byUser, this.#debts]) map.clear();
    // Each part of a position that was closed may have a debt of its own.
    for (const { position, owed, ...row } of debts) {
      const before = this.#debts.get(position)?.owed ?? 0n;
      this.#debts.set(position, { ...row, owed: before + BigInt(owed) });
    }
    for (const row of terms) this.#terms.set(row.market, decodeTerms(row));
    for (const row of positions) this.#add(positionOf(row));
  }

  fold(event: MarginEvent, timeMs: number): void {
    switch (event.type) {
      case 'marginTermsSet':
        this.#terms.set(event.terms.market, event.terms);
        return;
      case 'badDebt':
        return;
      case 'houseDebtChanged':
        this.#changeDebt(event);
        return;
      case 'positionClosing':
        this.#ask(event.position, 'close', { isClosing: true, closingLots: event.lots });
        break;
      case 'positionCloseEnded':
        Object.assign(this.#known(event.position), { isClosing: false, closingLots: 0 });
        this.#endClose(event);
        break;
      case 'isolatedMarginChanged':
        Object.assign(this.#known(event.position), { added: event.added });
        if (event.change < 0n) this.#endRemoval(event.position, 'done');
        break;
      case 'marginRemovalAsked':
        this.#ask(event.position, 'removal', { removing: event.amount });
        break;
      case 'marginRemovalEnded':
        this.#endRemoval(event.position, event.reason === 'short' ? 'margin' : 'timeout');
        break;
      case 'limitCloseSet':
        this.#ask(event.position, 'limitClose', {
          limitClose: { lots: event.lots, priceTicks: event.priceTicks },
        });
        break;
      case 'limitCloseEnded':
        this.#known(event.position).limitClose = undefined;
        this.#endLimit(event);
        break;
      case 'positionReduced':
        this.#reduce(event, timeMs);
        break;
      case 'marginOrderPlaced':
        this.#add(orderOf(event, timeMs));
        break;
      case 'positionOpened': {
        const waiting = this.#positions.get(event.position);
        if (waiting === undefined) this.#add(openedOf(event, timeMs));
        else Object.assign(waiting, entryOf(event, timeMs));
        this.#end(event.position, 'cancel', 'late');
        break;
      }
      case 'stopsSet': {
        const { takeProfitTicks, stopLossTicks } = event;
        Object.assign(this.#known(event.position), { takeProfitTicks, stopLossTicks });
        break;
      }
      case 'overnightAccrued':
        this.#known(event.position).overnight = event.overnight;
        break;
      case 'marginOrderCancelled':
        if (this.#known(event.position).priceTicks === 0)
          keep(this.#voided, event.position, event.reason);
        this.#remove(this.#known(event.position));
        break;
      case 'positionClosed':
        this.#close(event, timeMs);
    }
    for (const listener of this.#listeners) listener(event.user);
  }

  terms(market: MarketId): MarginTerms | undefined {
    return this.#terms.get(market);
  }

  /** By market. */
  allTerms(): MarginTerms[] {
    return [...this.#terms.values()].sort((a, b) => a.market - b.market);
  }

  /** Newest first. */
  positions(user: UserId): LivePosition[] {
    return [...(this.#byUser.get(user)?.values() ?? [])].sort((a, b) => b.id - a.id);
  }

  /** How the user's margin account of a quote currency stands at the mark prices. */
  standing(user: UserId, currency: CurrencyId): Standing {
    return standingOf(this.#ground, user, currency, this.positions(user));
  }

  /**
   * Worth of the account if all of it were closed now, isolated positions too, in quote units.
   */
  equity(user: UserId, currency: CurrencyId): bigint {
    const standing = this.standing(user, currency);
    return equity(standing) + isolatedWorth(this.#ground, standing);
  }

  /** Profits at the marks less nights, of isolated positions at most their margins lost. */
  profits(user: UserId, currency: CurrencyId): bigint {
    const standing = this.standing(user, currency);
    const margins = standing.isolated.reduce((sum, { margin, added }) => sum + margin + added, 0n);
    return standing.profits + isolatedWorth(this.#ground, standing) - margins;
  }

  has(user: UserId): boolean {
    return this.#byUser.has(user);
  }

  position(id: PositionId): LivePosition | undefined {
    return this.#positions.get(id);
  }

  /** Why one of the latest market orders came to nothing; undefined for every other. */
  voidReason(id: PositionId): MarginOrderEnd | undefined {
    return this.#voided.get(id);
  }

  /**
   * The latest request of a kind about a position, or the one that closed it; undefined where none
   * is remembered.
   */
  asked(id: PositionId, request: MarginRequest): AskedRequest | undefined {
    const position = this.#positions.get(id);
    if (position !== undefined) return position.asked.get(request);
    return request === 'close' || request === 'limitClose'
      ? this.#closes.get(id)?.asked
      : undefined;
  }

  /** Whether a close of a call under a key is remembered. */
  hasClosedUnder(key: string): boolean {
    for (const { asked } of this.#closes.values()) if (asked?.keys.has(key) === true) return true;
    return false;
  }

  /** The latest close of a position; undefined where none is remembered, as after a restart. */
  lastClose(id: PositionId): LastClose | undefined {
    return this.#closes.get(id);
  }

  /** Of everybody. */
  all(): Iterable<LivePosition> {
    return this.#positions.values();
  }

  /** Quote units that the house owes its customers for profits that it could not pay. */
  owed(currency: CurrencyId): bigint {
    let sum = 0n;
    for (const debt of this.#debts.values()) if (debt.currency === currency) sum += debt.owed;
    return sum;
  }

  /** Calls the listener with each user whose positions or orders changed. */
  onChange(listener: (user: UserId) => void): void {
    this.#listeners.push(listener);
  }

  #changeDebt({ position, user, currency, owed }: EventOf<'houseDebtChanged'>): void {
    if (owed === 0n) this.#debts.delete(position);
    else this.#debts.set(position, { user, currency, owed });
  }

  #add(position: LivePosition): void {
    this.#positions.set(position.id, position);
    const own = this.#byUser.get(position.user) ?? new Map<PositionId, LivePosition>();
    own.set(position.id, position);
    this.#byUser.set(position.user, own);
  }

  #reduce(event: EventOf<'positionReduced'>, timeMs: number): void {
    this.#keepClose(event, event.lots, timeMs);
    reduce(this.#known(event.position), event);
    if (event.reason === 'limit') this.#endTakenLimit(event.position, 'done');
    if (event.closingLots === 0) this.#end(event.position, 'close', 'done');
    this.#end(event.position, 'cancel', 'late');
  }

  #close(event: EventOf<'positionClosed'>, timeMs: number): void {
    const position = this.#known(event.position);
    this.#keepClose(event, position.lots, timeMs);
    const isLost = event.reason === 'liquidated';
    for (const [request, asked] of position.asked)
      asked.end ??= request === 'removal' && isLost ? 'liquidation' : 'done';
    this.#remove(position);
  }

  /** Of two closes at one price, that without a price of its own stays: a call waits for it. */
  #keepClose(
    { position, market, reason, closeTicks, profit }: EventOf<'positionReduced' | 'positionClosed'>,
    lots: number,
    timeMs: number,
  ): void {
    const before = this.#closes.get(position);
    if (before?.timeMs === timeMs && before.reason === 'closed') return;
    const requests = this.#known(position).asked;
    const close = requests.get('close');
    // A stop or a liquidation ends a request that waits, too.
    const isOwn = reason === 'closed' || reason === 'reversed' || close?.end === undefined;
    const asked = reason === 'limit' ? requests.get('limitClose') : isOwn ? close : undefined;
    keep(this.#closes, position, { market, reason, timeMs, lots, closeTicks, profit, asked });
  }

  #remove({ id, user }: LivePosition): void {
    this.#positions.delete(id);
    const own = this.#byUser.get(user);
    own?.delete(id);
    if (own?.size === 0) this.#byUser.delete(user);
  }

  /** A close that is widened to all lots is asked for once more: it stays the same request. */
  #ask(id: PositionId, request: MarginRequest, change: Partial<LivePosition>): void {
    const position = this.#known(id);
    if (request !== 'close' || !position.isClosing) position.asked.set(request, askedRequest());
    Object.assign(position, change);
  }

  #end(id: PositionId, request: MarginRequest, end: AskedRequest['end']): void {
    const ended = this.#known(id).asked.get(request);
    if (ended !== undefined) ended.end ??= end;
  }

  /** A cancel is over once nothing is left that it could cancel. */
  #endClose({ position, reason }: EventOf<'positionCloseEnded'>): void {
    this.#end(position, 'close', reason);
    this.#endTakenLimit(position, reason);
    if (this.#known(position).limitClose === undefined) this.#end(position, 'cancel', 'done');
  }

  /** Where a close without a price takes its place, the limit ends with that. */
  #endLimit({ position, reason }: EventOf<'limitCloseEnded'>): void {
    if (reason !== 'asked')
      this.#end(position, 'limitClose', reason === 'filled' ? 'done' : 'cancelled');
    if (reason !== 'filled') this.#end(position, 'cancel', reason === 'asked' ? 'late' : 'done');
  }

  #endTakenLimit(id: PositionId, end: AskedRequest['end']): void {
    if (this.#known(id).limitClose === undefined) this.#end(id, 'limitClose', end);
  }

  #endRemoval(id: PositionId, end: AskedRequest['end']): void {
    this.#known(id).removing = 0n;
    this.#end(id, 'removal', end);
  }

  #known(id: PositionId): LivePosition {
    const position = this.#positions.get(id);
    if (position === undefined) throw new RangeError(`position ${id} was never opened`);
    return position;
  }
}

/** Adds an entry as the newest, and forgets the oldest one beyond the bound. */
function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}

export const marginLive: LiveArea<LiveMargin> = {
  takes: {
    marginTermsSet: true,
    marginOrderPlaced: true,
    marginOrderCancelled: true,
    positionOpened: true,
    stopsSet: true,
    overnightAccrued: true,
    positionReduced: true,
    limitCloseSet: true,
    limitCloseEnded: true,
    isolatedMarginChanged: true,
    marginRemovalAsked: true,
    marginRemovalEnded: true,
    positionClosed: true,
    badDebt: true,
    positionClosing: true,
    positionCloseEnded: true,
    houseDebtChanged: true,
  },
  open: (ground) => new LiveMargin(ground),
};
