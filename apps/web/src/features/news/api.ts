import type { ArticleRow } from '@meridian/contract/news/calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { useLanguage } from '../../shared/i18n/language.ts';

const fetchArticles = apiCall('POST /api/news/list');
const fetchArticle = apiCall('POST /api/news/detail');

/** Articles change rarely, so a recent answer is used again. */
const FRESH_MS = 60_000;

/**
 * A page of a category's articles, newest first, in the language in use. Its users must render
 * again when the language changes (`useTranslate` does that).
 */
export function articlesQuery(cId: number, page = 1) {
  const language = useLanguage.getState();
  return queryOptions({
    queryKey: ['articles', cId, language, page],
    queryFn: ({ signal }) => fetchArticles({ c_id: cId, lang: language, page }, { signal }),
    staleTime: FRESH_MS,
    // While another page or language is loading, the list stays.
    placeholderData: (previous, query) => (query?.queryKey[1] === cId ? previous : undefined),
  });
}

/** All articles of a category: for searchable lists. */
export function allArticlesQuery(cId: number) {
  const language = useLanguage.getState();
  return queryOptions({
    queryKey: ['articles', cId, language, 'all'],
    queryFn: async ({ signal }) => {
      const articles: ArticleRow[] = [];
      for (let page = 1; ; page++) {
        const { list, total } = await fetchArticles(
          { c_id: cId, lang: language, page },
          { signal },
        );
        articles.push(...list);
        if (articles.length >= total || list.length === 0) return articles;
      }
    },
    staleTime: FRESH_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === cId ? previous : undefined),
  });
}

/** An article in the language in use. */
export function articleQuery(id: number) {
  const language = useLanguage.getState();
  return queryOptions({
    queryKey: ['article', id, language],
    queryFn: ({ signal }) => fetchArticle({ id, lang: language }, { signal }),
    staleTime: FRESH_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  });
}
