import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Market, MarketGroup } from '../shared/market/market.ts';
import { selectMarket } from '../shared/market/selected-market.ts';
import { marketsQuery, useSelectedMarket } from './tickers.ts';

/** A market in an address: BTC_USDT. */
export function addressedPair({ base, quote }: Pick<Market, 'base' | 'quote'>): string {
  return `${base}_${quote}`;
}

/** The market that a part of an address names, whatever its case; undefined for none. */
export function marketAddressed(
  groups: readonly MarketGroup[],
  pair: string | undefined,
): Market | undefined {
  const name = pair?.toUpperCase();
  return groups
    .flatMap(({ markets }) => markets)
    .find((market) => addressedPair(market).toUpperCase() === name);
}

/**
 * The market of a terminal whose address is `path`, or `path` with a pair. A pair that comes with
 * the address is looked at; one that is chosen on the page is written into the address, so that
 * every tab has its own and a link leads to what was seen.
 */
export function useAddressedMarket(path: string): Market | undefined {
  const { data: groups } = useQuery(marketsQuery);
  const selected = useSelectedMarket();
  const { pair } = useParams();
  const navigate = useNavigate();
  /** The pair that came last with the address, or was written into it. */
  const seen = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (groups === undefined || selected === undefined) return;
    const own = addressedPair(selected);
    const named = pair === seen.current ? undefined : marketAddressed(groups, pair);
    seen.current = named === undefined ? own : pair;
    if (named !== undefined && named.key !== selected.key) selectMarket(named);
    else if (pair !== own) void navigate(`${path}/${own}`, { replace: true });
  }, [groups, selected, pair, path, navigate]);
  return selected;
}
