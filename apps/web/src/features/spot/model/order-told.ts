import type { MessageId, MessageValues } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import type { OrderRequest } from './trade-inputs.ts';

/** What the exchange has answered to an order. Plain decimals. */
export interface PlacedOrder {
  readonly message: string;
  readonly filledQuantity: string;
  /** Worth of what has traded. */
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
  if (/[1-9]/.test(filledQuantity))
    return {
      id: 'spot.told.filled',
      values: { quantity: filledQuantity, coin, total: filledTotal, currency },
    };
  const { quantity, price, timeInForce } = order;
  return price === undefined || timeInForce !== 'gtc'
    ? undefined
    : { id: 'spot.told.open', values: { quantity, coin, price, currency } };
}
