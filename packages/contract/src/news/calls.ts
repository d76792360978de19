import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { Id, Page, Text } from '../schema/scalars.ts';

const ArticleHead = {
  id: Type.Integer(),
  c_id: Type.Integer(),
  title: Type.String(),
  abstract: Type.String(),
  thumbnail: Type.String({ description: "path of a picture, '' where it has none" }),
  update_time: Type.String({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai' }),
};

export const ArticleRow = Type.Object(ArticleHead);
export type ArticleRow = Static<typeof ArticleRow>;

const ArticleList = Type.Object({
  list: Type.Array(ArticleRow),
  page: Type.Integer(),
  total: Type.Integer({ description: 'articles of the category, on all pages' }),
});

export const newsList = defineCall({
  method: 'POST',
  path: '/api/news/list',
  access: 'public',
  area: 'news',
  summary: 'Articles of a category, newest first, 20 a page',
  input: Type.Object({
    c_id: Type.Optional(Id),
    lang: Type.Optional(Text(16, 'language; the lang header counts where it is missing')),
    page: Type.Optional(Page),
  }),
  output: ArticleList,
});

export const newsListByLanguage = defineCall({
  method: 'GET',
  path: '/api/news/list',
  access: 'public',
  area: 'news',
  summary: 'Articles of a category in Chinese (language 1) or English (any other)',
  input: Type.Object({
    c_id: Type.Optional(Id),
    language: Type.Optional(Text(16, '1 Chinese, otherwise English')),
    page: Type.Optional(Page),
  }),
  output: ArticleList,
});

export const newsDetail = defineCall({
  method: 'POST',
  path: '/api/news/detail',
  access: 'public',
  area: 'news',
  summary: 'An article',
  input: Type.Object({
    id: Id,
    lang: Type.Optional(Text(16, 'language; the lang header counts where it is missing')),
  }),
  output: Type.Object({ ...ArticleHead, content: Type.String({ description: 'HTML' }) }),
});
