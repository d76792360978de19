import type { Output } from '../http.ts';

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

/** Who can decide it. */
export function decidersText(deciders: readonly string[]): string {
  return deciders.length === 0
    ? 'Nobody here can decide it: an operator with the role Approver is needed.'
    : `Can be decided by ${deciders.join(', ')}.`;
}
