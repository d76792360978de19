/** Value of a time field in milliseconds; undefined if empty. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date))
    return undefined;
  const time = new Date(value).getTime();
  return Number.isNaN(time) ? undefined : time;
}
