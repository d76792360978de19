import type { ListName, MarginSide, PositionFilter } from '../model/position.ts';

/** How many stand in a list; undefined where that is not known yet. */
export type Counts = Partial<Record<ListName, number>>;

/** The filter of the lists, and its setters. */
export interface Filtering {
  readonly isPairOnly: boolean;
  readonly setPairOnly: (isPairOnly: boolean) => void;
  readonly side: MarginSide | 'both';
  readonly setSide: (side: MarginSide | 'both') => void;
  readonly filter: PositionFilter;
}
