/** Hours without withdrawals after a change of security. */
export const WITHDRAWAL_HOLD_HOURS = 24;
