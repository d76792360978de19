import type { Event, Posted } from '@meridian/core/events';
import type { InvariantId } from '@meridian/core/invariants';
import type { MarginEvent, PositionClosed, PositionOpened } from '@meridian/core/margin/margin-events';
import { accountName } from './naive-ledger.ts';

interface AuditedPosition {
  readonly user: number;
  readonly market: number;
  status: 'waiting' | 'open' | 'over';
  /** What its owner holds for it by now, by postings. */
  hold: bigint;
  /** What it should hold. */
  due: bigint;
  opened: PositionOpened | undefined;
  overnight: bigint;
  lastNight: number;
}

interface Sight {
  readonly prove: (id: InvariantId, holds: boolean, detail: string) => void;
  readonly available: (account: string) => bigint;
  readonly quoteOf: (market: number) => number;
}

const DAY_MS = 86_400_000;
const SHANGHAI_MS = 28_800_000;

/** The events of margin as a stranger reads them: proves M1 to M7, and who owns the holds of orders and positions. */
export class MarginAuditor {
  readonly #sight: Sight;
  readonly #positions = new Map<number, AuditedPosition>();
  readonly #index = new Map<number, number>();
  #closed: PositionClosed[] = [];

  constructor(sight: Sight) {
    this.#sight = sight;
  }

  follow(event: MarginEvent, timeMs: number): void {
    switch (event.type) {
      case 'marginTermsSet':
      case 'badDebt':
        break;
      case 'marginOrderPlaced':
        this.#prove('M1', !this.#positions.has(event.position), `order ${event.position} is placed twice`);
        this.#positions.set(event.position, { ...emptyOf(event), status: 'waiting', due: event.margin + event.fee });
        break;
      case 'marginOrderCancelled': {
        const position = this.#position(event.position);
        this.#prove('M1', position.status === 'waiting', `order ${event.position} is cancelled when ${position.status}`);
        Object.assign(position, { status: 'over', due: 0n });
        break;
      }
      case 'positionOpened':
        this.#open(event, timeMs);
        break;
      case 'stopsSet':
        this.#checkStops(this.#position(event.position), event.takeProfitTicks, event.stopLossTicks);
        break;
      case 'overnightAccrued': {
        const position = this.#position(event.position);
        this.#prove('M6', position.status === 'open' && dayOf(timeMs) > position.lastNight, `position ${event.position} pays a night twice`);
        Object.assign(position, { lastNight: dayOf(timeMs), overnight: event.overnight });
        break;
      }
      case 'positionClosed':
        this.#close(event);
    }
  }

  tick(market: number, ticks: number): void {
    this.#index.set(market, ticks);
  }

  /** Whether a posting of a hold is an order's or a position's; if so it is counted. */
  owns({ reason, reference, subject, held, user }: Posted): boolean {
    if ((reason !== 'hold' && reason !== 'release') || reference !== 'position') return false;
    const position = this.#positions.get(subject);
    if (position === undefined) throw new Error(`user ${user} holds for position ${subject}, which nobody announced`);
    position.hold += held;
    return true;
  }

  /** After a command: what closes moved, what is held, and after prices whether anybody is beyond liquidation. */
  settle(events: readonly Event[]): void {
    const postings = events.filter((event) => event.type === 'posted');
    for (const closed of this.#closed) this.#checkSums(closed, postings);
    this.#closed = [];
    for (const [id, { hold, due, status }] of this.#positions) {
      this.#prove('M2', hold === due, `position ${id} holds ${hold}, not ${due}`);
      if (status === 'over') this.#positions.delete(id);
    }
    if (events.some(({ type }) => type === 'indexPriceSet')) this.#checkAccounts();
  }

  #open(event: PositionOpened, timeMs: number): void {
    const { position: id, side, entryTicks, indexTicks, lots, leverage, unit, value, margin } = event;
    const known = this.#positions.get(id);
    this.#prove('M1', known === undefined || known.status === 'waiting', `position ${id} opens when ${known?.status}`);
    this.#prove('M2', value === BigInt(entryTicks) * BigInt(lots) * unit && margin === (value + BigInt(leverage) - 1n) / BigInt(leverage), `position ${id} has a wrong margin`);
    this.#prove('M2', indexTicks === this.#index.get(event.market) && (side === 'long' ? entryTicks >= indexTicks : entryTicks <= indexTicks), `position ${id} is entered off the index`);
    this.#positions.set(id, { ...(known ?? emptyOf(event)), status: 'open', due: margin, opened: event, lastNight: dayOf(timeMs) });
  }

