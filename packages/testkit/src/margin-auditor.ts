import type { Event } from '@meridian/core/events';
import type { Posted } from '@meridian/core/ledger/posting';
import type { InvariantId } from '@meridian/core/invariants';
import type {
  LimitCloseEnded,
  MarginEvent,
  PositionClosed,
  PositionOpened,
  PositionReduced,
  StopsSet,
} from '@meridian/core/margin/margin-events';
import { accountName } from './naive-ledger.ts';

interface AuditedPosition {
  readonly user: number;
  readonly market: number;
  status: 'waiting' | 'open' | 'over';
  /** The present hold of its owner for it, by postings. */
  hold: bigint;
  /** The right hold. */
  due: bigint;
  opened: PositionOpened | undefined;
  overnight: bigint;
  lastNight: number;
  /** Price of a close that waits for it. */
  limitTicks: number | undefined;
  /** A close at a price is due: its price has come. */
  isLimitDue: boolean;
  /** Margin that was added to an isolated position. */
  added: bigint;
}

interface Sight {
  readonly prove: (id: InvariantId, holds: boolean, detail: string) => void;
  readonly available: (account: string) => bigint;
  readonly quoteOf: (market: number) => number;
  readonly maxAgeOf: (market: number) => number;
}

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 28_800_000;
/** Reasons of postings that move money from a margin wallet to another account. */
const LEAVING: ReadonlySet<string> = new Set(['transfer', 'reversal', 'repayment', 'carriedLoss']);

/**
 * Reads only the events of margin: proves M1 to M9, and the owners of the holds of orders and
 * positions.
 */
export class MarginAuditor {
  readonly #sight: Sight;
  readonly #positions = new Map<number, AuditedPosition>();
  readonly #index = new Map<
    number,
    { readonly ticks: number; readonly mark: number; readonly timeMs: number }
  >();
  /** Debts of the house, by the position that caused them. */
  readonly #owed = new Map<number, bigint>();
  #closed: (PositionClosed | PositionReduced)[] = [];

  constructor(sight: Sight) {
    this.#sight = sight;
  }

