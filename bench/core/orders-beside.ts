/** Orders beside other work of the core: they measure how long traders wait meanwhile. */
import type { PriceTicks, QuantityLots } from '@meridian/money/amount';
import type { Exchange } from '@meridian/core/exchange';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';

/** From one tick to the next. */
export const SECOND_MS = 1_000;
/** Orders within a second. */
const ORDERS = 1_000;
/** Customers who trade: the first ones. */
export const TRADERS = 100;

export const MARKET = {
  id: 1,
  base: 1,
  quote: 3,
  tickSize: 1_000_000n,
  lotSize: 1_000n,
  minNotional: 0n,
  maxQuantityLots: 1_000_000,
  makerFeeBps: 10,
  takerFeeBps: 10,
  maxOpenOrders: 1_000,
  bandBps: 0,
  slippageBps: 0,
  indexMaxAgeMs: 864_000_000,
  status: 'open',
  isDisplayed: true,
} as const;

export const LIMIT_ORDER = {
  kind: 'spot.place',
  market: MARKET.id,
  type: 'limit',
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'expireTaker',
} as const;

/** An order that rests, and its cancellation: both are commands that somebody waits for. */
export function placeAndCancel(exchange: Exchange, count: number, timeMs: number): void {
  const user = FIRST_CUSTOMER + (count % TRADERS);
  const priceTicks = (9_000 + (count % 500)) as PriceTicks;
  const quantityLots = 1_000 as QuantityLots;
  const placed = exchange.apply(
    { ...LIMIT_ORDER, user, side: 'buy', priceTicks, quantityLots },
    timeMs,
  ).outcome;
  if (!placed.ok) throw new Error(`an order is refused: ${placed.rejection}`);
  const cancelled = exchange.apply(
    { kind: 'spot.cancel', user, order: placed.order ?? 0 },
    timeMs,
  ).outcome;
  if (!cancelled.ok) throw new Error(`a cancellation is refused: ${cancelled.rejection}`);
}

export function elapsedMs(work: () => void): number {
  const at = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - at) / 1e6;
}

/** Waiting times of orders that come evenly over seconds, each of which begins with a tick. */
export class OrdersBesideTicks {
  readonly #exchange: Exchange;
  readonly #waits: number[] = [];

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Places the orders of a second. @param tickMs during which none is taken */
  second(tickMs: number, timeMs: number): void {
    let freeAtMs = tickMs;
    for (let count = 0; count < ORDERS; count++) {
      const comesAtMs = (count * SECOND_MS) / ORDERS;
      const beginsAtMs = Math.max(comesAtMs, freeAtMs);
      freeAtMs = beginsAtMs + elapsedMs(() => placeAndCancel(this.#exchange, count, timeMs));
      this.#waits.push(freeAtMs - comesAtMs);
    }
  }

  figures() {
    const waits = this.#waits.sort((a, b) => a - b);
    const at = (part: number): number => waits[Math.floor(waits.length * part)] ?? 0;
    return { p50Ms: at(0.5), p99Ms: at(0.99), p999Ms: at(0.999), worstMs: waits.at(-1) ?? 0 };
  }
}
