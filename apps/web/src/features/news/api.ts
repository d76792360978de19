import type { Output } from '@meridian/contract/client/named-calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import type { Article } from '../../shared/article.ts';
import { useLanguage } from '../../shared/i18n/language.ts';

const fetchArticles = apiCall('POST /api/news/list');
const fetchArticle = apiCall('POST /api/news/detail');

/** Articles change rarely, so a recent answer is used again. */
const FRESH_MS = 60_000;

/**
 * A page of a category's articles, newest first, in the language in use. Its users must render
 * again when the language changes (`useTranslate` does that).
 */
export function articlesQuery(category: number, page = 1) {
  const language = useLanguage.getState();
  return queryOptions({
    queryKey: ['articles', category, language, page],
    queryFn: async ({ signal }) => {
      const input = { c_id: category, lang: language, page };
      const { list, ...rest } = await fetchArticles(input, { signal });
      return { ...rest, list: list.map(articleOf) };
    },
    staleTime: FRESH_MS,
    // While another page or language is loading, the list stays.
    placeholderData: (previous, query) => (query?.queryKey[1] === category ? previous : undefined),
  });
}

/** All articles of a category: for searchable lists. */
export function allArticlesQuery(category: number) {
  const language = useLanguage.getState();
  return queryOptions({
    queryKey: ['articles', category, language, 'all'],
    queryFn: async ({ signal }) => {
      const articles: Article[] = [];
      for (let page = 1; ; page++) {
        const { list, total } = await fetchArticles(
          { c_id: category, lang: language, page },
          { signal },
        );
        articles.push(...list.map(articleOf));
        if (articles.length >= total || list.length === 0) return articles;
      }
    },
    staleTime: FRESH_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === category ? previous : undefined),
  });
}

/** An article with its text. */
export interface WholeArticle extends Article {
  /** HTML. */
  readonly content: string;
}

/** An article in the language in use. */
export function articleQuery(id: number) {
  const language = useLanguage.getState();
  return queryOptions({
    queryKey: ['article', id, language],
    queryFn: async ({ signal }): Promise<WholeArticle> => {
      const row = await fetchArticle({ id, lang: language }, { signal });
      return { ...articleOf(row), content: row.content };
    },
    staleTime: FRESH_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  });
}

function articleOf(row: Output<'POST /api/news/list'>['list'][number]): Article {
  return {
    id: row.id,
    category: row.c_id,
    title: row.title,
    abstract: row.abstract,
    thumbnail: row.thumbnail,
    updatedAt: row.update_time,
  };
}
