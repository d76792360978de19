import type { Language } from '@meridian/contract/languages';
import type { newsDetail, newsList } from '@meridian/contract/news';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiCall } from '../../shared/http/api-call.ts';

const fetchArticles = apiCall<typeof newsList>({ method: 'POST', path: '/api/news/list' });
const fetchArticle = apiCall<typeof newsDetail>({ method: 'POST', path: '/api/news/detail' });

/** Articles change rarely: what was read a moment ago is not asked for again. */
const FRESH_MS = 60_000;

/** A page of a category's articles, newest first. */
export function articlesQuery(cId: number, language: Language, page = 1) {
  return queryOptions({
    queryKey: ['articles', cId, language, page],
    queryFn: ({ signal }) => fetchArticles({ c_id: cId, lang: language, page }, { signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

export function articleQuery(id: number, language: Language) {
  return queryOptions({
    queryKey: ['article', id, language],
    queryFn: ({ signal }) => fetchArticle({ id, lang: language }, { signal }),
    staleTime: FRESH_MS,
  });
}
