/**
 * Letters and pictures of a message, letters of a number of an order; messages of the customer in a
 * complaint; complaints of a customer that are not closed, and new ones within 24 hours.
 */
export const COMPLAINT_RULES = {
  letters: 1_000,
  pictures: 3,
  orderLetters: 64,
  perComplaint: 50,
  notClosed: 5,
  perDay: 10,
} as const;
/** Complaints on a page of the own ones. */
export const COMPLAINT_ROWS = 20;
/** Subjects of a complaint. */
export const COMPLAINT_SUBJECTS = [
  'deposit',
  'withdrawal',
  'trading',
  'p2p',
  'account',
  'other',
] as const;
export type ComplaintSubject = (typeof COMPLAINT_SUBJECTS)[number];
/** Why a customer reports a trader. */
export const REPORT_REASONS = ['scam', 'payment', 'contact', 'abuse', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
