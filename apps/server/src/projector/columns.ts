type Cell = number | bigint | boolean | string | null;

/**
 * A column of many rows as one array parameter, for `unnest`: however many rows, the statement
 * stays the same and is planned once. For numbers, flags and words of our own; text from outside
 * goes as a plain array, which the driver escapes.
 */
export function column<Row>(rows: readonly Row[], cell: (row: Row) => Cell): string {
  let literal = '{';
  for (let index = 0; index < rows.length; index++) {
    const value = cell(rows[index] as Row);
    literal += (index === 0 ? '' : ',') + (value === null ? 'NULL' : String(value));
  }
  return `${literal}}`;
}
