export interface Searchable {
  readonly title: string;
  readonly abstract: string;
}

/**
 * The articles whose title or abstract has all words of `search`, in any order. Case, accents and
 * width of letters do not matter. Articles with all words in their title come first.
 */
export function searchArticles<Article extends Searchable>(
  articles: readonly Article[],
  search: string,
): readonly Article[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return articles;
  const has = (text: string): boolean => words.every((word) => text.includes(word));
  const found = articles.filter(({ title, abstract }) => has(plain(`${title} ${abstract}`)));
  return [
    ...found.filter(({ title }) => has(plain(title))),
    ...found.filter(({ title }) => !has(plain(title))),
  ];
}

const MARKS = /[\u0300-\u036f]/g;

function plain(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase();
}

export interface Neighbours<Article> {
  readonly previous: Article | undefined;
  readonly next: Article | undefined;
}

/** The articles before and after an article in a list. */
export function neighboursOf<Article extends { readonly id: number }>(
  articles: readonly Article[],
  id: number,
): Neighbours<Article> {
  const place = articles.findIndex((article) => article.id === id);
  return place === -1
    ? { previous: undefined, next: undefined }
    : { previous: articles[place - 1], next: articles[place + 1] };
}
