import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { DISPLAY_DECIMALS } from '@meridian/money/display';
import { formatPrice, formatQuantity, notional } from '@meridian/money/market-scale';
import { parsePrice, parseQuantity } from '@meridian/money/market-scale';
import { divide, multiplyDivide } from '@meridian/money/rounding';
import type { Market } from '../../../shared/market/market.ts';
import { lotsWorth, worthOf } from './book-walk.ts';
import { mayRest, type TradeContext, type TradeInputs } from './trade-inputs.ts';

/** Sums of an order. Plain decimals; undefined where the inputs do not determine them. */
export interface TradeSummary {
  /** In base currency: as typed, or as much as the typed total buys or sells, rounded down. */
  readonly quantity: string;
  /**
   * Worth in quote currency. For a market order, its proceeds or cost against the book as shown.
   */
  readonly total: string | undefined;
  /** The most that the fee can be, in the currency that is received. */
  readonly fee: string | undefined;
  /** The least amount that is received, its fee taken off. */
  readonly received: string | undefined;
}

/** Decimals that a fee rate in percent can have. */
const RATE_SCALE = 8;
const HUNDRED_PERCENT = 100n * 10n ** BigInt(RATE_SCALE);

/** The price that counts: the typed one, for a market order the best one of the other side. */
export function effectivePrice(
  { mode, price }: TradeInputs,
  { levels, market }: TradeContext,
): string | undefined {
  if (mode === 'limit') return price === '' ? undefined : price;
  return levels[0] && formatPrice(levels[0].ticks, market.scale);
}

export function tradeSummary(inputs: TradeInputs, context: TradeContext): TradeSummary {
  const { scale } = context.market;
  const quantity = quantityOf(inputs, context);
  const lots = parseQuantity(quantity, scale);
  const total = lots.ok ? totalOf(lots.value, inputs, context) : undefined;
  if (!lots.ok || total === undefined)
    return { quantity, total: undefined, fee: undefined, received: undefined };
  const isBuy = inputs.side === 'buy';
  const received = isBuy ? BigInt(lots.value) * scale.lotSize : total;
  const decimals = isBuy ? scale.baseScale : scale.quoteScale;
  const fee = feeOf(received, feeRate(inputs, context.market));
  return {
    quantity,
    total: formatDecimal(total, scale.quoteScale),
    fee: fee === undefined ? undefined : formatDecimal(fee, decimals),
    received: fee === undefined ? undefined : formatDecimal(received - fee, decimals),
  };
}

/** The highest fee rate that an order can be charged: percent, plain decimal. */
export function feeRate(
  { mode, terms }: TradeInputs,
  { makerFee, takerFee }: Pick<Market, 'makerFee' | 'takerFee'>,
): string {
  if (!mayRest({ mode, ...terms })) return takerFee;
  if (terms.isPostOnly) return makerFee;
  const [maker, taker] = [parseDecimal(makerFee, RATE_SCALE), parseDecimal(takerFee, RATE_SCALE)];
  return maker.ok && taker.ok && maker.units > taker.units ? makerFee : takerFee;
}

/**
 * The quantity that `percent` of the balance buys or sells, rounded down to 4 decimals and to the
 * market's lots. Undefined where there is no balance or no price to reckon with.
 */
export function quantityForPercent(
  percent: number,
  inputs: TradeInputs,
  context: TradeContext,
): string | undefined {
  const { scale } = context.market;
  const lots = lotsForPercent(percent, inputs, context);
  if (lots === undefined) return undefined;
  const coins = BigInt(lots) * scale.lotSize;
  const shown = coins - (coins % sliderStep(scale.baseScale));
  return formatQuantity(Number(divide(shown, scale.lotSize, 'down')), scale);
}

/** All that the balance buys or sells, to the lot. Undefined without a balance or a price. */
export function mostQuantity(inputs: TradeInputs, context: TradeContext): string | undefined {
  const lots = lotsForPercent(100, inputs, context);
  return lots === undefined ? undefined : formatQuantity(lots, context.market.scale);
}

function lotsForPercent(
  percent: number,
  inputs: TradeInputs,
  context: TradeContext,
): number | undefined {
  const { scale } = context.market;
  const isBuy = inputs.side === 'buy';
  const available =
    context.available === undefined
      ? undefined
      : parseDecimal(context.available, isBuy ? scale.quoteScale : scale.baseScale);
  const priceText = effectivePrice(inputs, context);
  const price = priceText === undefined ? undefined : parsePrice(priceText, scale);
  if (!available?.ok || !price?.ok) return undefined;
  const share = multiplyDivide(
    available.units,
    { numerator: BigInt(percent), denominator: 100n },
    'down',
  );
  return isBuy ? lotsOf(share, inputs, context) : Number(divide(share, scale.lotSize, 'down'));
}

function quantityOf(inputs: TradeInputs, context: TradeContext): string {
  if (inputs.entered === 'quantity') return inputs.quantity;
  const { scale } = context.market;
  const total = parseDecimal(inputs.total, scale.quoteScale);
  const lots = total.ok ? lotsOf(total.units, inputs, context) : undefined;
  return lots === undefined ? '' : formatQuantity(lots, scale);
}

/** The lots that are worth at most `total`; undefined without a price. */
function lotsOf(total: bigint, inputs: TradeInputs, context: TradeContext): number | undefined {
  const { scale } = context.market;
  if (total < 0n) return undefined;
  if (inputs.mode === 'market')
    return context.levels.length === 0 ? undefined : lotsWorth(total, context.levels, scale);
  const price = parsePrice(inputs.price, scale);
  return price.ok ? Number(total / notional(price.value, 1, scale)) : undefined;
}

function totalOf(lots: number, inputs: TradeInputs, context: TradeContext): bigint | undefined {
  const { scale } = context.market;
  if (inputs.mode === 'market') return worthOf(lots, context.levels, scale);
  const price = parsePrice(inputs.price, scale);
  return price.ok ? notional(price.value, lots, scale) : undefined;
}

/** Quantities that the slider gives have at most 4 decimals. */
function sliderStep(baseScale: number): bigint {
  return 10n ** BigInt(Math.max(0, baseScale - DISPLAY_DECIMALS.price));
}

/** @param rate percent, plain decimal; below 0 it is paid to the maker, and counts as none */
function feeOf(received: bigint, rate: string): bigint | undefined {
  const parsed = parseDecimal(rate, RATE_SCALE);
  if (!parsed.ok) return undefined;
  const percent = parsed.units < 0n ? 0n : parsed.units;
  return multiplyDivide(received, { numerator: percent, denominator: HUNDRED_PERCENT }, 'up');
}
