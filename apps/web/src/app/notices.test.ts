import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '@meridian/contract/languages';
import { expect, test } from 'vitest';
import { pageTexts, TEXTS } from '../../build/page-texts.ts';
import { BUY, MORE } from './navigation.ts';

/** The words before a list of products that do not exist yet. */
const NOT_OPEN: Readonly<Record<Language, RegExp>> = {
  en: /not open yet/i,
  ja: /まだご利用いただけない/,
  ko: /아직 열리지 않은/,
  es: /aún no abierto/i,
  'zh-TW': /尚未開放/,
  'zh-CN': /尚未开放/,
};
const OPEN = [BUY, ...MORE]
  .filter(({ title }) => title !== 'nav.information')
  .flatMap(({ entries }) => entries)
  .flatMap((entry) => ('to' in entry ? [entry.label] : []));

test.each(LANGUAGES)('no notice in %s says that a product of the menu is not open', (language) => {
  const texts = pageTexts(language);
  const labels = OPEN.map((label) => (texts[label] ?? '').toLowerCase());
  expect(labels).not.toContain('');
  const notices = path.join(TEXTS, language, 'articles', 'notice');
  for (const name of readdirSync(notices)) {
    const text = readFileSync(path.join(notices, name), 'utf8');
    const after = text.split(NOT_OPEN[language]).slice(1).join('\n').toLowerCase();
    expect(labels.filter((label) => after.includes(label))).toEqual([]);
  }
});
