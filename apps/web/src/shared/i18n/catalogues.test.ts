import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGES } from '@meridian/contract/languages';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const LOCALES = path.join(SOURCES, 'locales');

function catalogue(language: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(LOCALES, `${language}.json`), 'utf8')) as Record<
    string,
    string
  >;
}

/** The values that a message takes, in alphabetical order. */
function placeholders(message: string): string[] {
  const compiled: CompiledMessage = compileMessageOrThrow(message);
  return compiled
    .flatMap((token) => (typeof token === 'string' ? [] : [token[0]]))
    .sort((a, b) => (a < b ? -1 : 1));
}

const english = catalogue('en');

test('there is a catalogue for each language and no other', () => {
  expect(readdirSync(LOCALES).sort()).toEqual(
    LANGUAGES.map((language) => `${language}.json`).sort(),
  );
});

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  const messages = catalogue(language);

  test('has the texts of the English catalogue, none empty', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    expect(Object.entries(messages).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('takes the same values in each text', () => {
    for (const [id, text] of Object.entries(messages))
      expect(placeholders(text), id).toEqual(placeholders(english[id] ?? ''));
  });

  test('is translated', () => {
    const same = Object.entries(messages).filter(
      ([id, text]) =>
        text === english[id] && /\p{L}{4,}/u.test(text.replace(/\{\w+\}|Meridian/g, '')),
    );
    // Words that are the same in both languages.
    expect(same.map(([id]) => id).filter((id) => !SAME_WORDS.has(id))).toEqual([]);
  });
});

const SAME_WORDS = new Set([
  'nav.trade',
  'spot.total',
  'orders.total',
  'coin.feeRates',
  'spot.panel.info',
  'receipt.way.alipay',
]);

test('every text is used, and every text that is used exists', () => {
  const code = sources(SOURCES)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const isUsed = (id: string): boolean =>
    code.includes(`'${id}'`) || code.includes(`\`${id.slice(0, id.lastIndexOf('.'))}.\${`);
  expect(Object.keys(english).filter((id) => !isUsed(id))).toEqual([]);
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(name);
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [name] : [];
  });
}
