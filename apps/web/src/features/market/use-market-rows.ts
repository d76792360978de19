import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { marketsQuery, tickerNow } from '../../realtime/tickers.ts';
import { offeredGroups, type Market, type MarketGroup } from '../../shared/market/market.ts';
import type { Sort } from '../../shared/ui/sort.ts';
import { useFavourites } from './favourites.ts';
import { marketRows, type MarketColumn, type RowChoice } from './model/market-rows.ts';

/**
 * The order of rows is reckoned again this often at most, so that they do not jump under the
 * finger.
 */
const RESORT_MS = 1_000;

export interface MarketRows {
  readonly groups: readonly MarketGroup[];
  readonly choice: RowChoice;
  readonly change: (part: Partial<Omit<RowChoice, 'favourites'>>) => void;
  /** Undefined while they are on their way. */
  readonly rows: readonly Market[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

interface RowsOf {
  /** The tab that is shown before one is chosen; the first one without. */
  readonly group?: number | undefined;
  /** Which markets the page is about; all without. */
  readonly isOffered?: ((market: Market) => boolean) | undefined;
}

/** A list of markets as its visitor wants it. */
export function useMarketRows({ group, isOffered }: RowsOf = {}): MarketRows {
  const { data, error, refetch } = useQuery(marketsQuery);
  const groups = data && offeredGroups(data, isOffered);
  const favourites = useFavourites((state) => state.keys);
  const [chosen, setChosen] = useState<Partial<RowChoice>>({});
  const choice: RowChoice = {
    tab: group ?? groups?.[0]?.id ?? 'favourites',
    search: '',
    sort: undefined,
    ...chosen,
    favourites,
  };
  useResort(choice.sort);
  return {
    groups: groups ?? [],
    choice,
    change: (part) => setChosen((before) => ({ ...before, ...part })),
    rows: groups === undefined ? undefined : marketRows(groups, choice, tickerNow),
    error: groups === undefined ? error : null,
    retry: () => void refetch(),
  };
}

/** Paints again every second while the order depends on figures that move. */
function useResort(sort: Sort<MarketColumn> | undefined): void {
  const [, setRound] = useState(0);
  const isLive = sort !== undefined && sort.name !== 'pair';
  useEffect(() => {
    if (!isLive) return undefined;
    const timer = setInterval(() => setRound((round) => round + 1), RESORT_MS);
    return () => clearInterval(timer);
  }, [isLive]);
}
