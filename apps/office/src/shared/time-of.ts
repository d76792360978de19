/** Operators read and type times on the clock of the exchange, UTC+8, wherever they sit. */
const AHEAD_MS = 8 * 3_600_000;
const ZONE = '+08:00';
/** As a field for a time has it: a date and a time of day without a zone. */
const TYPED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;
const MINUTES = 'YYYY-MM-DDTHH:mm'.length;
const SECONDS = 'YYYY-MM-DDTHH:mm:ss'.length;

/** Value of a time field in milliseconds; undefined if empty. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date))
    return undefined;
  const isTyped = typeof value === 'string' && TYPED.test(value);
  const time = new Date(isTyped ? value + ZONE : value).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** The text of a time field, to the minute; '' if empty. */
export function typedTime(value: unknown): string {
  const time = timeOf(value);
  return time === undefined ? '' : isoTime(time).slice(0, MINUTES);
}

/** A time to the second, `2026-11-28T12:00:30`. @param ms since 1970 */
export function isoTime(ms: number): string {
  return new Date(ms + AHEAD_MS).toISOString().slice(0, SECONDS);
}
