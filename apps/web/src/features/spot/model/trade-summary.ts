import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { DISPLAY_DECIMALS } from '@meridian/money/display';
import { formatQuantity, notional, parsePrice, parseQuantity } from '@meridian/money/market-scale';
import { divide, multiplyDivide } from '@meridian/money/rounding';
import type { TradeContext, TradeInputs } from './trade-inputs.ts';

/** What an order would come to. Plain decimals; undefined where the inputs do not tell. */
export interface TradeSummary {
  /** Worth in quote currency. Of a market order an estimate at the best price. */
  readonly total: string | undefined;
  /** The most that the fee can be, in the currency that is received. */
  readonly fee: string | undefined;
}

/** Decimals that a fee rate in percent can have. */
const RATE_SCALE = 8;
const HUNDRED_PERCENT = 100n * 10n ** BigInt(RATE_SCALE);

/** The price that counts: the one typed, of a market order the best one. */
export function effectivePrice(
  inputs: TradeInputs,
  { bestPrice }: TradeContext,
): string | undefined {
  if (inputs.mode === 'market') return bestPrice;
  return inputs.price === '' ? undefined : inputs.price;
}

export function tradeSummary(inputs: TradeInputs, context: TradeContext): TradeSummary {
  const { scale, takerFee } = context.market;
  const priceText = effectivePrice(inputs, context);
  const price = priceText === undefined ? undefined : parsePrice(priceText, scale);
  const quantity = parseQuantity(inputs.quantity, scale);
  if (!price?.ok || !quantity.ok) return { total: undefined, fee: undefined };
  const total = notional(price.value, quantity.value, scale);
  const received = inputs.side === 'buy' ? BigInt(quantity.value) * scale.lotSize : total;
  return {
    total: formatDecimal(total, scale.quoteScale),
    fee: feeOf(received, {
      rate: takerFee,
      decimals: inputs.side === 'buy' ? scale.baseScale : scale.quoteScale,
    }),
  };
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
  const available =
    context.available === undefined
      ? undefined
      : parseDecimal(context.available, inputs.side === 'buy' ? scale.quoteScale : scale.baseScale);
  const priceText = effectivePrice(inputs, context);
  const price = priceText === undefined ? undefined : parseDecimal(priceText, scale.quoteScale);
  if (!available?.ok || !price?.ok || price.units <= 0n) return undefined;
  const share = multiplyDivide(
    available.units,
    { numerator: BigInt(percent), denominator: 100n },
    'down',
  );
  const coins =
    inputs.side === 'buy'
      ? multiplyDivide(
          share,
          { numerator: 10n ** BigInt(scale.baseScale), denominator: price.units },
          'down',
        )
      : share;
  const shown = coins - (coins % sliderStep(scale.baseScale));
  return formatQuantity(Number(divide(shown, scale.lotSize, 'down')), scale);
}

/** Quantities that the slider gives have at most 4 decimals. */
function sliderStep(baseScale: number): bigint {
  return 10n ** BigInt(Math.max(0, baseScale - DISPLAY_DECIMALS.price));
}

/** @param rate percent, plain decimal. @param decimals of the currency that is received */
function feeOf(
  received: bigint,
  { rate, decimals }: { readonly rate: string; readonly decimals: number },
): string | undefined {
  const parsed = parseDecimal(rate, RATE_SCALE);
  return parsed.ok
    ? formatDecimal(
        multiplyDivide(received, { numerator: parsed.units, denominator: HUNDRED_PERCENT }, 'up'),
        decimals,
      )
    : undefined;
}
