import { liquidationTicks } from '@meridian/contract/margin/liquidation-price';
import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { formatPrice, parsePrice, type MarketScale } from '@meridian/money/market-scale';
import type { MarginSide, Position } from './position.ts';

export type MarginMode = 'market' | 'limit';

export interface MarginInputs {
  readonly side: MarginSide;
  readonly mode: MarginMode;
  /** Typed; only a limit order looks at it. */
  readonly price: string;
  /** Undefined until one is chosen. */
  readonly leverage: number | undefined;
  readonly lots: string;
}

/** What the server says of the market and the account. Plain decimals; rates in percent. */
export interface MarginContext {
  readonly scale: MarketScale;
  readonly indexPrice: string;
  readonly lotSize: string;
  readonly spread: string;
  readonly fee: string;
  readonly maintenance: string;
  readonly slippage: string;
  readonly minLots: number;
  readonly maxLots: number;
  readonly available: string;
  readonly margins: string;
  readonly profits: string;
  /** Equity below which the account is liquidated, as it is before this order. */
  readonly maintained: string;
  /** Own open positions of this market. */
  readonly open: readonly Pick<Position, 'side' | 'quantity' | 'markPrice'>[];
}

/** What an order would cost and mean. Undefined where the inputs do not say it yet. */
export interface MarginSummary {
  readonly entryPrice: string | undefined;
  readonly value: string | undefined;
  readonly margin: string | undefined;
  readonly fee: string | undefined;
  readonly liquidationPrice: string | undefined;
}

export interface MarginError {
  readonly field: 'leverage' | 'price' | 'lots' | 'balance';
  readonly id:
    | 'margin.error.leverage'
    | 'margin.error.price'
    | 'margin.error.whole'
    | 'margin.error.fewer'
    | 'margin.error.more'
    | 'margin.error.balance';
  readonly values?: Readonly<Record<string, string>>;
}

const FULL_BPS = 10_000n;
const PERCENT = 100n;
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
  const entry = withSpread(fill, inputs, context);
  const entryPrice = formatPrice(Number(entry), scale);
  const lots = wholeLots(inputs.lots);
  if (lots === undefined || lots <= 0n) return { ...NOTHING, entryPrice };
  const money = (units: bigint): string => formatDecimal(units, scale.quoteScale);
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

/** The first thing that is wrong, undefined where nothing is. */
export function marginError(inputs: MarginInputs, context: MarginContext): MarginError | undefined {
  if (inputs.leverage === undefined) return { field: 'leverage', id: 'margin.error.leverage' };
  if (inputs.mode === 'limit' && !parsePrice(inputs.price, context.scale).ok)
    return { field: 'price', id: 'margin.error.price' };
  const lots = wholeLots(inputs.lots);
  if (lots === undefined || lots <= 0n) return { field: 'lots', id: 'margin.error.whole' };
  if (lots < BigInt(context.minLots))
    return { field: 'lots', id: 'margin.error.fewer', values: { min: String(context.minLots) } };
  if (context.maxLots > 0 && lots > BigInt(context.maxLots))
    return { field: 'lots', id: 'margin.error.more', values: { max: String(context.maxLots) } };
  const losses = units(context.profits, context);
  const free = units(context.available, context) + (losses < 0n ? losses : 0n);
  return held(inputs, { context, lots, leverage: inputs.leverage }) > free
    ? { field: 'balance', id: 'margin.error.balance' }
    : undefined;
}

/**
 * What the order holds while it waits, in quote units: margin and fee at the dearest index that it
 * is filled at.
 */
function held(
  inputs: MarginInputs,
  { context, lots, leverage }: { context: MarginContext; lots: bigint; leverage: number },
): bigint {
  const [index, limit] = [
    parsePrice(context.indexPrice, context.scale),
    parsePrice(inputs.price, context.scale),
  ];
  const price = inputs.mode === 'limit' && limit.ok ? BigInt(limit.value) : 0n;
  const now = index.ok ? BigInt(index.value) : 0n;
  const higher = price > now ? price : now;
  const dearest =
    inputs.side === 'long' && price > 0n
      ? price
      : (higher * (FULL_BPS + hundredths(context.slippage))) / FULL_BPS;
  const value = withSpread(dearest, inputs, context) * lots * unitOf(context);
  return up(value, BigInt(leverage)) + up(value * hundredths(context.fee), FULL_BPS);
}

/**
 * The index that the order would be filled at, in ticks: that of now, or the limit while it has not
 * been reached.
 */
function fillTicks(inputs: MarginInputs, context: MarginContext): bigint | undefined {
  const index = parsePrice(context.indexPrice, context.scale);
  if (inputs.mode === 'market') return index.ok ? BigInt(index.value) : undefined;
  const limit = parsePrice(inputs.price, context.scale);
  if (!limit.ok) return undefined;
  const isReached =
    index.ok && (inputs.side === 'long' ? index.value <= limit.value : index.value >= limit.value);
  return BigInt(isReached ? index.value : limit.value);
}

function withSpread(ticks: bigint, inputs: MarginInputs, context: MarginContext): bigint {
  const spread = hundredths(context.spread);
  return inputs.side === 'long'
    ? up(ticks * (FULL_BPS + spread), FULL_BPS)
    : (ticks * (FULL_BPS - spread)) / FULL_BPS;
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
 * The price that the list of positions will say once the order is filled at `fill` and no other
 * market has moved: of the whole account, with what is open in this market on both sides. Undefined
 * where no price would liquidate it, or where it would be liquidated at once, so is not filled.
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
  const held = open.map(({ side, quantity, markPrice }) => ({
    size: (side === 'long' ? 1n : -1n) * worthOfTick(quantity, context),
    index: parsePrice(markPrice, scale),
  }));
  // The account's profits are as of the index that its positions were listed at.
  const moved = held.reduce(
    (sum, { size, index }) => (index.ok ? sum + size * (fill - BigInt(index.value)) : sum),
    0n,
  );
  const equity =
    units(context.available, context) +
    units(context.margins, context) +
    units(context.profits, context) +
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
  return ticks === undefined ? undefined : formatPrice(ticks, scale);
}

/** Quote units of one tick times one lot. */
function unitOf(context: MarginContext): bigint {
  return worthOfTick(context.lotSize, context);
}

/** Quote units of one tick times so many coins. */
function worthOfTick(coins: string, { scale }: MarginContext): bigint {
  const parsed = parseDecimal(coins, scale.baseScale);
  return parsed.ok ? (parsed.units * scale.tickSize) / 10n ** BigInt(scale.baseScale) : 0n;
}

function wholeLots(text: string): bigint | undefined {
  const parsed = parseDecimal(text, 0);
  return parsed.ok ? parsed.units : undefined;
}

function units(text: string, { scale }: MarginContext): bigint {
  const parsed = parseDecimal(text, scale.quoteScale);
  return parsed.ok ? parsed.units : 0n;
}

/** Hundredths of a quote unit. */
function hundredthUnits(text: string, { scale }: MarginContext): bigint {
  const parsed = parseDecimal(text, scale.quoteScale + 2);
  return parsed.ok ? parsed.units : 0n;
}

/** Percent as hundredths of a percent. */
function hundredths(percent: string): bigint {
  const parsed = parseDecimal(percent, 2);
  return parsed.ok ? parsed.units : 0n;
}

function up(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
