import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@meridian/contract/languages';

/** The texts for people: a folder for each language, a file for each area. */
export const TEXTS = path.join(import.meta.dirname, '..', '..', '..', 'texts');

interface AreaTexts {
  readonly pages?: Readonly<Record<string, string>>;
}

/** The texts of the pages in a language, as ICU messages by id. */
export function pageTexts(language: Language): Readonly<Record<string, string>> {
  const folder = path.join(TEXTS, language);
  const areas = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as AreaTexts);
  return Object.assign({}, ...areas.map(({ pages }) => pages)) as Record<string, string>;
}
