import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { translate } from '../shared/i18n/translate.ts';
import { offeredGroups, type Market, type MarketGroup } from '../shared/market/market.ts';
import { selectMarket } from '../shared/market/selected-market.ts';
import { showToast } from '../shared/ui/toasts.ts';
import { marketsQuery, useSelectedMarket } from './tickers.ts';

/** A market in an address: BTC_USDT. */
function addressedPair({ base, quote }: Pick<Market, 'base' | 'quote'>): string {
  return `${base}_${quote}`;
}

/** The market that a part of an address names, in any letter case; undefined for none. */
function marketAddressed(groups: readonly MarketGroup[], pair: string): Market | undefined {
  const name = pair.toUpperCase();
  return groups
    .flatMap(({ markets }) => markets)
    .find((market) => addressedPair(market).toUpperCase() === name);
}

/**
 * The market of a terminal whose address is `path`, or `path` with a pair. A pair in the address
 * selects the market; one that is chosen on the page is written into the address, so that every tab
 * has its own and a link leads to the market that was shown. For a pair that is not offered the
 * chosen market stays, and the page says so.
 * @param path undefined for a page whose address has no pair
 * @param isOffered tells the markets of the page; all without
 */
export function useAddressedMarket(
  path: string | undefined,
  isOffered?: (market: Market) => boolean,
): Market | undefined {
  const { data: groups } = useQuery(marketsQuery);
  const selected = useSelectedMarket(isOffered);
  const { pair } = useParams();
  /** The pair that came last with the address. */
  const seen = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (path === undefined || groups === undefined || selected === undefined) return;
    const isNew = pair !== seen.current;
    seen.current = pair;
    if (isNew && pair !== undefined) {
      const named = marketAddressed(offeredGroups(groups, isOffered), pair);
      // The text repeats nothing of the address, which anybody can write.
      if (named === undefined)
        showToast('info', translate('spot.notTraded', { pair: selected.symbol }));
      else if (named.key !== selected.key) return selectMarket(named);
    }
    const own = `${path}/${addressedPair(selected)}`;
    // Beside the router: it is no other page. A page that is being left writes nothing.
    if (location.pathname !== own && location.pathname.startsWith(path))
      history.replaceState(history.state, '', `${own}${location.search}`);
  }, [groups, selected, pair, path, isOffered]);
  return selected;
}
