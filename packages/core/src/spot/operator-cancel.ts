import type { CancelByOperator } from './spot-commands.ts';
import type { OrderBook } from './order-book.ts';
import { BUY, SELL, type OrderSlot } from './order-pool.ts';
import { isTradingUser } from '../ledger/trading-user.ts';

/**
 * Most orders that one command of an operator cancels, so that it takes no longer than any other:
 * the next command goes on.
 */
export const MOST_CANCELLED = 500;
const MAX_REASON_LENGTH = 300;

/**
 * Whether the fields of the command have their types: the journal and the fuzzer may bring
 * anything.
 */
export function isCancelByOperator({ operator, reason, scope, id }: CancelByOperator): boolean {
  const isScope = scope === 'order' || scope === 'user' || scope === 'market';
  const isReason =
    typeof reason === 'string' && reason.length >= 1 && reason.length <= MAX_REASON_LENGTH;
  return (
    isNumber(operator) &&
    isNumber(id) &&
    isScope &&
    isReason &&
    (scope !== 'user' || isTradingUser(id))
  );
}

/**
 * The first orders of a book: buys first, in matching order.
 * @param most of them; none for 0
 */
export function firstOf(
  book: OrderBook,
  most: number,
  isWanted: (slot: OrderSlot) => boolean = () => true,
): OrderSlot[] {
  const slots: OrderSlot[] = [];
  for (const side of [BUY, SELL] as const) {
    for (const slot of book.orders(side)) {
      if (slots.length === most) return slots;
      if (isWanted(slot)) slots.push(slot);
    }
  }
  return slots;
}

function isNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
