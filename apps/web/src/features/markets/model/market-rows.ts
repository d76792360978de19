import { parseDecimal } from '@meridian/money/decimal';
import type { Market, MarketGroup } from '../../../shared/market/market.ts';

export const SORTS = ['listed', 'pair', 'price', 'change'] as const;
export type Sort = (typeof SORTS)[number];

export interface RowChoice {
  /** A group's id, or the favourites. */
  readonly tab: number | 'favourites';
  readonly search: string;
  readonly favourites: ReadonlySet<string>;
  readonly sort: Sort;
  readonly isDescending: boolean;
}

/** Figures that rows are sorted by. Plain decimals. */
interface Figures {
  readonly price: string;
  readonly change: string;
}

/** The rows of the list. A search looks through all groups; without one the tab decides. */
export function marketRows(groups: readonly MarketGroup[], choice: RowChoice, figuresOf: (key: string) => Figures | undefined): Market[] {
  const all = groups.flatMap((group) => group.markets);
  const wanted = choice.search.trim().toUpperCase().replace(/[\s/_-]/g, '');
  const rows = all.filter((market) => {
    if (wanted !== '') return `${market.base}${market.quote}`.includes(wanted);
    return choice.tab === 'favourites' ? choice.favourites.has(market.key) : market.legal_id === choice.tab;
  });
  if (choice.sort === 'listed') return rows;
  const { sort } = choice;
  const sign = choice.isDescending ? -1 : 1;
  if (sort === 'pair') return rows.sort((a, b) => sign * (a.symbol < b.symbol ? -1 : 1));
  const value = (market: Market): bigint => {
    const parsed = parseDecimal(figuresOf(market.key)?.[sort] ?? '', 8);
    return parsed.ok ? parsed.units : 0n;
  };
  return rows.sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
}
