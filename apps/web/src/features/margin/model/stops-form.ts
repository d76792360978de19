import { compareDecimals } from '@meridian/money/decimal';
import { parsePrice, type MarketScale } from '@meridian/money/market-scale';
import type { MarginSide } from './position.ts';

export type StopField = 'takeProfit' | 'stopLoss';

/** Typed: plain decimals, '' for none. */
export type StopInputs = Readonly<Record<StopField, string>>;

/** The stops of a position as they are sent: '0' for none. */
export interface Stops {
  readonly id: number;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

/** Figures of a position against which its stops are checked. Plain decimals in quote currency. */
export interface StopContext {
  readonly side: MarginSide;
  /** Undefined where the market is no longer listed: then only the server knows its price steps. */
  readonly scale: MarketScale | undefined;
  /** '0' while there is none. */
  readonly markPrice: string;
  /** '' where no price would liquidate the account. */
  readonly liquidationPrice: string;
}

export type StopError =
  | 'margin.error.price'
  | 'margin.error.takeProfitPassed'
  | 'margin.error.stopLossSide'
  | 'margin.error.stopLossLate';
export type StopErrors = Readonly<Partial<Record<StopField, StopError>>>;

/** The field of a refused stop, by the code of the server's refusal. */
export const REFUSED_FIELD: Readonly<Partial<Record<string, StopField>>> = {
  take_profit_passed: 'takeProfit',
  stop_on_wrong_side: 'stopLoss',
  stop_beyond_liquidation: 'stopLoss',
};

/**
 * Errors of the stops that the exchange would refuse, by its own rules (M7): a take-profit lies on
 * the winning side of the mark price, a stop-loss on the losing side and before the price at which
 * the account is liquidated. The mark price moves, so the server may still refuse.
 */
export function stopErrors(inputs: StopInputs, context: StopContext): StopErrors {
  return {
    ...found('takeProfit', takeProfitError(inputs.takeProfit, context)),
    ...found('stopLoss', stopLossError(inputs.stopLoss, context)),
  };
}

/** A stop as it is sent: '0' is none. */
export function sentStop(typed: string): string {
  return isNone(typed) ? '0' : typed;
}

function found(field: StopField, error: StopError | undefined): StopErrors {
  return error === undefined ? {} : { [field]: error };
}

function takeProfitError(typed: string, context: StopContext): StopError | undefined {
  if (isNone(typed)) return undefined;
  if (!isPrice(typed, context)) return 'margin.error.price';
  return isNone(context.markPrice) || beyond(typed, context.markPrice, context.side) > 0
    ? undefined
    : 'margin.error.takeProfitPassed';
}

function stopLossError(typed: string, context: StopContext): StopError | undefined {
  const { side, markPrice, liquidationPrice } = context;
  if (isNone(typed)) return undefined;
  if (!isPrice(typed, context)) return 'margin.error.price';
  if (isNone(markPrice)) return undefined;
  if (beyond(typed, markPrice, side) >= 0) return 'margin.error.stopLossSide';
  // A hedged account may be liquidated on the winning side of this position: no stop-loss of it
  // comes too late then.
  const isOnLosingSide = !isNone(liquidationPrice) && beyond(liquidationPrice, markPrice, side) < 0;
  return isOnLosingSide && beyond(typed, liquidationPrice, side) <= 0
    ? 'margin.error.stopLossLate'
    : undefined;
}

/** Whether nothing is set: empty, or a zero as the server reads it. */
function isNone(plain: string): boolean {
  return /^(?:0+(?:\.0+)?)?$/.test(plain);
}

function isPrice(typed: string, { scale }: StopContext): boolean {
  return scale === undefined ? compareDecimals(typed, '0') === 1 : parsePrice(typed, scale).ok;
}

/**
 * Compares two prices by the profit of a side: above zero where `price` wins more than `other`,
 * below zero where it wins less.
 */
function beyond(price: string, other: string, side: MarginSide): number {
  const above = compareDecimals(price, other) ?? 0;
  return side === 'long' ? above : -above;
}
