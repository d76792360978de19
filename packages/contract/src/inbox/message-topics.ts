/**
 * Topics of messages to the owner of an account: people filter by them, and choose mails for them.
 */
export const MESSAGE_TOPICS = [
  'security',
  'deposits',
  'withdrawals',
  'contracts',
  'seconds',
  'earn',
  'loans',
  'sales',
  'orders',
  'alerts',
  'deals',
  'p2p',
  'convert',
  'payments',
  'account',
] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/**
 * Topics whose mails cannot be turned off: an intruder would do that first, and a borrower who
 * misses a warning of a loan loses collateral.
 */
export const FIXED_TOPICS: readonly MessageTopic[] = ['security', 'withdrawals', 'loans'];
/** Topics without mails by default: frequent events, most of which their owner watches. */
export const QUIET_TOPICS: readonly MessageTopic[] = ['seconds', 'alerts'];
/** Topics that no device is told of by default: frequent events that their owner expects. */
export const QUIET_PUSH_TOPICS: readonly MessageTopic[] = ['seconds', 'earn', 'convert'];
/**
 * Kinds that report a loss, a coming loss, or a withdrawal that did not leave: announced at once
 * and in the colour of errors.
 */
export const URGENT_KINDS: ReadonlySet<string> = new Set([
  'margin_warning',
  'margin_call',
  'position_liquidated',
  'position_covered',
  'loan_warned',
  'loan_liquidated',
  'loan_lost',
  'deposit_reversed',
  'withdrawal_rejected',
  'withdrawal_failed',
  'login_new_device',
  'second_factor_failed',
  'step_up_failed',
  'codes_locked',
  'p2p_appealed',
]);
/**
 * Kinds that an open page does not announce: their owner has just caused them there, or watches
 * them.
 */
export const UNSPOKEN_KINDS: ReadonlySet<string> = new Set([
  'withdrawal_accepted',
  'withdrawal_review',
  'withdrawal_waiting',
  'withdrawal_cancelled',
  'lock_opened',
  'loan_borrowed',
  'sale_committed',
  'ticket_won',
  'ticket_lost',
  'ticket_drawn',
  'ticket_void',
]);