  follow(event: MarginEvent, timeMs: number): void {
    switch (event.type) {
      case 'marginTermsSet':
      case 'badDebt':
      case 'positionCloseEnded':
        break;
      case 'positionClosing':
        this.#prove(
          'M1',
          this.#position(event.position).status === 'open',
          `position ${event.position} is to be closed and not open`,
        );
        break;
      case 'houseDebtChanged': {
        const before = this.#owed.get(event.position) ?? 0n;
        this.#prove(
          'M8',
          // Nothing is paid where a debt begins, or another part of the position adds to it.
          event.paid === 0n ? event.owed > before : before === event.owed + event.paid,
          `the house pays ${event.paid} and owes ${event.owed} for position ${event.position}`,
        );
        this.#owed.set(event.position, event.owed);
        break;
      }
      case 'marginOrderPlaced':
        this.#prove(
          'M1',
          !this.#positions.has(event.position),
          `order ${event.position} is placed twice`,
        );
        this.#positions.set(event.position, {
          ...emptyOf(event),
          status: 'waiting',
          due: event.margin + event.fee,
        });
        this.#proveStops(event, event.side, event.entryTicks);
        break;
      case 'marginOrderCancelled': {
        const position = this.#position(event.position);
        this.#prove(
          'M1',
          position.status === 'waiting',
          `order ${event.position} is cancelled when ${position.status}`,
        );
        Object.assign(position, { status: 'over', due: 0n });
        break;
      }
      case 'positionOpened':
        this.#open(event, timeMs);
        break;
      case 'stopsSet':
        this.#checkStops(event);
        break;
      case 'overnightAccrued': {
        const position = this.#position(event.position);
        this.#prove(
          'M6',
          position.status === 'open' && dayOf(timeMs) > position.lastNight,
          `position ${event.position} pays a night twice`,
        );
        Object.assign(position, { lastNight: dayOf(timeMs), overnight: event.overnight });
        break;
      }
      case 'limitCloseSet': {
        const position = this.#position(event.position);
        this.#prove(
          'M1',
          position.status === 'open' && position.limitTicks === undefined,
          `position ${event.position} gets a second limit close`,
        );
        position.limitTicks = event.priceTicks;
        break;
      }
      case 'limitCloseEnded':
        this.#endLimit(event);
        break;
      case 'marginRemovalAsked':
      case 'marginRemovalEnded':
        break;
      case 'isolatedMarginChanged': {
        const position = this.#position(event.position);
        this.#prove(
          'M2',
          position.opened?.isIsolated === true &&
            event.added === position.added + event.change &&
            event.added >= 0n,
          `position ${event.position} has ${event.added} of added margin`,
        );
        Object.assign(position, { added: event.added, due: position.due + event.change });
        if (event.change < 0n) this.#proveSpare(position, event.position);
        break;
      }
      case 'positionReduced':
        this.#reduce(event);
        break;
      case 'positionClosed':
        this.#close(event);
    }
  }

  tick(
    market: number,
    { ticks, mark, timeMs }: { ticks: number; mark: number; timeMs: number },
  ): void {
    this.#index.set(market, { ticks, mark, timeMs });
  }

  /** Whether a posting of a hold belongs to an order or a position; if so it is counted. */
  owns({ reason, reference, subject, held, user }: Posted): boolean {
    if ((reason !== 'hold' && reason !== 'release') || reference !== 'position') return false;
    const position = this.#positions.get(subject);
    if (position === undefined)
      throw new Error(`user ${user} holds for position ${subject}, which nobody announced`);
    position.hold += held;
    return true;
  }

  /**
   * After a command: checks the movements of closings, the holds, and after prices that no account
   * is beyond liquidation.
   */
  settle(events: readonly Event[], timeMs: number): void {
    const postings = events.filter((event) => event.type === 'posted');
    this.#checkSums(events, postings);
    this.#closed = [];
    for (const [id, { hold, due, status }] of this.#positions) {
      this.#prove('M2', hold === due, `position ${id} holds ${hold}, not ${due}`);
      if (status === 'over') this.#positions.delete(id);
    }
    if (events.some(({ type }) => type === 'indexPriceSet')) {
      this.#checkAccounts(timeMs);
      this.#checkIsolated(timeMs);
    }
    for (const { wallet, available, reason, user, currency } of postings) {
      if (wallet === 'margin' && available < 0n && LEAVING.has(reason))
        this.#checkSpare(user, currency);
    }
  }

  /**
   * M9: a withdrawal leaves the losses of open positions covered, in each market by the mark or the
   * index, whichever is worse.
   */
  #checkSpare(user: number, currency: number): void {
    const account = accountName(user, 'margin', currency);
    const byMark = new Map<number, bigint>();
    const byIndex = new Map<number, bigint>();
    let nights = 0n;
    for (const { user: owner, market, status, opened, overnight } of this.#positions.values()) {
      if (
        owner !== user ||
        status !== 'open' ||
        opened === undefined ||
        opened.isIsolated ||
        this.#sight.quoteOf(market) !== currency
      )
        continue;
      const prices = this.#index.get(market);
      byMark.set(market, (byMark.get(market) ?? 0n) + profitOf(opened, prices?.mark ?? 0));
      byIndex.set(market, (byIndex.get(market) ?? 0n) + profitOf(opened, prices?.ticks ?? 0));
      nights += overnight;
    }
    let worst = -nights;
    for (const [market, profit] of byMark) {
      const other = byIndex.get(market) ?? 0n;
      worst += profit < other ? profit : other;
    }
    const left = this.#sight.available(account);
    this.#prove(
      'M9',
      left + (worst < 0n ? worst : 0n) >= 0n,
      `${account} keeps ${left} and has lost ${-worst}`,
    );
  }

  #open(event: PositionOpened, timeMs: number): void {
    const {
      position: id,
      side,
      entryTicks,
      indexTicks,
      lots,
      leverage,
      unit,
      value,
      margin,
    } = event;
    const known = this.#positions.get(id);
    this.#prove(
      'M1',
      known === undefined || known.status === 'waiting',
      `position ${id} opens when ${known?.status}`,
    );
    this.#prove(
      'M2',
      value === BigInt(entryTicks) * BigInt(lots) * unit &&
        margin === (value + BigInt(leverage) - 1n) / BigInt(leverage),
      `position ${id} has a wrong margin`,
    );
    this.#prove(
      'M2',
      indexTicks === this.#index.get(event.market)?.ticks &&
        (side === 'long' ? entryTicks >= indexTicks : entryTicks <= indexTicks),
      `position ${id} is entered off the index`,
    );
    this.#positions.set(id, {
      ...(known ?? emptyOf(event)),
      status: 'open',
      due: margin,
      opened: event,
      lastNight: dayOf(timeMs),
    });
  }

  #close(event: PositionClosed): void {
    const position = this.#position(event.position);
    const { opened } = position;
    this.#prove(
      'M1',
      position.status === 'open',
      `position ${event.position} closes when ${position.status}`,
    );
    if (opened === undefined) return;
    const gross = profitOf(opened, event.closeTicks);
    this.#prove(
      'M3',
      event.profit - event.badDebt + event.unpaid === gross,
      `position ${event.position} closes with ${event.profit} of ${gross}`,
    );
    this.#prove(
      'M4',
      event.badDebt >= 0n && event.insured <= event.badDebt + (gross > 0n ? gross : 0n),
      `position ${event.position} leaves ${event.badDebt}`,
    );
    this.#prove(
      'M7',
      event.closeTicks === this.#index.get(event.market)?.ticks,
      `position ${event.position} closes off the index`,
    );
    this.#proveLimit(position, event);
    // M4: beyond its own margin an isolated position costs its owner nothing.
    const own = opened.margin + position.added;
    this.#prove(
      'M4',
      !opened.isIsolated || event.profit - event.overnight - event.liquidationFee >= -own,
      `isolated position ${event.position} costs more than ${own}`,
    );
    Object.assign(position, { status: 'over', due: 0n });
    this.#closed.push(event);
  }

  /** The index is at the price of a close, or better for its owner, unless he takes it back. */
  #endLimit({ position: id, market, reason }: LimitCloseEnded): void {
    const position = this.#position(id);
    const { limitTicks: limit, opened } = position;
    this.#prove('M1', limit !== undefined, `position ${id} has no limit close that could end`);
    const index = this.#index.get(market)?.ticks ?? 0;
    const isReached = opened?.side === 'long' ? index >= (limit ?? 0) : index <= (limit ?? 0);
    this.#prove(
      'M7',
      reason === 'cancelled' || isReached,
      `position ${id} closes at ${index}, which is worse than ${limit}`,
    );
    position.limitTicks = undefined;
    if (reason !== 'cancelled') position.isLimitDue = true;
  }

  #proveLimit(
    position: AuditedPosition,
    { position: id, reason }: PositionClosed | PositionReduced,
  ): void {
    if (reason !== 'limit') return;
    this.#prove('M1', position.isLimitDue, `position ${id} closes at a price that nobody named`);
  }

  /** A closed part has its share of the whole; the rest is a position of its own size. */
  #reduce(event: PositionReduced): void {
    const position = this.#position(event.position);
    const { opened, status } = position;
    this.#prove('M1', status === 'open', `a part of position ${event.position} closes, ${status}`);
    if (opened === undefined) return;
    const { lots, lotsLeft, marginLeft, profit, insured, unpaid, overnightLeft } = event;
    this.#prove(
      'M2',
      lots > 0 &&
        lotsLeft > 0 &&
        lots + lotsLeft === opened.lots &&
        marginLeft === marginOf({ ...opened, lots: lotsLeft }),
      `position ${event.position} has a wrong margin after ${lots} of ${opened.lots} lots`,
    );
    this.#prove(
      'M3',
      profit + unpaid === profitOf({ ...opened, lots }, event.closeTicks) && insured >= 0n,
      `${lots} lots of position ${event.position} close with ${profit}`,
    );
    this.#prove(
      'M6',
      event.overnight + overnightLeft >= position.overnight,
      `closing a part of position ${event.position} saves nights`,
    );
    this.#prove(
      'M7',
      event.closeTicks === this.#index.get(event.market)?.ticks,
      `a part of position ${event.position} closes off the index`,
    );
    this.#proveLimit(position, event);
    const rest = { ...opened, lots: lotsLeft, margin: marginLeft };
    const { addedLeft: added } = event;
    this.#prove(
      'M2',
      added >= 0n && added <= position.added,
      `a part of position ${event.position} adds margin to the rest`,
    );
    Object.assign(position, {
      opened: rest,
      added,
      due: marginLeft + added,
      overnight: overnightLeft,
    });
    this.#closed.push(event);
  }

  /**
   * M3: customer, house, insurance, fees and rounding together move nothing, and the customer's
   * movement is that of the event.
   */
  #checkSums(events: readonly Event[], postings: readonly Posted[]): void {
    // A part and the rest of a position may close in one command.
    for (const position of new Set(this.#closed.map((each) => each.position))) {
      const closes = this.#closed.filter((each) => each.position === position);
      const movements = postings.filter(
        ({ subject, reason }) =>
          subject === position &&
          ['profit', 'loss', 'overnight', 'badDebt', 'liquidationFee'].includes(reason),
      );
      this.#prove(
        'M3',
        movements.reduce((sum, { available }) => sum + available, 0n) === 0n,
        `closing position ${position} makes money`,
      );
      const own = movements
        .filter((posting) => posting.user === closes[0]?.user && posting.wallet === 'margin')
        .reduce((sum, { available }) => sum + available, 0n);
      let due = 0n;
      for (const close of closes)
        due +=
          close.profit -
          close.overnight -
          (close.type === 'positionClosed' ? close.liquidationFee : 0n);
      // A debt of the house may be paid in the same command.
      for (const event of events)
        if (event.type === 'houseDebtChanged' && event.position === position) due += event.paid;
      this.#prove('M3', own === due, `the user of position ${position} gets ${own}, not ${due}`);
    }
  }

  #checkStops(event: StopsSet): void {
    const { opened } = this.#position(event.position);
    if (opened === undefined) return;
    this.#proveStops(event, opened.side, this.#index.get(event.market)?.mark ?? 0);
  }

  /** The stops of an order lie beside its entry price, others beside the mark. */
  #proveStops(
    {
      position,
      takeProfitTicks: takeProfit,
      stopLossTicks: stopLoss,
    }: Pick<StopsSet, 'position' | 'takeProfitTicks' | 'stopLossTicks'>,
    side: PositionOpened['side'],
    ticks: number,
  ): void {
    const [above, below] = side === 'long' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
    this.#prove(
      'M7',
      (above === 0 || above > ticks) && below < ticks,
      `stops of position ${position} are on the wrong side`,
    );
  }

  /**
   * Every account with a position in a market with prices is at maintenance or above; profits in
   * other markets count nothing.
   */
  #checkAccounts(timeMs: number): void {
    const sums = new Map<
      string,
      { needed: bigint; equity: bigint; profits: Map<number, bigint>; isAlive: boolean }
    >();
    for (const { user, market, status, opened, overnight } of this.#positions.values()) {
      if (status !== 'open' || opened === undefined || opened.isIsolated) continue;
      const account = accountName(user, 'margin', this.#sight.quoteOf(market));
      const sum = sums.get(account) ?? {
        equity: this.#sight.available(account),
        needed: 0n,
        profits: new Map<number, bigint>(),
        isAlive: false,
      };
      sum.equity += opened.margin - overnight;
      sum.profits.set(
        market,
        (sum.profits.get(market) ?? 0n) + profitOf(opened, this.#index.get(market)?.mark ?? 0),
      );
      sum.needed += opened.margin * BigInt(opened.maintenancePercent);
      sum.isAlive ||= this.#isAlive(market, timeMs);
      sums.set(account, sum);
    }
    for (const [account, { equity, needed, profits, isAlive }] of sums) {
      let worth = equity;
      for (const [market, profit] of profits)
        if (profit < 0n || this.#isAlive(market, timeMs)) worth += profit;
      this.#prove('M5', !isAlive || worth * 100n >= needed, `${account} is beyond liquidation`);
    }
  }

  /** M2: margin leaves an isolated position only down to the initial one, by mark and by index. */
  #proveSpare({ opened, added, overnight, market }: AuditedPosition, id: number): void {
    if (opened === undefined) return;
    const prices = this.#index.get(market);
    for (const ticks of [prices?.mark ?? 0, prices?.ticks ?? 0])
      this.#prove(
        'M2',
        opened.margin + added - overnight + profitOf(opened, ticks) >=
          marginOf({ ...opened, entryTicks: ticks }),
        `position ${id} gives up margin that it needs`,
      );
  }

  /** M5: isolated positions in markets with prices are at maintenance or above by themselves. */
  #checkIsolated(timeMs: number): void {
    for (const [id, { status, opened, added, overnight, market }] of this.#positions) {
      if (status !== 'open' || opened?.isIsolated !== true || !this.#isAlive(market, timeMs))
        continue;
      const worth =
        opened.margin + added - overnight + profitOf(opened, this.#index.get(market)?.mark ?? 0);
      this.#prove(
        'M5',
        worth * 100n >= opened.margin * BigInt(opened.maintenancePercent),
        `isolated position ${id} is beyond liquidation`,
      );
    }
  }

  #isAlive(market: number, timeMs: number): boolean {
    return timeMs - (this.#index.get(market)?.timeMs ?? 0) <= this.#sight.maxAgeOf(market);
  }

  #position(id: number): AuditedPosition {
    const position = this.#positions.get(id);
    if (position === undefined) throw new Error(`position ${id} was never announced`);
    return position;
  }

  #prove(id: InvariantId, holds: boolean, detail: string): void {
    this.#sight.prove(id, holds, detail);
  }
}

function emptyOf({ user, market }: { user: number; market: number }): AuditedPosition {
  return {
    user,
    market,
    status: 'waiting',
    hold: 0n,
    due: 0n,
    opened: undefined,
    overnight: 0n,
    lastNight: 0,
    limitTicks: undefined,
    isLimitDue: false,
    added: 0n,
  };
}

function marginOf({ entryTicks, lots, unit, leverage }: PositionOpened): bigint {
  return (BigInt(entryTicks) * BigInt(lots) * unit + BigInt(leverage) - 1n) / BigInt(leverage);
}

function profitOf({ side, entryTicks, lots, unit }: PositionOpened, ticks: number): bigint {
  const moved = BigInt(side === 'long' ? ticks - entryTicks : entryTicks - ticks);
  return moved * BigInt(lots) * unit;
}

function dayOf(timeMs: number): number {
  return Math.floor((timeMs + SHANGHAI_MS) / DAY_MS);
}
