/** The naive exchange's orders and markets, and its result of each command. */
import type { Market } from '@meridian/core/catalog/catalog';
import type { OrderType, PlaceOrder, SelfTrade } from '@meridian/core/spot/spot-commands';
import type { Side } from '@meridian/core/catalog/side';
import type { AreaCommands, Command, CommandArea } from '@meridian/core/commands';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import type { Outcome } from '@meridian/core/outcome';
import type { Rejection } from '@meridian/core/rejections';
import type { NaiveBook } from './naive-book.ts';
import type { NaiveTicketEnd } from './naive-seconds.ts';

/**
 * An order of the naive exchange. `remaining + filled + decremented + cancelled` is its quantity.
 */
export interface NaiveOrder {
  readonly id: number;
  readonly user: number;
  readonly market: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly selfTrade: SelfTrade;
  readonly placedAtMs: number;
  remainingLots: number;
  filledLots: number;
  filledNotional: bigint;
  hold: bigint;
  /** When it ended; undefined while it is open. */
  endedAtMs: number | undefined;
}

export interface NaiveFill {
  readonly market: number;
  readonly makerOrder: number;
  readonly takerOrder: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  readonly makerRebate: bigint;
}

export interface NaiveClose {
  readonly order: number;
  readonly reason: CloseReason;
  readonly cancelledLots: number;
}

/** The effects of a command, compared with the core's outcome and events. */
export interface NaiveApplied {
  readonly outcome: Outcome;
  readonly fills: readonly NaiveFill[];
  readonly closes: readonly NaiveClose[];
  /** Tickets that ended, in order. */
  readonly tickets: readonly NaiveTicketEnd[];
  /** Events of margin orders and positions, in order. */
  readonly positions: readonly string[];
  /** Names of the written accounts. */
  readonly touched: ReadonlySet<string>;
}

export interface NaiveMarket {
  settings: Market;
  readonly unit: bigint;
  readonly book: NaiveBook<NaiveOrder>;
  indexTicks: number;
  indexTimeMs: number;
  indexQuotedAtMs: number;
  indexSources: number;
  markTicks: number;
  lastTicks: number;
}

export function other(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

export function isBeyond(side: Side, priceTicks: number, limit: bigint | undefined): boolean {
  if (limit === undefined) return false;
  return side === 'buy' ? BigInt(priceTicks) > limit : BigInt(priceTicks) < limit;
}

export function pickOrder({
  user,
  market,
  side,
  type,
  priceTicks,
  quantityLots,
  selfTrade,
}: PlaceOrder) {
  return { user, market, side, type, priceTicks, quantityLots, selfTrade };
}

/**
 * `open` rests, filled in part or not; the others have ended. `filled` may follow a decrement:
 * nothing remained.
 */
export function statusOf(
  order: NaiveOrder,
  end: 'resting' | 'filled' | 'expired',
): 'open' | 'filled' | 'partlyFilled' | 'cancelled' {
  if (end === 'resting') return 'open';
  if (end === 'filled') return 'filled';
  return order.filledLots > 0 ? 'partlyFilled' : 'cancelled';
}

/** Proceeds of the trades of a sale in quote units, less its fees. */
export function broughtBy(
  fills: readonly NaiveFill[],
  order: number,
  unitOf: (market: number) => bigint,
): bigint {
  return fills
    .filter(({ takerOrder }) => takerOrder === order)
    .reduce(
      (sum, { market, priceTicks, quantityLots, takerFee }) =>
        sum + BigInt(priceTicks) * BigInt(quantityLots) * unitOf(market) - takerFee,
      0n,
    );
}

export function refused(rejection: Rejection): Outcome {
  return { ok: false, rejection };
}

export function least(...amounts: bigint[]): bigint {
  return amounts.reduce((least, amount) => (amount < least ? amount : least));
}

export function isOf<Area extends CommandArea>(
  area: Area,
  command: Command,
): command is AreaCommands[Area] {
  return command.kind.startsWith(`${area}.`);
}
