import { liquidationTicks } from '@meridian/contract/margin/liquidation-price';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { formatPrice, parsePrice } from '@meridian/money/market-scale';
import {
  fillTicks,
  FULL_BPS,
  heldFor,
  hundredths,
  PERCENT,
  spare,
  units,
  unitOf,
  up,
  wholeLots,
  withSpread,
  worthOfTick,
  type MarginContext,
  type PricedInputs,
} from './entry.ts';
import type { MarginOrder, SeenTerms } from './position.ts';
import {
  orderStopErrors,
  sentTerms,
  type OrderStopError,
  type PositionTerms,
} from './position-terms.ts';
import type { StopField } from './stops-form.ts';
import type { Pair } from '../../../shared/market/market.ts';

export type { MarginContext, MarginMode } from './entry.ts';

/** An order of one side, as it would be sent. */
export interface MarginInputs extends PricedInputs {
  /** Undefined where no offered leverage is chosen. */
  readonly leverage: number | undefined;
  readonly lots: string;
  readonly terms: PositionTerms;
}

/**
 * Sums of an order, with its entry and liquidation price. Each is undefined while the inputs do not
 * determine it.
 */
export interface MarginSummary {
  readonly entryPrice: string | undefined;
  readonly value: string | undefined;
  readonly margin: string | undefined;
  readonly fee: string | undefined;
  /** '' where no price of the market would liquidate the account. */
  readonly liquidationPrice: string | undefined;
}

export interface MarginError {
  readonly id:
    | 'margin.error.leverage'
    | 'margin.error.price'
    | 'margin.error.size'
    | 'margin.error.whole'
    | 'margin.error.fewer'
    | 'margin.error.more'
    | 'margin.error.balance'
    | OrderStopError['id'];
  readonly values?: Readonly<Record<string, string>>;
}

export type MarginField = 'leverage' | 'price' | 'size' | StopField;
export type MarginErrors = Readonly<Partial<Record<MarginField, MarginError>>>;

const NOTHING: MarginSummary = {
  entryPrice: undefined,
  value: undefined,
  margin: undefined,
  fee: undefined,
  liquidationPrice: undefined,
};

/**
 * The same sums as the exchange makes, by the same rules: spread, margin and fee are rounded
 * against the user by less than a unit.
 */
export function marginSummary(inputs: MarginInputs, context: MarginContext): MarginSummary {
  const { scale } = context;
  const fill = fillTicks(inputs, context);
  if (fill === undefined) return NOTHING;
  const entry = withSpread(fill, inputs.side, context);
  const entryPrice = formatPrice(Number(entry), scale);
  const lots = wholeLots(inputs.lots);
  if (lots === undefined || lots <= 0n) return { ...NOTHING, entryPrice };
  const money = (amount: bigint): string => formatDecimal(amount, scale.quoteScale);
  const each = lots * unitOf(context);
  const value = entry * each;
  const fee = up(value * hundredths(context.fee), FULL_BPS);
  if (inputs.leverage === undefined)
    return { ...NOTHING, entryPrice, value: money(value), fee: money(fee) };
  const margin = up(value, BigInt(inputs.leverage));
  return {
    entryPrice,
    value: money(value),
    margin: money(margin),
    fee: money(fee),
    liquidationPrice: liquidationPrice({ inputs, context, fill, entry, each, margin, fee }),
  };
}

/** All errors of an order, by field. */
export function marginErrors(inputs: MarginInputs, context: MarginContext): MarginErrors {
  const leverage: MarginErrors =
    inputs.leverage === undefined ? { leverage: { id: 'margin.error.leverage' } } : {};
  const price: MarginErrors =
    inputs.mode === 'limit' && !parsePrice(inputs.price, context.scale).ok
      ? { price: { id: 'margin.error.price' } }
      : {};
  const size = sizeError(inputs, context);
  return {
    ...leverage,
    ...price,
    ...(size === undefined ? {} : { size }),
    ...orderStopErrors(inputs.terms, inputs, context),
  };
}

