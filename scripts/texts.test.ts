import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@meridian/contract/languages';
import { ENGLISH } from '@meridian/contract/texts';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './source-tree.ts';

const TEXTS = path.join(ROOT, 'texts');
/** The readers of texts, and the code of each. */
const READERS = { pages: 'apps/web/src', server: 'apps/server/src' } as const;
type Reader = keyof typeof READERS;
type AreaTexts = Partial<Record<Reader, Readonly<Record<string, string>>>>;

const AREAS = Object.keys(ENGLISH);
/** Words that are the same in both languages. */
const SAME_WORDS = new Set([
  'nav.trade',
  'spot.total',
  'orders.total',
  'coin.feeRates',
  'spot.panel.info',
  'receipt.way.alipay',
  'receipt.way.wechat',
  'acceptor.way.ali_pay',
  'acceptor.way.we_chat',
  'p2p.way.ali_pay',
  'p2p.way.we_chat',
  'chartTool.indicator.WR',
  'chartTool.kind.ohlc',
]);

function textsOf(language: Language, area: string): AreaTexts {
  return JSON.parse(readFileSync(path.join(TEXTS, language, `${area}.json`), 'utf8')) as AreaTexts;
}

const valuesIn = (message: string): string[] => valuesOf(compileMessageOrThrow(message));

/** The names of a message's values, each once. */
function valuesOf(message: CompiledMessage): string[] {
  const names = message.flatMap((part) => {
    if (typeof part === 'string') return [];
    const [name, , choices] = part;
    const inner = Object.values(choices ?? {}).flatMap((choice: unknown) =>
      Array.isArray(choice) ? valuesOf(choice as CompiledMessage) : [],
    );
    return name === '#' ? inner : [name, ...inner];
  });
  return [...new Set(names)].sort();
}

test('each language has a file for each area and article, and no other', () => {
  const folders = readdirSync(TEXTS, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGES].sort());
  for (const language of LANGUAGES)
    expect(readdirSync(path.join(TEXTS, language)), language).toEqual(
      ['articles', ...AREAS.map((area) => `${area}.json`)].sort(),
    );
  const articlesOf = (language: Language): string[] =>
    readdirSync(path.join(TEXTS, language, 'articles'), {
      recursive: true,
      encoding: 'utf8',
    }).sort();
  for (const language of LANGUAGES)
    expect(articlesOf(language), language).toEqual(articlesOf(DEFAULT_LANGUAGE));
});

test('an id stands in one file, for one reader', () => {
  const ids = AREAS.flatMap((area) =>
    Object.values(textsOf(DEFAULT_LANGUAGE, area)).flatMap((texts) => Object.keys(texts)),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

describe.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))('%s', (language) => {
  describe.each(AREAS)('%s', (area) => {
    const english = textsOf(DEFAULT_LANGUAGE, area);
    const translated = textsOf(language, area);

    test('has the texts of English in the same order, none empty', () => {
      expect(Object.keys(translated)).toEqual(Object.keys(english));
      for (const reader of Object.keys(english) as Reader[]) {
        const texts = translated[reader] ?? {};
        expect(Object.keys(texts)).toEqual(Object.keys(english[reader] ?? {}));
        expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
      }
    });

    test('takes the same values, and is translated', () => {
      for (const reader of Object.keys(english) as Reader[])
        for (const [id, text] of Object.entries(translated[reader] ?? {})) {
          const original = english[reader]?.[id] ?? '';
          expect(valuesIn(text), id).toEqual(valuesIn(original));
          if (text === original && !SAME_WORDS.has(id))
            expect(text.replace(/\{\w+\}|Meridian/g, ''), id).not.toMatch(/\p{L}{4,}/u);
        }
    });
  });
});

test.each(['en', 'es'] as const)('no refusal in %s has a bare number of a unit', (language) => {
  for (const area of AREAS)
    for (const [id, text] of Object.entries(textsOf(language, area).server ?? {}))
      if (id.startsWith('refusal.'))
        expect(text, id).not.toMatch(/\{(?:seconds|minutes|hours|days)\}/);
});

test.each(Object.entries(READERS))('every text for %s is used in %s', (reader, folder) => {
  const code = sources(path.join(ROOT, folder))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const isUsed = (id: string): boolean =>
    code.includes(`'${id}'`) || code.includes(`\`${id.slice(0, id.lastIndexOf('.'))}.\${`);
  const ids = AREAS.flatMap((area) =>
    Object.keys(textsOf(DEFAULT_LANGUAGE, area)[reader as Reader] ?? {}),
  );
  expect(ids.filter((id) => !isUsed(id))).toEqual([]);
});

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(name);
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [name] : [];
  });
}
