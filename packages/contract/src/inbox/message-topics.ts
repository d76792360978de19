/**
 * What messages to the owner of an account are about: people filter by it, and choose mails for it.
 */
export const MESSAGE_TOPICS = [
  'security',
  'deposits',
  'withdrawals',
  'contracts',
  'seconds',
  'orders',
  'deals',
  'payments',
  'account',
] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/** Topics whose mails cannot be turned off: an intruder would do that first. */
export const FIXED_TOPICS: readonly MessageTopic[] = ['security', 'withdrawals'];
/**
 * Topics without mails until their owner wants them: what happens many times a day, most of it
 * before their eyes.
 */
export const QUIET_TOPICS: readonly MessageTopic[] = ['seconds'];
/**
 * Kinds that say that money was lost, will be, or did not leave: announced at once and in the
 * colour of errors.
 */
export const URGENT_KINDS: ReadonlySet<string> = new Set([
  'margin_warning',
  'margin_call',
  'position_liquidated',
  'position_covered',
  'deposit_reversed',
  'withdrawal_rejected',
  'withdrawal_failed',
  'login_new_device',
  'second_factor_failed',
  'step_up_failed',
  'codes_locked',
]);
/**
 * Kinds of which an open page says nothing by itself: their owner has just done it there, or
 * watches it.
 */
export const UNSPOKEN_KINDS: ReadonlySet<string> = new Set([
  'withdrawal_accepted',
  'withdrawal_review',
  'withdrawal_waiting',
  'ticket_won',
  'ticket_lost',
  'ticket_drawn',
  'ticket_void',
]);