function sizeError(inputs: MarginInputs, context: MarginContext): MarginError | undefined {
  const { minLots, maxLots } = context;
  const { leverage } = inputs;
  if (inputs.lots === '') return { id: 'margin.error.size' };
  const lots = wholeLots(inputs.lots);
  if (lots === undefined || lots < 0n) return { id: 'margin.error.whole' };
  // A reduce-only order has no bound but the least of one lot, and no hold.
  if (inputs.terms.isReduceOnly)
    return lots === 0n ? { id: 'margin.error.fewer', values: { min: '1' } } : undefined;
  if (lots === 0n || lots < BigInt(minLots))
    return { id: 'margin.error.fewer', values: { min: String(minLots > 0 ? minLots : 1) } };
  if (maxLots > 0 && lots > BigInt(maxLots))
    return { id: 'margin.error.more', values: { max: String(maxLots) } };
  if (leverage === undefined) return undefined;
  return heldFor(lots, { ...inputs, leverage }, context) > spare(context)
    ? { id: 'margin.error.balance' }
    : undefined;
}

/** The order as it is sent, with the terms that were seen. The inputs must have no error. */
export function orderOf(
  { side, mode, leverage = 0, lots, price, terms }: MarginInputs,
  { baseId, quoteId }: Pair,
  seen: SeenTerms,
): MarginOrder {
  const limit = mode === 'limit' ? { limitPrice: price } : {};
  return { baseId, quoteId, side, leverage, lots, ...limit, ...sentTerms(terms), seen };
}

interface Opened {
  readonly inputs: MarginInputs;
  readonly context: MarginContext;
  readonly fill: bigint;
  readonly entry: bigint;
  readonly each: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
}

/**
 * The liquidation price that the list of positions will show once the order is filled at `fill`, if
 * no other market has moved: of the whole account, with its open positions in this market on both
 * sides. '' where no price would liquidate the account. Undefined where the account would be
 * liquidated at once: such an order is not filled.
 */
function liquidationPrice({
  inputs,
  context,
  fill,
  entry,
  each,
  margin,
  fee,
}: Opened): string | undefined {
  const { scale, open } = context;
  const sign = inputs.side === 'long' ? 1n : -1n;
  if (inputs.terms.isIsolated)
    return ownLiquidationPrice({ context, fill, entry, margin }, sign * each);
  // An isolated position neither helps nor harms the account.
  const cross = open.filter(({ isIsolated }) => !isIsolated);
  const held = cross.map(({ side, quantity, markPrice }) => ({
    size: (side === 'long' ? 1n : -1n) * worthOfTick(quantity, scale),
    index: parsePrice(markPrice, scale),
  }));
  // The account's profits are as of the index that its positions were listed at.
  const moved = held.reduce(
    (sum, { size, index }) => (index.ok ? sum + size * (fill - BigInt(index.value)) : sum),
    0n,
  );
  const equity =
    units(context.available, scale) +
    units(context.margins, scale) +
    units(context.profits, scale) +
    moved;
  const maintained =
    hundredthUnits(context.maintained, context) +
    margin * (hundredths(context.maintenance) / PERCENT);
  const slack = PERCENT * (equity + sign * each * (fill - entry) - fee) - maintained;
  if (slack < 0n) return undefined;
  const ticks = liquidationTicks({
    slack,
    perTick: held.reduce((sum, { size }) => sum + size, sign * each),
    atTicks: Number(fill),
  });
  return ticks === undefined ? '' : formatPrice(ticks, scale);
}

/** The liquidation price of an isolated position: its own margin decides, not the account. */
function ownLiquidationPrice(
  { context, fill, entry, margin }: Pick<Opened, 'context' | 'fill' | 'entry' | 'margin'>,
  perTick: bigint,
): string | undefined {
  const maintained = margin * (hundredths(context.maintenance) / PERCENT);
  const slack = PERCENT * (margin + perTick * (fill - entry)) - maintained;
  if (slack < 0n) return undefined;
  const ticks = liquidationTicks({ slack, perTick, atTicks: Number(fill) });
  return ticks === undefined ? '' : formatPrice(ticks, context.scale);
}

/** Hundredths of a quote unit. */
function hundredthUnits(text: string, { scale }: MarginContext): bigint {
  const parsed = parseDecimal(text, scale.quoteScale + 2);
  return parsed.ok ? parsed.units : 0n;
}
