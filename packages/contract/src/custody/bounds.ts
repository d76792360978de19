/** Hours that a new address of the whitelist waits. */
export const ADDRESS_WAIT_HOURS = 24;
/** Addresses of a customer's book. */
export const MAX_ADDRESSES = 50;
