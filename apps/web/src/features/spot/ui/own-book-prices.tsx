import { useEffect } from 'react';
import type { Market } from '../../../shared/market/market.ts';
import { NO_PRICES, type OwnPrices } from '../model/own-prices.ts';
import { useOwnPrices } from '../own-orders.ts';

interface OwnBookPricesProps {
  readonly market: Market;
  readonly onChange: (own: OwnPrices) => void;
}

/** Tells the book where own orders of the market lie. Fetched for customers: visitors have none. */
export function OwnBookPrices({ market, onChange }: OwnBookPricesProps) {
  const own = useOwnPrices(market);
  useEffect(() => {
    onChange(own);
    return () => onChange(NO_PRICES);
  }, [own, onChange]);
  return null;
}
