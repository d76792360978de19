import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { DISPLAY_DECIMALS } from '@meridian/money/display';
import { formatQuantity, notional, parsePrice, parseQuantity } from '@meridian/money/market-scale';
import { divide, multiplyDivide } from '@meridian/money/rounding';
import { CURRENCY_SCALE } from '../../../shared/market/market.ts';
import type { TradeContext, TradeInputs } from './trade-inputs.ts';

/** What an order would come to. Plain decimals; undefined where the inputs do not tell. */
export interface TradeSummary {
  /** Worth in quote currency. Of a market order an estimate at the best price. */
  readonly total: string | undefined;
  /** The most that the fee can be, in the currency that is received. */
  readonly fee: string | undefined;
}

const ONE_COIN = 10n ** BigInt(CURRENCY_SCALE);
const HUNDRED_PERCENT = 100n * ONE_COIN;
/** Quantities that the slider gives have at most 4 decimals. */
const SLIDER_STEP = 10n ** BigInt(CURRENCY_SCALE - DISPLAY_DECIMALS.price);

/** The price that counts: the one typed, of a market order the best one. */
export function effectivePrice(inputs: TradeInputs, { bestPrice }: TradeContext): string | undefined {
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
  return { total: formatDecimal(total, scale.quoteScale), fee: feeOf(received, takerFee) };
}

/**
 * The quantity that `percent` of the balance buys or sells, rounded down to 4 decimals and to the market's lots. Undefined
 * where there is no balance or no price to reckon with.
 */
export function quantityForPercent(percent: number, inputs: TradeInputs, context: TradeContext): string | undefined {
  const { scale } = context.market;
  const available = context.available === undefined ? undefined : parseDecimal(context.available, CURRENCY_SCALE);
  const priceText = effectivePrice(inputs, context);
  const price = priceText === undefined ? undefined : parseDecimal(priceText, scale.quoteScale);
  if (!available?.ok || !price?.ok || price.units <= 0n) return undefined;
  const share = multiplyDivide(available.units, { numerator: BigInt(percent), denominator: 100n }, 'down');
  const coins = inputs.side === 'buy' ? multiplyDivide(share, { numerator: ONE_COIN, denominator: price.units }, 'down') : share;
  const shown = coins - (coins % SLIDER_STEP);
  return formatQuantity(Number(divide(shown, scale.lotSize, 'down')), scale);
}

/** @param percentText percent, plain decimal */
function feeOf(received: bigint, percentText: string): string | undefined {
  const rate = parseDecimal(percentText, CURRENCY_SCALE);
  return rate.ok ? formatDecimal(multiplyDivide(received, { numerator: rate.units, denominator: HUNDRED_PERCENT }, 'up'), CURRENCY_SCALE) : undefined;
}
