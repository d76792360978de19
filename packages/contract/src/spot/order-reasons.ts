/** Why an order ended, in the core's words. */
export const ORDER_REASONS = [
  'filled',
  'cancelled',
  'ioc',
  'selfTrade',
  'slippage',
  'band',
  'hold',
  'decrement',
  'outOfBand',
  'operator',
  'debt',
] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];
