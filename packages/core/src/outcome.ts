import type { Amount } from '@meridian/money/amount';
import type { OrderId } from './ids.ts';
import type { Rejection } from './rejections.ts';

/** What an accepted command answers. `order` fields only where it is about an order. */
export interface Accepted {
  readonly ok: true;
  readonly order?: OrderId;
  /** The withdrawal, position or ticket that it made. */
  readonly id?: number;
  readonly status?: 'open' | 'filled' | 'partlyFilled' | 'cancelled';
  readonly filledLots?: number;
  /** In smallest quote units. */
  readonly filledNotional?: Amount;
  /** Orders that an operator's command cancelled. */
  readonly cancelled?: number;
}
export interface Refused {
  readonly ok: false;
  readonly rejection: Rejection;
}
/**
 * The answer to a command. A repeated command (same user, key and content) gives the first answer
 * again, without events.
 */
export type Outcome = Accepted | Refused;
