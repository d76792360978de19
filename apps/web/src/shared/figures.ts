import { compareDecimals } from '@meridian/money/decimal';
import {
  DISPLAY_DECIMALS,
  roundForDisplay,
  writeDecimal,
  type DecimalMarks,
  type DisplayKind,
} from '@meridian/money/display';

/** Shown in place of a missing figure. Never 0. */
export const MISSING = '--';

/**
 * A plain decimal in the format of a language, with exactly the decimals of its kind. For display
 * only: rounds half up.
 */
export function figure(text: string | undefined, kind: DisplayKind, language: string): string {
  return fixed(text, DISPLAY_DECIMALS[kind], { language });
}

/** The same with a given number of decimals, for example those of a market's quantities. */
export function fixed(
  text: string | undefined,
  decimals: number,
  { language, rounding = 'halfUp' }: { language: string; rounding?: 'down' | 'halfUp' },
): string {
  const rounded = text === undefined ? undefined : roundForDisplay(text, decimals, rounding);
  return rounded === undefined ? MISSING : grouped(rounded, language);
}

/** A percentage with two decimals, its sign (a true minus) and the percent sign. */
export function percent(text: string | undefined, language: string): string {
  const shown = figure(text, 'changePercent', language);
  if (shown === MISSING) return shown;
  return `${percentDirection(text) === 'up' ? '+' : ''}${shown}%`;
}

/** The direction of a percentage as displayed: one that rounds to 0.00 has none. */
export function percentDirection(text: string | undefined): Direction {
  return directionOf(
    text === undefined
      ? undefined
      : roundForDisplay(text, DISPLAY_DECIMALS.changePercent, 'halfUp'),
  );
}

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/;
export type Direction = 'up' | 'down' | 'flat';

/** Whether a plain decimal is above, below or at zero. */
export function directionOf(text: string | undefined): Direction {
  if (text === undefined || !PLAIN_DECIMAL.test(text) || !/[1-9]/.test(text)) return 'flat';
  return text.startsWith('-') ? 'down' : 'up';
}

/**
 * The direction in which a plain decimal moved; undefined if it did not, or if one of the two is
 * invalid.
 */
export function movement(
  before: string | undefined,
  after: string | undefined,
): 'up' | 'down' | undefined {
  const moved =
    before === undefined || after === undefined ? undefined : compareDecimals(after, before);
  if (moved === undefined || moved === 0) return undefined;
  return moved > 0 ? 'up' : 'down';
}

/** ▲ ▼, so that direction is never shown by colour alone. */
export const ARROWS: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', flat: '' };

const marks = new Map<string, DecimalMarks>();

/** The language's separators, for printing and for parsing. */
export function marksOf(language: string): DecimalMarks {
  let known = marks.get(language);
  if (known === undefined) {
    const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(12345.6);
    const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
    known = { group: find('group'), point: find('decimal') };
    marks.set(language, known);
  }
  return known;
}

/** A plain decimal with all its digits, in the format of a language. */
export function grouped(plain: string, language: string): string {
  return writeDecimal(plain, marksOf(language));
}

/** Time of day in Shanghai, the exchange's time zone: 13:05:09. */
export function timeOfDay(ms: number): string {
  return TIME_OF_DAY.format(ms);
}

/** Date and time in Shanghai: 2026-01-31 13:05:09. */
export function dateAndTime(ms: number): string {
  const part = Object.fromEntries(
    DATE_AND_TIME.formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`;
}

const SHANGHAI = {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;
const TIME_OF_DAY = new Intl.DateTimeFormat('en-GB', SHANGHAI);
const DATE_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  ...SHANGHAI,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
