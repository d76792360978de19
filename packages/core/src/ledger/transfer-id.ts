import { isWithin } from '../integers.ts';

/**
 * Movements that the server makes by itself: payments through the gateway, adjustments, prizes,
 * deals with acceptors, costs of chains.
 */
export const TRANSFER_KINDS = ['payment', 'adjustment', 'prize', 'deal', 'cost'] as const;
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/**
 * Identifies one movement for ever: a command that carries it takes effect at most once (L10). Only
 * commands that the server makes by itself carry one. A used number is never used for another
 * movement.
 */
export interface TransferId<Kind extends TransferKind = TransferKind> {
  readonly kind: Kind;
  /** From 1. Numbers that are used in order cost no memory, see ledger/transfers.ts. */
  readonly number: number;
}

/** The kinds that each command may carry. */
export const CREDIT_TRANSFERS = [
  'payment',
  'adjustment',
  'prize',
] as const satisfies readonly TransferKind[];
export const HOLD_TRANSFERS = ['deal'] as const satisfies readonly TransferKind[];
export const COST_TRANSFERS = ['cost'] as const satisfies readonly TransferKind[];

/** Whether a command's `transfer` is undefined, or an id of one of these kinds. */
export function isTransferOf(value: unknown, kinds: readonly TransferKind[]): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  const { kind, number } = value as Partial<TransferId>;
  return kinds.some((each) => each === kind) && isWithin(number, 1, Number.MAX_SAFE_INTEGER);
}
