import type { Amount } from '@meridian/money/amount';
import type { OrderId } from './ids.ts';
import type { Rejection } from './rejections.ts';

/** The answer to an accepted command. `order` fields are present only for orders. */
export interface Accepted {
  readonly ok: true;
  readonly order?: OrderId;
  /** Id of the withdrawal, position or ticket that the command made. */
  readonly id?: number;
  readonly status?: 'open' | 'filled' | 'partlyFilled' | 'cancelled';
  readonly filledLots?: number;
  /** In smallest quote units. */
  readonly filledNotional?: Amount;
  /** Number of orders that an operator's command cancelled. */
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

export function refused(rejection: Rejection): Refused {
  return { ok: false, rejection };
}

/** The outcome of a command whose acceptance says nothing else. */
export function outcomeOf(rejection: Rejection | undefined): Outcome {
  return rejection === undefined ? { ok: true } : refused(rejection);
}
