import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { UNREADABLE } from '@meridian/money/typed-decimal';
import {
  fillTicks,
  FULL_BPS,
  heldFor,
  heldTicks,
  hundredths,
  spare,
  unitOf,
  wholeLots,
  withSpread,
  type MarginContext,
  type PricedInputs,
} from './entry.ts';

/** Units that a size is typed in. Orders are sent in lots. */
export const SIZE_UNITS = ['base', 'quote', 'lots'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

/** A size as it is typed, or as a share of the most that the account can open. */
export interface OrderSize {
  readonly unit: SizeUnit;
  /** Plain decimal; '' while nothing is typed. */
  readonly typed: string;
  /** 1 to 100; undefined where the size is typed. */
  readonly percent: number | undefined;
}

/** A size has one meaning for both sides: it is worth no more than was typed on either. */
type Priced = Omit<PricedInputs, 'side'>;

type WithLeverage = PricedInputs & { readonly leverage: number | undefined };

/**
 * The whole lots of a size, rounded down: coins by the size of a lot, quote currency by the entry
 * price of a long, which is the dearer side. '' without a size, or without the price or leverage
 * that it needs. Where the size is no amount of its unit, a text that the form's checks refuse.
 */
export function lotsOf(
  { unit, typed, percent }: OrderSize,
  inputs: Omit<WithLeverage, 'side'>,
  context: MarginContext,
): string {
  if (percent !== undefined) {
    const most = mostLots(inputs, context);
    return most === undefined ? '' : String((most * BigInt(percent)) / 100n);
  }
  if (typed === '' || unit === 'lots') return typed;
  const { baseScale, quoteScale } = context.scale;
  const amount = parseDecimal(typed, unit === 'base' ? baseScale : quoteScale);
  if (!amount.ok) return UNREADABLE;
  const each = unit === 'base' ? baseUnits(context.lotSize, context) : lotValue(inputs, context);
  return each === undefined || each <= 0n ? '' : String(amount.units / each);
}

/**
 * So many lots in a unit, as a size that gives the same lots again at the same price. Quote
 * currency is rounded up by less than one of its smallest units.
 */
export function sizeText(
  lots: string,
  unit: SizeUnit,
  { inputs, context }: { readonly inputs: Priced; readonly context: MarginContext },
): string {
  const whole = wholeLots(lots);
  if (whole === undefined || whole <= 0n || unit === 'lots') return lots;
  const { baseScale, quoteScale } = context.scale;
  if (unit === 'base') return formatDecimal(whole * baseUnits(context.lotSize, context), baseScale);
  const each = lotValue(inputs, context);
  return each === undefined ? '' : formatDecimal(whole * each, quoteScale);
}

/**
 * The most lots that the account can open on a side: its free balance covers their margin and fee
 * while the order waits, and the market takes no more. Undefined without a price or a leverage.
 */
export function maxLots(inputs: WithLeverage, context: MarginContext): bigint | undefined {
  const { leverage } = inputs;
  const free = spare(context);
  const each = heldTicks(inputs, context) * unitOf(context);
  if (leverage === undefined || each <= 0n || fillTicks(inputs, context) === undefined)
    return undefined;
  if (free <= 0n) return 0n;
  const times = BigInt(leverage);
  // The sums are rounded up for the whole order: the quotient is at most a lot too high.
  let lots = (free * times * FULL_BPS) / (each * (FULL_BPS + hundredths(context.fee) * times));
  while (lots > 0n && heldFor(lots, { ...inputs, leverage }, context) > free) lots--;
  const bound = BigInt(context.maxLots);
  return bound > 0n && lots > bound ? bound : lots;
}

/** The most lots that either side takes. */
function mostLots(inputs: Omit<WithLeverage, 'side'>, context: MarginContext): bigint | undefined {
  const [long, short] = [
    maxLots({ ...inputs, side: 'long' }, context),
    maxLots({ ...inputs, side: 'short' }, context),
  ];
  if (long === undefined || short === undefined) return undefined;
  return long < short ? long : short;
}

/** Quote units of one lot at the entry price of a long. */
function lotValue(inputs: Priced, context: MarginContext): bigint | undefined {
  const ticks = fillTicks({ ...inputs, side: 'long' }, context);
  return ticks === undefined ? undefined : withSpread(ticks, 'long', context) * unitOf(context);
}

function baseUnits(coins: string, { scale }: MarginContext): bigint {
  const parsed = parseDecimal(coins, scale.baseScale);
  return parsed.ok ? parsed.units : 0n;
}
