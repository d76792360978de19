import type { Currency, Market } from '@meridian/core/catalog/catalog';
import type { FeedMarket } from './feed.ts';

/** The listed markets in the form of feeds. */
export function feedMarkets(catalog: {
  currencies: readonly Currency[];
  markets: readonly Market[];
}): FeedMarket[] {
  const currencies = new Map(catalog.currencies.map((currency) => [currency.id, currency]));
  return catalog.markets.flatMap(({ id, base, quote, tickSize, lotSize }) => {
    const [baseCurrency, quoteCurrency] = [currencies.get(base), currencies.get(quote)];
    if (baseCurrency === undefined || quoteCurrency === undefined) return [];
    const scale = {
      baseScale: baseCurrency.scale,
      quoteScale: quoteCurrency.scale,
      tickSize,
      lotSize,
    };
    return [{ id, base: baseCurrency.code, quote: quoteCurrency.code, scale }];
  });
}
