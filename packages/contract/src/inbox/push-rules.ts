export const PUSH_RULES = {
  /** Devices of a customer. A further one takes the place of the oldest. */
  most: 10,
  endpointLetters: 2_048,
} as const;
