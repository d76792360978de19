import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import { lazy } from 'react';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { addArticle, articleOf, changeArticle } from './article-calls.ts';
import { ArticleList } from './article-list.tsx';

export const articlesResource: OfficeResource = {
  name: 'articles',
  permission: 'content.write',
  options: { label: 'Articles' },
  icon: ArticleIcon,
  list: ArticleList,
  // Lazy, because the editor is half of the bundle and few operators write articles.
  edit: lazy(async () => ({ default: (await import('./article-form.tsx')).ArticleEdit })),
  create: lazy(async () => ({ default: (await import('./article-form.tsx')).ArticleCreate })),
  recordRepresentation: 'heading',
  calls: {
    list: ({ page, filter, signal }) =>
      call(
        'GET /office/api/articles',
        {
          page,
          q: filter['q'] ?? '',
          ...(filter['c_id'] === undefined ? {} : { c_id: Number(filter['c_id']) }),
        },
        { signal },
      ),
    one: (id, signal) => articleOf(Number(id), signal),
    create: addArticle,
    update: (id, data) => changeArticle(Number(id), data),
    remove: (id) => call('POST /office/api/article_delete', { id: Number(id) }),
  },
};
