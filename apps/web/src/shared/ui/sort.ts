/** By which column a list is sorted. Undefined stands for the order that the list came in. */
export interface Sort<Name extends string = string> {
  readonly name: Name;
  readonly isDescending: boolean;
}

/**
 * What pressing a column's heading leads to: its natural order, then the reverse, then the order
 * the list came in.
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
