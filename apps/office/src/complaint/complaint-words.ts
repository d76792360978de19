import type { Output } from '@meridian/contract/client/named-calls';

export type ComplaintRow = Output<'GET /office/api/complaints'>['list'][number];
export type WholeComplaint = Output<'GET /office/api/complaint'>;

interface State {
  readonly label: string;
  readonly color: 'default' | 'info' | 'warning' | 'success' | 'error';
}

/** In the order of the tabs. */
export const COMPLAINT_STATES: Readonly<Record<ComplaintRow['state'], State>> = {
  open: { label: 'Open', color: 'warning' },
  answered: { label: 'Answered', color: 'info' },
  closed: { label: 'Closed', color: 'default' },
};

export const SUBJECTS: Readonly<Record<ComplaintRow['subject'], string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  trading: 'Trading',
  p2p: 'P2P',
  account: 'Account and security',
  other: 'Something else',
  trader: 'Report of a trader',
};

export const REASONS: Readonly<Record<Exclude<ComplaintRow['reason'], ''>, string>> = {
  scam: 'Tries to cheat',
  payment: 'Does not pay, or does not release',
  contact: 'Leads away from the exchange',
  abuse: 'Insults or threatens',
  other: 'Something else',
};

/** The subject, with the reason of a report. */
export function subjectOf({ subject, reason }: Pick<ComplaintRow, 'subject' | 'reason'>): string {
  return reason === '' ? SUBJECTS[subject] : `${SUBJECTS[subject]}: ${REASONS[reason]}`;
}