  #close(event: PositionClosed): void {
    const position = this.#position(event.position);
    const { opened } = position;
    this.#prove('M1', position.status === 'open', `position ${event.position} closes when ${position.status}`);
    if (opened === undefined) return;
    const gross = profitOf(opened, event.closeTicks);
    this.#prove('M3', event.profit - event.badDebt + event.unpaid === gross, `position ${event.position} closes with ${event.profit} of ${gross}`);
    this.#prove('M4', event.badDebt >= 0n && event.insured <= event.badDebt + (gross > 0n ? gross : 0n), `position ${event.position} leaves ${event.badDebt}`);
    this.#prove('M7', event.closeTicks === this.#index.get(event.market), `position ${event.position} closes off the index`);
    Object.assign(position, { status: 'over', due: 0n });
    this.#closed.push(event);
  }

  /** M3: customer, house, insurance, fees and rounding together move nothing, and the customer what the event says. */
  #checkSums({ position, user, profit, overnight }: PositionClosed, postings: readonly Posted[]): void {
    const mine = postings.filter(({ subject, reason }) => subject === position && ['profit', 'loss', 'overnight', 'badDebt'].includes(reason));
    this.#prove('M3', mine.reduce((sum, { available }) => sum + available, 0n) === 0n, `closing position ${position} makes money`);
    const own = mine.filter((posting) => posting.user === user && posting.wallet === 'margin').reduce((sum, { available }) => sum + available, 0n);
    this.#prove('M3', own === profit - overnight, `the user of position ${position} gets ${own}`);
  }

  #checkStops({ opened }: AuditedPosition, takeProfit: number, stopLoss: number): void {
    if (opened === undefined) return;
    const { side, entryTicks, position } = opened;
    const [above, below] = side === 'long' ? [takeProfit, stopLoss] : [stopLoss, takeProfit];
    this.#prove('M7', (above === 0 || above > entryTicks) && below < entryTicks, `stops of position ${position} are on the wrong side`);
  }

  #checkAccounts(): void {
    const sums = new Map<string, { equity: bigint; needed: bigint }>();
    for (const { user, market, status, opened, overnight } of this.#positions.values()) {
      if (status !== 'open' || opened === undefined) continue;
      const account = accountName(user, 'margin', this.#sight.quoteOf(market));
      const sum = sums.get(account) ?? { equity: this.#sight.available(account), needed: 0n };
      sum.equity += opened.margin + profitOf(opened, this.#index.get(market) ?? 0) - overnight;
      sum.needed += opened.margin * BigInt(opened.maintenancePercent);
      sums.set(account, sum);
    }
    for (const [account, { equity, needed }] of sums) this.#prove('M5', equity * 100n >= needed, `${account} is beyond liquidation`);
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
  return { user, market, status: 'waiting', hold: 0n, due: 0n, opened: undefined, overnight: 0n, lastNight: 0 };
}

function profitOf({ side, entryTicks, lots, unit }: PositionOpened, ticks: number): bigint {
  const moved = BigInt(side === 'long' ? ticks - entryTicks : entryTicks - ticks);
  return moved * BigInt(lots) * unit;
}

function dayOf(timeMs: number): number {
  return Math.floor((timeMs + SHANGHAI_MS) / DAY_MS);
}
