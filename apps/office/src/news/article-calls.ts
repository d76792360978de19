import { LANGUAGES, type Language } from '@meridian/contract/languages';
import { call } from '../http.ts';
import type { Fields, Row } from '../resource.ts';

/** An article's texts in one language. */
interface Words {
  readonly title: string;
  readonly abstract: string;
  readonly content: string;
}
type InLanguages = Readonly<Partial<Record<Language, string | null>>>;

/** An article in the shape of the form: each text by language. */
export interface Article extends Row {
  readonly heading?: string;
  readonly c_id: number;
  readonly thumbnail?: string | null;
  readonly title?: InLanguages;
  readonly abstract?: InLanguages;
  readonly content?: InLanguages;
}

export async function articleOf(id: number, signal?: AbortSignal): Promise<Article> {
  const {
    title: heading,
    c_id,
    thumbnail,
    translations,
  } = await call('GET /office/api/article', { id }, { signal });
  const by = (field: keyof Words): InLanguages =>
    Object.fromEntries(translations.map((words) => [words.language, words[field]]));
  return {
    id,
    heading,
    c_id,
    thumbnail,
    title: by('title'),
    abstract: by('abstract'),
    content: by('content'),
  };
}

/** The texts in a language; undefined if none is written. */
export function wordsIn(article: Partial<Article>, language: Language): Words | undefined {
  const words = {
    title: article.title?.[language]?.trim() ?? '',
    abstract: article.abstract?.[language]?.trim() ?? '',
    content: written(article.content?.[language]),
  };
  return words.title === '' && words.abstract === '' && words.content === '' ? undefined : words;
}

/** For an empty text the editor returns an empty paragraph. */
function written(html: string | null | undefined): string {
  const text = html?.trim() ?? '';
  return /^(?:<p>\s*<\/p>\s*)*$/.test(text) ? '' : text;
}

export async function addArticle(data: Fields): Promise<Row> {
  const article = data as unknown as Article;
  let id: number | undefined;
  for (const language of LANGUAGES) {
    const words = wordsIn(article, language);
    if (words !== undefined) ({ id } = await save(article, { id, language, words }));
  }
  if (id === undefined) throw new Error('Write the article in one language at least.');
  return { id };
}

/** Saves the languages that have changed, and removes those that were emptied. */
export async function changeArticle(id: number, data: Fields): Promise<void> {
  const article = data as unknown as Article;
  const before = await articleOf(id);
  const written = LANGUAGES.filter((language) => wordsIn(article, language) !== undefined);
  const [first] = written;
  if (first === undefined)
    throw new Error('An article needs one language at least. To remove it, press Delete.');
  const isMoved =
    before.c_id !== article.c_id || (before.thumbnail ?? '') !== (article.thumbnail ?? '');
  const changed = written.filter(
    (language) => !isSame(wordsIn(before, language), wordsIn(article, language)),
  );
  // Category and picture are saved with any language.
  for (const language of changed.length === 0 && isMoved ? [first] : changed) {
    const words = wordsIn(article, language);
    if (words !== undefined) await save(article, { id, language, words });
  }
  const emptied = LANGUAGES.filter(
    (language) => wordsIn(before, language) !== undefined && !written.includes(language),
  );
  for (const language of emptied) await call('POST /office/api/article_delete', { id, language });
}

function isSame(one: Words | undefined, other: Words | undefined): boolean {
  return (
    one?.title === other?.title &&
    one?.abstract === other?.abstract &&
    one?.content === other?.content
  );
}

function save(
  { c_id, thumbnail }: Article,
  { id, language, words }: { id: number | undefined; language: Language; words: Words },
): Promise<{ id: number }> {
  return call('POST /office/api/article_save', {
    ...(id === undefined ? {} : { id }),
    c_id,
    thumbnail: thumbnail ?? '',
    language,
    ...words,
  });
}
