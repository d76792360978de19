import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { formatPrice, parsePrice, type MarketScale } from '@meridian/money/market-scale';

export type LeverSide = 'long' | 'short';
export type LeverMode = 'market' | 'limit';

export interface LeverInputs {
  readonly side: LeverSide;
  readonly mode: LeverMode;
  /** Typed; only a limit order looks at it. */
  readonly price: string;
  /** Undefined until one is chosen. */
  readonly leverage: number | undefined;
  readonly lots: string;
}

/** What the server says of the market and the account. Plain decimals; rates in percent. */
export interface LeverContext {
  readonly scale: MarketScale;
  readonly indexPrice: string;
  readonly lotSize: string;
  readonly spread: string;
  readonly fee: string;
  readonly maintenance: string;
  readonly minLots: number;
  readonly maxLots: number;
  readonly available: string;
  readonly margins: string;
  readonly profits: string;
}

/** What an order would cost and mean. Undefined where the inputs do not say it yet. */
export interface LeverSummary {
  readonly entryPrice: string | undefined;
  readonly value: string | undefined;
  readonly margin: string | undefined;
  readonly fee: string | undefined;
  readonly liquidationPrice: string | undefined;
}

export interface LeverError {
  readonly field: 'leverage' | 'price' | 'lots' | 'balance';
  readonly id: 'margin.error.leverage' | 'margin.error.price' | 'margin.error.whole' | 'margin.error.fewer' | 'margin.error.more' | 'margin.error.balance';
  readonly values?: Readonly<Record<string, string>>;
}

const FULL_BPS = 10_000n;
const PERCENT = 100n;
const NOTHING: LeverSummary = { entryPrice: undefined, value: undefined, margin: undefined, fee: undefined, liquidationPrice: undefined };

/** The same sums as the exchange makes, by the same rules: spread, margin and fee are rounded against the user by less than a unit. */
export function leverSummary(inputs: LeverInputs, context: LeverContext): LeverSummary {
  const { scale } = context;
  const entry = entryTicks(inputs, context);
  if (entry === undefined) return NOTHING;
  const entryPrice = formatPrice(Number(entry), scale);
  const lots = wholeLots(inputs.lots);
  if (lots === undefined || lots <= 0n) return { ...NOTHING, entryPrice };
  const money = (units: bigint): string => formatDecimal(units, scale.quoteScale);
  const each = lots * unitOf(context);
  const value = entry * each;
  const fee = up(value * hundredths(context.fee), FULL_BPS);
  if (inputs.leverage === undefined) return { ...NOTHING, entryPrice, value: money(value), fee: money(fee) };
  const margin = up(value, BigInt(inputs.leverage));
  return { entryPrice, value: money(value), margin: money(margin), fee: money(fee), liquidationPrice: liquidationPrice({ inputs, context, entry, each, margin, fee }) };
}

/** The first thing that is wrong, undefined where nothing is. */
export function leverError(inputs: LeverInputs, context: LeverContext): LeverError | undefined {
  if (inputs.leverage === undefined) return { field: 'leverage', id: 'margin.error.leverage' };
  if (inputs.mode === 'limit' && !parsePrice(inputs.price, context.scale).ok) return { field: 'price', id: 'margin.error.price' };
  const lots = wholeLots(inputs.lots);
  if (lots === undefined || lots <= 0n) return { field: 'lots', id: 'margin.error.whole' };
  if (lots < BigInt(context.minLots)) return { field: 'lots', id: 'margin.error.fewer', values: { min: String(context.minLots) } };
  if (context.maxLots > 0 && lots > BigInt(context.maxLots)) return { field: 'lots', id: 'margin.error.more', values: { max: String(context.maxLots) } };
  const { margin = '0', fee = '0' } = leverSummary(inputs, context);
  const losses = units(context.profits, context);
  const free = units(context.available, context) + (losses < 0n ? losses : 0n);
  return units(margin, context) + units(fee, context) > free ? { field: 'balance', id: 'margin.error.balance' } : undefined;
}

function entryTicks(inputs: LeverInputs, context: LeverContext): bigint | undefined {
  const parsed = parsePrice(inputs.mode === 'limit' ? inputs.price : context.indexPrice, context.scale);
  if (!parsed.ok) return undefined;
  const spread = hundredths(context.spread);
  const ticks = BigInt(parsed.value);
  return inputs.side === 'long' ? up(ticks * (FULL_BPS + spread), FULL_BPS) : (ticks * (FULL_BPS - spread)) / FULL_BPS;
}

interface Opened {
  readonly inputs: LeverInputs;
  readonly context: LeverContext;
  readonly entry: bigint;
  readonly each: bigint;
  readonly margin: bigint;
  readonly fee: bigint;
}

/** Where the whole account would be at its maintenance ratio, if no other market moved. */
function liquidationPrice({ inputs, context, entry, each, margin, fee }: Opened): string | undefined {
  const [available, margins, profits] = [context.available, context.margins, context.profits].map((text) => units(text, context)) as [bigint, bigint, bigint];
  const slack = PERCENT * (available + margins + profits - fee) - hundredths(context.maintenance) / PERCENT * (margins + margin);
  if (slack < 0n) return undefined;
  const room = slack / (PERCENT * each);
  const ticks = inputs.side === 'long' ? entry - room : entry + room;
  return ticks < 1n || ticks > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : formatPrice(Number(ticks), context.scale);
}

/** Quote units of one tick times one lot. */
function unitOf({ scale, lotSize }: LeverContext): bigint {
  const parsed = parseDecimal(lotSize, scale.baseScale);
  return parsed.ok ? (parsed.units * scale.tickSize) / 10n ** BigInt(scale.baseScale) : 0n;
}

function wholeLots(text: string): bigint | undefined {
  const parsed = parseDecimal(text, 0);
  return parsed.ok ? parsed.units : undefined;
}

function units(text: string, { scale }: LeverContext): bigint {
  const parsed = parseDecimal(text, scale.quoteScale);
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
