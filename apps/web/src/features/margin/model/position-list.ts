import type { Position, PositionFilter } from './position.ts';

type Listed = Pick<Position, 'id' | 'baseId' | 'quoteId' | 'side'>;

/** The rows that pass the filter, of all accounts, newest first. */
export function listedOf<Row extends Listed>(
  rows: readonly Row[],
  { baseId, quoteId, side }: PositionFilter,
): Row[] {
  const isWanted = (row: Row): boolean =>
    (quoteId === undefined || row.quoteId === quoteId) &&
    (baseId === undefined || row.baseId === baseId) &&
    (side === undefined || row.side === side);
  return rows.filter(isWanted).sort((a, b) => b.id - a.id);
}
