/**
 * Most places of a row of page numbers. It keeps them all, so that nothing moves under the finger.
 */
const PLACES = 7;

/**
 * The offered page numbers, from 1, with `gap` for omitted ones. First, last and the neighbours of
 * `page` are always included.
 */
export function offeredPages(page: number, count: number): readonly (number | 'gap')[] {
  if (count <= PLACES) return range(1, count);
  if (page <= 4) return [...range(1, 5), 'gap', count];
  if (page >= count - 3) return [1, 'gap', ...range(count - 4, count)];
  return [1, 'gap', page - 1, page, page + 1, 'gap', count];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
