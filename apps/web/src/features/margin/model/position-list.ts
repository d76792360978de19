import type { LeverPosition } from '@meridian/contract/margin/calls';

type Listed = Pick<LeverPosition, 'id' | 'legal_id' | 'currency_id' | 'type'>;

/** As the calls filter: what is left out is not filtered by. */
interface Filter {
  readonly legal_id?: number;
  readonly currency_id?: number;
  readonly type?: '1' | '2';
}

/** Those that the filter leaves, newest first, whatever accounts they come from. */
export function listedOf<Row extends Listed>(
  rows: readonly Row[],
  { legal_id, currency_id, type }: Filter,
): Row[] {
  const isWanted = (row: Row): boolean =>
    (legal_id === undefined || row.legal_id === legal_id) &&
    (currency_id === undefined || row.currency_id === currency_id) &&
    (type === undefined || String(row.type) === type);
  return rows.filter(isWanted).sort((a, b) => b.id - a.id);
}
