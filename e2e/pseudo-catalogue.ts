/**
 * A pseudo-locale of English: each letter with an accent, each text half as long again. Shows
 * elements that have no room to grow.
 */
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { pageTexts } from '../apps/web/build/page-texts.ts';

const GROWTH = 1.4;
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ÿ',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
  Z: 'Ž',
};

/** Distinguishes its words from texts of other origin. */
export const PSEUDO = new RegExp(`[${Object.values(ACCENTS).join('')}]`);

/** A compiled message: text, or a list of texts and `[name, kind, choices]`. */
type Compiled = string | readonly CompiledPart[];
type CompiledPart =
  | string
  | readonly [
      name: string,
      kind?: string,
      choices?: Readonly<Record<string, Compiled | number | undefined>> | string,
    ];

/** The module that replaces the English catalogue's. */
export function pseudoCatalogue(): string {
  const longer = Object.fromEntries(
    Object.entries(pageTexts('en')).map(([key, message]) => [
      key,
      grown(compileMessageOrThrow(message) as Compiled),
    ]),
  );
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(longer))});`;
}

function grown(compiled: Compiled): Compiled {
  if (typeof compiled === 'string') return longerText(compiled);
  return compiled.map((part) => {
    if (typeof part === 'string') return longerText(part);
    const [name, kind, choices] = part;
    if (kind === undefined || typeof choices !== 'object') return part;
    return [
      name,
      kind,
      Object.fromEntries(
        Object.entries(choices).map(([choice, text]) => [
          choice,
          text === undefined || typeof text === 'number' ? text : grown(text),
        ]),
      ),
    ] as const;
  });
}

function longerText(text: string): string {
  const letters = [...text];
  let missing = Math.ceil(letters.length * (GROWTH - 1));
  // Vowels are repeated, from the end to the beginning until the text is long enough, so that words
  // stay words.
  const drawn = letters.map((letter) => ACCENTS[letter] ?? letter);
  for (let round = 0; round < 3 && missing > 0; round++) {
    for (let at = letters.length - 1; at >= 0 && missing > 0; at--) {
      if (!/[aeiou]/i.test(letters[at] ?? '')) continue;
      drawn[at] += ACCENTS[(letters[at] ?? '').toLowerCase()] ?? '';
      missing--;
    }
  }
  return drawn.join('');
}
