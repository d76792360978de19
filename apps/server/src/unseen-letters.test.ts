import { expect, test } from 'vitest';
import { seenText } from './unseen-letters.ts';

test.each([
  ['zero-width spaces', 's\u200bel\u2060l\ufeff', 'sell'],
  ['marks of the writing direction', '\u200fsell\u200e \u061call', 'sell all'],
  ['soft hyphens and fillers', 'se\u00adll\u3164', 'sell'],
  ['blanks that only such letters made one of the middle', '\u200b sell \u200b', 'sell'],
])('a text is kept without %s', (_what, text, seen) => expect(seenText(text)).toBe(seen));

test.each(['\u200b', ' \u2060 \ufeff', '\u200d\ufe0f', ''])('%j is no text', (text) =>
  expect(seenText(text)).toBe(''),
);

test('an emoji of several signs and a word with a joiner stay as they are written', () => {
  for (const text of ['👩\u200d💻 sell', 'می\u200cخواهم', '❤\ufe0f'])
    expect(seenText(text)).toBe(text);
});
