/** Opening hours of an ad: as the wire has them, and as spans of a week that people edit. */

/** One opening on a day; times are `HH:MM` in Shanghai, the end up to `24:00`. */
export interface Span {
  /** 1 is Monday, 7 Sunday. */
  readonly day: number;
  readonly from: string;
  readonly to: string;
}

export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const SPAN = /^([1-7]) (\d\d:\d\d)-(\d\d:\d\d)$/;
const STEP_MINUTES = 30;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The times that can be chosen: each half hour of a day, and its end. */
export const TIMES: readonly string[] = Array.from(
  { length: DAY_MINUTES / STEP_MINUTES + 1 },
  (_, step) => clockOf(step * STEP_MINUTES),
);

/** Spans of `1 09:00-18:00, 2 09:00-12:30`; '' is always, which has none. */
export function spansOf(hours: string): readonly Span[] {
  return hours.split(',').flatMap((part) => {
    const [, day, from, to] = SPAN.exec(part.trim()) ?? [];
    return day === undefined || from === undefined || to === undefined
      ? []
      : [{ day: Number(day), from, to }];
  });
}

/** The same as the wire has it, in the order of the week. */
export function hoursOf(spans: readonly Span[]): string {
  return [...spans]
    .sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1))
    .map(({ day, from, to }) => `${day} ${from}-${to}`)
    .join(', ');
}

/** Whether a span ends after it begins. Texts of this form have the order of times. */
export function isSpan({ from, to }: Span): boolean {
  return from < to;
}

/** The day after the last one, with its hours: the next added day seldom has other hours. */
export function nextSpan(spans: readonly Span[]): Span {
  const last = spans.at(-1);
  return last === undefined
    ? { day: 1, from: '09:00', to: '18:00' }
    : { ...last, day: (last.day % DAYS.length) + 1 };
}

function clockOf(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / HOUR_MINUTES))}:${two(minutes % HOUR_MINUTES)}`;
}
