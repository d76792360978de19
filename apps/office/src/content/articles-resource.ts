import ArticleIcon from '@mui/icons-material/ArticleOutlined';
import type { OfficeResource } from '../resource.ts';
import { addArticle, articleOf, changeArticle } from './article-calls.ts';
import { ArticleCreate, ArticleEdit } from './article-form.tsx';
import { ArticleList } from './article-list.tsx';
import { call } from '../http.ts';

export const articlesResource: OfficeResource = {
  name: 'articles',
  permission: 'content.write',
  options: { label: 'Articles' },
  icon: ArticleIcon,
  list: ArticleList,
  edit: ArticleEdit,
  create: ArticleCreate,
  recordRepresentation: 'heading',
  calls: {
    list: ({ page, filter, signal }) => call('GET /office/api/articles', { page, q: filter['q'] ?? '', ...(filter['c_id'] === undefined ? {} : { c_id: Number(filter['c_id']) }) }, { signal }),
    one: (id, signal) => articleOf(Number(id), signal),
    create: addArticle,
    update: (id, data) => changeArticle(Number(id), data),
    remove: (id) => call('POST /office/api/article_delete', { id: Number(id) }),
  },
};
