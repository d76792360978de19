import type { CurrencyId, MarketId } from '@meridian/core/ids';

/**
 * Play money of contests (docs/decisions/0010-paper-trading.md): one currency, and a market against
 * it for each contest coin. Numbers from here on are its own, so that what has one can be told
 * apart without knowing what is listed.
 */
export const PLAY_ID: CurrencyId = 1000;

export function isPlay(currency: CurrencyId): boolean {
  return currency === PLAY_ID;
}

export function isPlayMarket(market: MarketId): boolean {
  return market > PLAY_ID;
}

/** The contest market of a market against USDT. */
export function playMarketOf(market: MarketId): MarketId {
  return PLAY_ID + market;
}

/**
 * Whose prices, book and trades a market shows: its own, or those of the market that a contest
 * market copies.
 */
export function priceMarketOf(market: MarketId): MarketId {
  return isPlayMarket(market) ? market - PLAY_ID : market;
}
