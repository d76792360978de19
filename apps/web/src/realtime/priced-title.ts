import { useEffect } from 'react';
import { marketFigure } from '../shared/market/market-figures.ts';
import type { Market } from '../shared/market/market.ts';
import { useLanguage } from '../shared/i18n/language.ts';
import { tickerNow } from './tickers.ts';

/** A title that changes more often is read by nobody. */
const EVERY_MS = 1_000;

/**
 * The title of the window with the market's last price before it, for a user of another tab. Reads
 * the price itself, so that prices paint nothing.
 */
export function usePricedTitle(market: Market, title: string): void {
  const language = useLanguage();
  useEffect(() => {
    const write = (): void => {
      const price = tickerNow(market.key)?.price;
      const next =
        price === undefined ? title : `${marketFigure(market, 'price', price, language)} ${title}`;
      if (document.title !== next) document.title = next;
    };
    write();
    const timer = setInterval(write, EVERY_MS);
    return () => clearInterval(timer);
    // Markets of one key are equal.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [title, language, market.key]);
}
