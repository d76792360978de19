import { parseDecimal } from '@meridian/money/decimal';
import type { Market, MarketGroup } from '../../../shared/market/market.ts';
import type { Sort } from '../../../shared/ui/sort.ts';

/** Columns that a list of markets can be sorted by. All but the pair move with the market. */
export type MarketColumn = 'pair' | 'price' | 'change' | 'high' | 'low' | 'volume';

export interface RowChoice {
  /** A group's id, or the favourites. */
  readonly tab: number | 'favourites';
  readonly search: string;
  readonly favourites: ReadonlySet<string>;
  /** Undefined for the order in which the exchange lists them. */
  readonly sort: Sort<MarketColumn> | undefined;
}

/** Figures that rows are sorted by. Plain decimals. */
type Figures = Readonly<Record<Exclude<MarketColumn, 'pair'>, string>>;

/** Decimals of the most exact figure. */
const SCALE = 8;

/**
 * The rows of a list. A search looks through all groups; without one the tab decides. Rows without
 * figures come last.
 */
export function marketRows(
  groups: readonly MarketGroup[],
  choice: RowChoice,
  figuresOf: (key: string) => Figures | undefined,
): Market[] {
  const wanted = searched(choice.search);
  const rows = groups
    .flatMap((group) => group.markets)
    .filter((market) => {
      if (wanted !== '') return `${market.base}${market.quote}`.includes(wanted);
      return choice.tab === 'favourites'
        ? choice.favourites.has(market.key)
        : market.quoteId === choice.tab;
    });
  const { sort } = choice;
  if (sort === undefined) return rows;
  const sign = sort.isDescending ? -1 : 1;
  if (sort.name === 'pair') return rows.sort((a, b) => sign * (a.symbol < b.symbol ? -1 : 1));
  const { name } = sort;
  const values = new Map(
    rows.map((market) => [market.key, valueOf(figuresOf(market.key)?.[name])]),
  );
  return rows.sort((a, b) => compared(values.get(a.key), values.get(b.key), sign));
}

/**
 * The typed text in capitals, without separators between the coins of a pair. '' where nothing is
 * searched for.
 */
function searched(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/[\s/_-]/g, '');
}

function valueOf(text: string | undefined): bigint | undefined {
  const parsed = text === undefined ? undefined : parseDecimal(text, SCALE);
  return parsed?.ok === true ? parsed.units : undefined;
}

function compared(a: bigint | undefined, b: bigint | undefined, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -sign : a > b ? sign : 0;
}
