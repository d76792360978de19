import type { CurrencyId, MarketId } from '@meridian/core/ids';

/**
 * Play money of contests (docs/decisions/0010-paper-trading.md): one currency, and a market against
 * it for each contest coin. Ids from here on are its own, so that its currencies and markets are
 * known by the id alone, without the listings.
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
 * The market whose prices, book and trades a market shows: the market itself, or the one that a
 * contest market copies.
 */
export function priceMarketOf(market: MarketId): MarketId {
  return isPlayMarket(market) ? market - PLAY_ID : market;
}
