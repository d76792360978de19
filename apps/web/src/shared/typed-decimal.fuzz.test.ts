import { LANGUAGES } from '@meridian/contract/languages';
import { formatDecimal, formatFixed, parseDecimal } from '@meridian/money/decimal';
import { readTypedDecimal, UNREADABLE } from '@meridian/money/typed-decimal';
import { fieldOf, left, typedInto } from '@meridian/money/typed-field';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixed, grouped, marksOf } from './figures.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = Number(process.env['FUZZ_ROUNDS'] ?? 8_000);
const SCALE = 18;

const units = fc.oneof(fc.bigInt(0n, 2n ** 63n - 1n), fc.bigInt(0n, 10_000_000n));
const scale = fc.integer({ min: 0, max: SCALE });

/** Characters of numbers, of near numbers and any others. */
const hostile = fc.oneof(
  fc
    .array(fc.constantFrom(...'0123456789000,,,...'), { maxLength: 14 })
    .map((letters) => letters.join('')),
  fc
    .array(fc.constantFrom(..."0159,. -+eE１５，．。½²٣\u00a0\u202f\u2019\u200b'_$%()"), {
      maxLength: 12,
    })
    .map((letters) => letters.join('')),
  fc
    .tuple(units, scale, fc.constantFrom(...LANGUAGES))
    .map(([value, decimals, language]) => grouped(formatDecimal(value, decimals), language)),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);

/** A number with one character inserted, removed or changed. */
const damaged = fc
  .tuple(
    units,
    scale,
    fc.constantFrom(...LANGUAGES),
    fc.nat(),
    fc.constantFrom(...'0,.5- e１。'),
    fc.constantFrom(0, 1),
  )
  .map(([value, decimals, language, place, letter, taken]) => {
    const text = grouped(formatFixed(value, decimals), language);
    const at = place % (text.length + 1);
    return text.slice(0, at) + letter + text.slice(at + taken);
  });

describe.each(LANGUAGES)(`a field in %s (seed ${seed})`, (language) => {
  const marks = marksOf(language);

  test('reads what the page prints', () => {
    fc.assert(
      fc.property(units, scale, (value, decimals) => {
        for (const plain of [formatDecimal(value, decimals), formatFixed(value, decimals)]) {
          const read = typedInto(grouped(plain, language), marks);
          expect(parseDecimal(read.value, decimals)).toEqual({ ok: true, units: value });
          expect(typedInto(left(read).text, marks).value).toBe(read.value);
          expect(typedInto(fieldOf(plain, marks).text, marks).value).toBe(read.value);
        }
        const shown = fixed(formatDecimal(value, decimals), 8, { language, rounding: 'down' });
        expect(typedInto(shown, marks).value).not.toBe(UNREADABLE);
      }),
      { seed, numRuns },
    );
  });

  test('reads any text as the number that it is in this language, or not at all', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, damaged), (text) => {
        const read = readTypedDecimal(text, marks);
        const readings = strictReadings(text, language);
        if (readings.size > 1)
          throw new Error(`${JSON.stringify(text)} could be ${[...readings].join(' or ')}`);
        expect(read.state === 'number' ? read.plain : undefined).toBe([...readings][0]);
      }),
      { seed, numRuns: numRuns * 5 },
    );
  });

  test('never shows one number and sends another while it is typed', () => {
    fc.assert(
      fc.property(units, scale, (value, decimals) => {
        const text = grouped(formatDecimal(value, decimals), language);
        for (let length = 1; length <= text.length; length++) {
          const typed = text.slice(0, length);
          const [only] = strictReadings(typed, language);
          expect(typedInto(typed, marks).value).toBe(only ?? UNREADABLE);
          // While the user types, a text that may still become a number is not marked as wrong.
          expect(readTypedDecimal(typed, marks).state).not.toBe('foreign');
        }
      }),
      { seed, numRuns: numRuns / 20 },
    );
  });
});

/**
 * A second parser, which knows no grammar: it takes each mark of a text in turn for the decimal
 * mark, and asks the language's own number format whether the rest of the text is its format of
 * that whole number. Returns all possible readings.
 */
function strictReadings(text: string, language: string): ReadonlySet<string> {
  const letters = [...text.trim()].map((letter) => WIDE.get(letter) ?? letter);
  const readings = new Set<string>();
  for (const cut of [-1, ...letters.keys()]) {
    const [whole, fraction] =
      cut < 0 ? [letters, []] : [letters.slice(0, cut), letters.slice(cut + 1)];
    if (cut >= 0 && !isDecimalMark(whole.join(''), letters[cut] ?? '', language)) continue;
    if ((cut >= 0 && fraction.length === 0) || !fraction.every(isDigit) || letters.length === 0)
      continue;
    const digits = whole.filter(isDigit).join('');
    const isPlain = whole.length === digits.length && (cut >= 0 || digits !== '');
    const isGrouped =
      digits !== '' &&
      written(BigInt(digits), language) === whole.join('') &&
      whole.length > digits.length;
    if ((!isPlain && !isGrouped) || (isGrouped && cut >= 0 && letters[cut] !== pointOf(language)))
      continue;
    readings.add(formatDecimal(BigInt(digits + fraction.join('') || '0'), fraction.length));
  }
  return readings;
}

const WIDE = new Map(
  [...'０１２３４５６７８９．，'].map((letter) => [letter, letter.normalize('NFKC')]),
);
WIDE.set('。', '.');

/**
 * The language's own decimal mark; or a point, if more digits could not make a group of the digits
 * before it.
 */
function isDecimalMark(whole: string, letter: string, language: string): boolean {
  if (letter === pointOf(language)) return true;
  if (letter !== '.' || [...whole].some((each) => !isDigit(each))) return false;
  return written(BigInt(`${whole}000`), language) !== `${whole}.000`;
}

function written(value: bigint, language: string): string {
  return new Intl.NumberFormat(language, { useGrouping: 'always' }).format(value);
}

function pointOf(language: string): string {
  return (0.5).toLocaleString(language)[1] ?? '';
}

function isDigit(letter: string): boolean {
  return '0123456789'.includes(letter);
}
