import type { ArticleRow, newsDetail, newsList } from '@meridian/contract/news/calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';
import { useLanguage } from '../../shared/i18n/language.ts';

const fetchArticles = apiCall<typeof newsList>({ method: 'POST', path: '/api/news/list' });
const fetchArticle = apiCall<typeof newsDetail>({ method: 'POST', path: '/api/news/detail' });

/** Articles change rarely: what was read a moment ago is not asked for again. */
const FRESH_MS = 60_000;

/**
 * A page of a category's articles, newest first, in the language in use. Who asks with it paints
 * again when the language changes (`useTranslate` sees to that).
 */
export function articlesQuery(cId: number, page = 1) {
  const language = useLanguage.getState();
  return queryOptions({
    queryKey: ['articles', cId, language, page],
    queryFn: ({ signal }) => fetchArticles({ c_id: cId, lang: language, page }, { signal }),
    staleTime: FRESH_MS,
    // While another page or language is on its way, the list stays as it is.
    placeholderData: (previous, query) => (query?.queryKey[1] === cId ? previous : undefined),
  });
}

/** All articles of a category: for lists that are searched. */
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
