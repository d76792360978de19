import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { LANGUAGES } from '../languages.ts';
import { Id, Text } from '../schema/scalars.ts';
import { TimeOut, listOf } from '../schema/answers.ts';
import { OfficeDone, inOffice, listInput } from '../schema/office-call.ts';

const articleRow = {
  id: Type.Integer(),
  c_id: Type.Integer(),
  title: Type.String(),
  languages: Type.Array(Type.String()),
  updated_time: TimeOut,
};
const translation = {
  language: Type.Enum([...LANGUAGES]),
  title: Type.String(),
  abstract: Type.String(),
  content: Type.String({ description: 'HTML' }),
};
export const officeArticles = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/articles',
  permission: 'content.write',
  summary: 'Articles of all categories',
  input: Type.Object({ ...listInput, c_id: Type.Optional(Id) }),
  output: listOf(articleRow),
});
export const officeArticle = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/article',
  permission: 'content.write',
  summary: 'An article in all languages that it has',
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...articleRow,
    thumbnail: Type.String(),
    translations: Type.Array(Type.Object(translation)),
  }),
});
export const officeArticleSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/article_save',
  permission: 'content.write',
  change: { free: 'a text of the site' },
  summary:
    'Writes an article in one language; a new one without id. What could run is taken out of its HTML',
  // A form encodes a Chinese character in nine bytes.
  bodyBytes: 512 * 1024,
  input: Type.Object({
    id: Type.Optional(Id),
    c_id: Id,
    thumbnail: Type.Optional(Text(300)),
    language: Type.Enum([...LANGUAGES]),
    title: Text(200),
    abstract: Type.Optional(Text(500)),
    content: Type.String({ maxLength: 50_000 }),
  }),
  output: Type.Object({ id: Type.Integer() }),
});
export const officeArticleDelete = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/article_delete',
  permission: 'content.write',
  change: { free: 'a text of the site' },
  summary: 'Removes an article in one language, or in all',
  input: Type.Object({ id: Id, language: Type.Optional(Type.Enum([...LANGUAGES])) }),
  output: OfficeDone,
});
export const officePictureAdd = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/picture_add',
  permission: 'content.write',
  change: { free: 'a picture of the site' },
  summary:
    'Takes one jpg, png or webp of up to 4 MB for an article, encodes it anew. Everybody can see it',
  input: Type.Object({}),
  multipart: true,
  output: Type.String({ description: 'path of the picture, for thumbnails and texts' }),
});
