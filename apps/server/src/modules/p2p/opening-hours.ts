/** Opening hours of an ad: as people write them, and as minutes of the week of Shanghai. */
import { MAX_SPANS } from '@meridian/contract/p2p/bounds';
import { Refusal } from '../../gateway/refusal.ts';

type Hours = readonly (readonly [from: number, to: number])[];

const DAY_MINUTES = 24 * 60;
const SPAN = /^([1-7]) (\d\d):(\d\d)-(\d\d):(\d\d)$/;

/** Reads '1 09:00-18:00, 2 09:00-12:30'; '' is always. Refuses with `input_invalid`. */
export function parseHours(text: string): Hours {
  if (text.trim() === '') return [];
  const parts = text.split(',');
  if (parts.length > MAX_SPANS) throw new Refusal('input_invalid', { field: 'hours' });
  return parts.map((part) => {
    const [, day, fromHour, fromMinute, toHour, toMinute] = SPAN.exec(part.trim()) ?? [];
    const midnight = (Number(day) - 1) * DAY_MINUTES;
    const from = minuteOf(fromHour, fromMinute);
    const to = minuteOf(toHour, toMinute);
    // An unmatched part gives NaN, which is not before anything.
    if (!(from < to && to <= DAY_MINUTES)) throw new Refusal('input_invalid', { field: 'hours' });
    return [midnight + from, midnight + to] as const;
  });
}

/** The same as a text; each span within one day. */
export function formatHours(hours: Hours): string {
  return hours
    .map(([from, to]) => {
      const day = Math.floor(from / DAY_MINUTES);
      return `${day + 1} ${clockOf(from - day * DAY_MINUTES)}-${clockOf(to - day * DAY_MINUTES)}`;
    })
    .join(', ');
}

function minuteOf(hour = '', minute = ''): number {
  return Number(minute) < 60 ? Number(hour) * 60 + Number(minute) : NaN;
}

function clockOf(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
