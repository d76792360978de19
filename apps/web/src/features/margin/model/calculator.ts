import { liquidationTicks } from '@meridian/contract/margin/liquidation-price';
import { formatDecimal } from '@meridian/money/decimal';
import { formatPrice, parsePrice } from '@meridian/money/market-scale';
import {
  FULL_BPS,
  hundredths,
  PERCENT,
  unitOf,
  units,
  up,
  wholeLots,
  type MarginContext,
} from './entry.ts';
import type { MarginSide } from './position.ts';

/** The position that the calculator is about. Entry and exit are prices with the spread in them. */
export interface CalculatorInputs {
  readonly side: MarginSide;
  readonly leverage: number | undefined;
  readonly entry: string;
  readonly lots: string;
}

export type CalculatorTerms = Pick<MarginContext, 'scale' | 'lotSize' | 'fee' | 'maintenance'>;

interface Reckoned {
  readonly entry: bigint;
  /** Quote units that each tick is worth: below zero for a short. */
  readonly perTick: bigint;
  readonly value: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
}

/** Margin and fee of the position, by the rules of the exchange: rounded up by less than a unit. */
function reckon(inputs: CalculatorInputs, terms: CalculatorTerms): Reckoned | undefined {
  const entry = parsePrice(inputs.entry, terms.scale);
  const lots = wholeLots(inputs.lots);
  if (!entry.ok || lots === undefined || lots <= 0n || inputs.leverage === undefined)
    return undefined;
  const each = lots * unitOf(terms);
  const value = BigInt(entry.value) * each;
  return {
    entry: BigInt(entry.value),
    perTick: inputs.side === 'long' ? each : -each,
    value,
    margin: up(value, BigInt(inputs.leverage)),
    fee: up(value * hundredths(terms.fee), FULL_BPS),
  };
}

/** Plain decimals in quote currency; ROI in percent of the margin, towards zero. */
export interface Result {
  readonly margin: string;
  readonly fee: string;
  /** Before the fee. */
  readonly profit: string;
  /** The change of the wallet's balance, after the fee of the opening. */
  readonly net: string;
  readonly roi: string;
}

/** Profit of a position that is closed at a price. Undefined where the inputs do not say it. */
export function resultAt(
  exit: string,
  inputs: CalculatorInputs,
  terms: CalculatorTerms,
): Result | undefined {
  const position = reckon(inputs, terms);
  const price = parsePrice(exit, terms.scale);
  if (position === undefined || !price.ok) return undefined;
  const { margin, fee, perTick, entry } = position;
  const profit = perTick * (BigInt(price.value) - entry);
  const money = (amount: bigint): string => formatDecimal(amount, terms.scale.quoteScale);
  return {
    margin: money(margin),
    fee: money(fee),
    profit: money(profit),
    net: money(profit - fee),
    roi: formatDecimal((profit * FULL_BPS) / margin, 2),
  };
}

/**
 * The price at which an account that has this position alone is liquidated: '' where none does it,
 * undefined where it would be liquidated at once.
 *
 * @param balance of the contract wallet before the opening, which pays margin and fee
 */
export function liquidationAt(
  balance: string,
  inputs: CalculatorInputs,
  terms: CalculatorTerms,
): string | undefined {
  const position = reckon(inputs, terms);
  if (position === undefined) return undefined;
  const { margin, fee, perTick, entry } = position;
  const slack =
    PERCENT * (units(balance, terms.scale) - fee) -
    margin * (hundredths(terms.maintenance) / PERCENT);
  if (slack < 0n) return undefined;
  const ticks = liquidationTicks({ slack, perTick, atTicks: Number(entry) });
  return ticks === undefined ? '' : formatPrice(ticks, terms.scale);
}

/**
 * The first price at which the position has such a return on its margin, in percent: rounded to a
 * whole tick so that the return is reached. Undefined where there is none above zero.
 */
export function targetPrice(
  roi: string,
  inputs: CalculatorInputs,
  terms: CalculatorTerms,
): string | undefined {
  const position = reckon(inputs, terms);
  if (position === undefined || !/^-?\d+(\.\d{1,2})?$/.test(roi)) return undefined;
  const { margin, perTick, entry } = position;
  const size = perTick > 0n ? perTick : -perTick;
  const wanted = hundredths(roi) * margin;
  const by = FULL_BPS * size;
  const moved = wanted >= 0n ? up(wanted, by) : -(-wanted / by);
  const ticks = perTick > 0n ? entry + moved : entry - moved;
  if (ticks < 1n || ticks > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return formatPrice(Number(ticks), terms.scale);
}
