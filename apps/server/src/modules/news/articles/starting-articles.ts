import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import { LANGUAGES, type Language } from '@meridian/contract/languages';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { TEXTS } from '../../../texts.ts';
import type { Article } from '../article.ts';
import { renderBody } from './render.ts';
import { withdrawalFees } from './withdrawal-fees.ts';

type Category = keyof typeof ARTICLE_CATEGORIES;

/** Lines of `name: value` between two rules, then the body. */
const FILE = /^---\n([^]*?)\n---\n([^]*)$/;

/** The articles of a new exchange, each in every language. Throws on a file without its fields. */
export const STARTING_ARTICLES: readonly Article[] = LANGUAGES.flatMap((language) =>
  Object.keys(ARTICLE_CATEGORIES).flatMap((category) => articlesOf(language, category as Category)),
);

/** The articles in texts/LANGUAGE/articles/CATEGORY. */
function articlesOf(language: Language, category: Category): Article[] {
  const folder = path.join(TEXTS, language, 'articles', category);
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const file = path.join(folder, name);
      const [, front = '', body = ''] = FILE.exec(readFileSync(file, 'utf8')) ?? [];
      const fields = fieldsOf(front);
      const field = (key: string): string => {
        const value = fields.get(key);
        if (value === undefined) throw new Error(`${file} has no ${key}`);
        return value;
      };
      return {
        id: Number(field('id')),
        c_id: ARTICLE_CATEGORIES[category],
        language,
        title: field('title'),
        abstract: field('abstract'),
        content: renderBody(withSettings(body, language)),
        thumbnail: fields.get('thumbnail') ?? '',
        update_time: field('updated'),
      };
    });
}

/** Fills the places of a body with the settings that a new exchange starts with. */
function withSettings(body: string, language: Language): string {
  return body
    .replaceAll('{withdrawalFees}', withdrawalFees(language))
    .replaceAll('{holdHours}', String(WITHDRAWAL_HOLD_HOURS));
}

/** A value in quotes is a string of JSON, which YAML reads alike. */
function fieldsOf(front: string): ReadonlyMap<string, string> {
  return new Map(
    front.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      const value = line.slice(colon + 2);
      return [line.slice(0, colon), value.startsWith('"') ? (JSON.parse(value) as string) : value];
    }),
  );
}
