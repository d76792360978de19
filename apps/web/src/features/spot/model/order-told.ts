import { compareDecimals } from '@meridian/money/decimal';
import type { MessageId, MessageValues } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { mayRest, type OrderRequest } from './trade-inputs.ts';

/** The exchange's answer to an order. Plain decimals. */
export interface PlacedOrder {
  readonly message: string;
  readonly filledQuantity: string;
  /** Worth of the traded quantity. */
  readonly filledTotal: string;
}

/**
 * A sentence about an order besides the answer; undefined where nothing traded and nothing rests.
 */
export function orderTold(
  market: Market,
  order: OrderRequest,
  { filledQuantity, filledTotal }: PlacedOrder,
): { readonly id: MessageId; readonly values: MessageValues } | undefined {
  const { base: coin, quote: currency } = market;
  const { quantity, mode, price, timeInForce = 'ioc' } = order;
  const rests = price !== undefined && mayRest({ mode, timeInForce });
  if (/[1-9]/.test(filledQuantity)) {
    const filled = { quantity: filledQuantity, coin, total: filledTotal, currency };
    return rests && compareDecimals(filledQuantity, quantity) === -1
      ? { id: 'spot.told.part', values: { ...filled, ordered: quantity } }
      : { id: 'spot.told.filled', values: filled };
  }
  return rests ? { id: 'spot.told.open', values: { quantity, coin, price, currency } } : undefined;
}
