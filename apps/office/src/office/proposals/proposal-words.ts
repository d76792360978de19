import type { Output } from '@meridian/contract/client/named-calls';

export type Proposal = Output<'GET /office/api/proposals'>['list'][number];

export const STATES: Readonly<
  Record<
    Proposal['state'],
    { readonly label: string; readonly color: 'warning' | 'success' | 'error' | 'default' }
  >
> = {
  waiting: { label: 'Waiting', color: 'warning' },
  approved: { label: 'Done', color: 'success' },
  rejected: { label: 'Rejected', color: 'error' },
  failed: { label: 'Refused', color: 'error' },
  taken_back: { label: 'Taken back', color: 'default' },
  lapsed: { label: 'Lapsed', color: 'default' },
};

/** The operators who can decide the proposal now. */
export function decidersText(deciders: readonly string[]): string {
  return deciders.length === 0
    ? 'Nobody here can decide it now: an operator with the role Approver is needed, who has not to wait.'
    : `Can be decided by ${deciders.join(', ')}.`;
}

/**
 * The end of a sentence about an action: the given reason, as a sentence of its own, or a full
 * stop.
 */
export function ended(reason: string): string {
  if (reason === '') return '.';
  return /[.!?]$/.test(reason) ? `: ${reason}` : `: ${reason}.`;
}

/**
 * The proposed values without the field that repeats the proposal's reason, which is shown
 * separately.
 */
export function withoutReason(after: string, reason: string): string {
  const values: unknown = JSON.parse(after);
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return after;
  const { reason: field, ...others } = values as Readonly<Record<string, unknown>>;
  return typeof field === 'string' && field.trim() === reason ? JSON.stringify(others) : after;
}
