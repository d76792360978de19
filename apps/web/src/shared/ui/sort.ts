/** The column that sorts a list. Undefined for the list's own order. */
export interface Sort<Name extends string = string> {
  readonly name: Name;
  readonly isDescending: boolean;
}

/**
 * The next sort after a press on a column's heading: its natural order, then the reverse, then the
 * list's own order.
 */
export function nextSort<Name extends string>(
  current: Sort<Name> | undefined,
  name: Name,
  first: 'ascending' | 'descending',
): Sort<Name> | undefined {
  const isDescending = first === 'descending';
  if (current?.name !== name) return { name, isDescending };
  return current.isDescending === isDescending ? { name, isDescending: !isDescending } : undefined;
}
