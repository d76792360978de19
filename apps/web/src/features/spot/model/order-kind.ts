import type { FinishedOrder } from './order.ts';
import type { MessageId } from '../../../shared/i18n/translate.ts';

/**
 * The kind of an order as traders name it. The name leaves out the usual time in force of a kind: a
 * limit order stands until it is revoked, a market order does not stand.
 */
export function orderKind({
  mode,
  timeInForce,
  isPostOnly,
}: Pick<FinishedOrder, 'mode' | 'timeInForce' | 'isPostOnly'>): MessageId {
  switch (mode) {
    case 'market':
      return timeInForce === 'fok' ? 'orders.type.marketFok' : 'orders.type.market';
    case 'limit':
      if (isPostOnly) return 'orders.type.postOnly';
      if (timeInForce === 'gtc') return 'orders.type.limit';
      return `orders.type.${timeInForce}`;
  }
}
