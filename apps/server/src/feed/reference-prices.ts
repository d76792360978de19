/**
 * Prices of one coin in dollars where the simulation has to start from a value: those of December
 * 2024, rounded. The simulated feed keeps reverting to them. Nothing settles on them.
 */
export const REFERENCE_PRICES: Readonly<Record<string, number>> = {
  BTC: 97_000,
  ETH: 3_420,
  USDT: 1,
  XRP: 2.31,
  LTC: 106,
  BCH: 462,
  ADA: 0.94,
  DOGE: 0.362,
  DOT: 7.24,
  LINK: 22.4,
  EOS: 0.846,
};
