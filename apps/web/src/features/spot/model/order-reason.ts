import type { FinishedOrder } from './order.ts';
import type { MessageId } from '../../../shared/i18n/translate.ts';

/** Why an order ended that was not filled whole, by the server's word. */
const REASONS = [
  'cancelled',
  'ioc',
  'selfTrade',
  'slippage',
  'band',
  'hold',
  'decrement',
  'outOfBand',
  'operator',
  'debt',
] as const;

/**
 * Why it ended where something of it was left; undefined where nothing was, or for a reason that
 * this build does not know.
 */
export function orderReason({ reason }: Pick<FinishedOrder, 'reason'>): MessageId | undefined {
  const known = REASONS.find((name) => name === reason);
  return known === undefined ? undefined : `orders.reason.${known}`;
}
