import type { FinishedOrder } from '@meridian/contract/spot/calls';
import type { MessageId } from '../../../shared/i18n/translate.ts';

/**
 * The kind of an order as traders name it. What is usual of a kind is not said: a limit order
 * stands until it is revoked, a market order does not stand.
 */
export function orderKind({
  mode,
  time_in_force,
  post_only,
}: Pick<FinishedOrder, 'mode' | 'time_in_force' | 'post_only'>): MessageId {
  if (mode === 1) return time_in_force === 'fok' ? 'orders.type.marketFok' : 'orders.type.market';
  if (post_only === 1) return 'orders.type.postOnly';
  if (time_in_force === 'gtc') return 'orders.type.limit';
  return `orders.type.${time_in_force}`;
}
