import { ORDER_REASONS } from '@meridian/contract/spot/order-reasons';
import type { FinishedOrder } from './order.ts';
import type { MessageId } from '../../../shared/i18n/translate.ts';

/**
 * Why it ended where something of it was left; undefined where nothing was, or for a reason that
 * this build does not know.
 */
export function orderReason({ reason }: Pick<FinishedOrder, 'reason'>): MessageId | undefined {
  const known = ORDER_REASONS.find((name) => name === reason);
  return known === undefined || known === 'filled' ? undefined : `orders.reason.${known}`;
}
