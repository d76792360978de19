/** Operators read and type times on the clock of the exchange, UTC+8, wherever they sit. */
const AHEAD_MS = 8 * 3_600_000;
const ZONE = '+08:00';
/** As a field for a time has it: a date and a time of day without a zone. */
const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
const MINUTES = 'YYYY-MM-DDTHH:mm'.length;

/** Value of a time field in milliseconds; undefined if empty. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date))
    return undefined;
  const isTyped = typeof value === 'string' && TYPED.test(value);
  const time = new Date(isTyped ? value + ZONE : value).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** What a time field shows of its value, to the minute; '' if empty. */
export function typedTime(value: unknown): string {
  const time = timeOf(value);
  return time === undefined ? '' : new Date(time + AHEAD_MS).toISOString().slice(0, MINUTES);
}
