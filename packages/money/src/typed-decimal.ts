/**
 * Decimals typed and pasted by people. A field accepts the page's own notation in its language, and
 * ungrouped numbers; everything else is an error that the field shows. No character of a text is
 * dropped or guessed: a text is a number in the notation of its language, or no number.
 */
import { withoutTrailingZeros } from './decimal.ts';
import type { DecimalMarks } from './display.ts';

/**
 * `unfinished`: no number yet, but the beginning of one (`5.`, `1,2`). `foreign`: no number, and no
 * further text can make it one.
 */
export type TypedDecimal =
  | { readonly state: 'empty' | 'unfinished' | 'foreign' }
  | { readonly state: 'number'; readonly plain: string };

/**
 * The value of a field whose text is no number. It is no plain decimal: every check of an amount
 * refuses it, the server's too.
 */
export const UNREADABLE = 'unreadable';

/**
 * Digits, comma and point of an East Asian input method, `。` being its key of the point. No other
 * character counts as a digit.
 */
const WIDE: Readonly<Record<string, string>> = { '，': ',', '．': '.', '。': '.' };
const WIDE_CHARACTER = /[\uFF10-\uFF19，．。]/g;
const WIDE_ZERO = 0xff10;
const ASCII_ZERO = 0x30;

/**
 * Reads a text as a number of a language.
 *
 * - White space around the text is ignored, since pasting adds it. Within the text it is an error.
 * - Wide characters of an input method count as their digits and marks. Digits of other scripts,
 *   fractions, signs and exponents are errors.
 * - A whole part is grouped completely in the language's way, or not at all: `1,234` and
 *   `1234`, never `1,23` or `1,2345`.
 * - A mark has one meaning in a language: `1,5` is an error where the comma groups. Where the point
 *   groups (1.000 is a thousand), it is read as a decimal point only after digits that begin no
 *   grouped number: `0.5`, `1234.5`. `12.5` is an error there, because a person who may write it
 *   would write `12.500` next, which is twelve thousand and five hundred.
 * - Leading zeros are read: no reader takes 007 for anything but 7.
 *
 * @returns the plain decimal of the wire, without leading or trailing zeros: one text for one
 * number
 */
export function readTypedDecimal(text: string, marks: DecimalMarks): TypedDecimal {
  const narrow = text.trim().replace(WIDE_CHARACTER, narrowed);
  if (narrow === '') return { state: 'empty' };
  const { number, beginning } = grammarOf(marks);
  for (const [pattern, point] of number) {
    if (!pattern.test(narrow)) continue;
    const at = narrow.indexOf(point);
    const whole = (at < 0 ? narrow : narrow.slice(0, at)).replaceAll(marks.group, '');
    return { state: 'number', plain: plainOf(whole, at < 0 ? '' : narrow.slice(at + 1)) };
  }
  return { state: beginning.test(narrow) ? 'unfinished' : 'foreign' };
}

interface Grammar {
  /** Patterns of numbers, each with its decimal mark. */
  readonly number: readonly (readonly [pattern: RegExp, point: string])[];
  /** Pattern of texts that may become a number. */
  readonly beginning: RegExp;
}

const grammars = new Map<string, Grammar>();

function grammarOf({ group, point }: DecimalMarks): Grammar {
  const key = group + point;
  let grammar = grammars.get(key);
  if (grammar === undefined) {
    const [g, p] = [group, point].map((mark) => `\\${mark}`) as [string, string];
    const [first, next] = ['[1-9]\\d{0,2}', `(?:${g}\\d{3})`];
    // After these a point can never group, however many digits follow.
    const ungrouped = '(?:0\\d*|[1-9]\\d{3,})?';
    const exact = (...patterns: string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})$`);
    grammar = {
      number: [
        [exact('\\d+', `\\d*${p}\\d+`, `${first}${next}+(?:${p}\\d+)?`), point],
        ...(point === '.' ? [] : [[exact(`${ungrouped}\\.\\d+`), '.'] as const]),
      ],
      beginning: exact(
        `\\d*${p}`,
        `${first}${next}+${p}`,
        `${first}${next}*${g}\\d{0,2}`,
        ...(point === '.' ? [] : [`${ungrouped}\\.`]),
      ),
    };
    grammars.set(key, grammar);
  }
  return grammar;
}

function narrowed(character: string): string {
  return WIDE[character] ?? String.fromCharCode(character.charCodeAt(0) - WIDE_ZERO + ASCII_ZERO);
}

function plainOf(whole: string, fraction: string): string {
  const [digits, decimals] = [whole.replace(/^0+(?=\d)/, ''), withoutTrailingZeros(fraction)];
  return `${digits === '' ? '0' : digits}${decimals === '' ? '' : `.${decimals}`}`;
}
