import { ARTICLE_CATEGORIES } from '@meridian/contract/news/article-categories';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { LANGUAGES } from '@meridian/contract/languages';
import {
  officeArticle,
  officeArticleDelete,
  officeArticles,
  officeArticleSave,
  officePictureAdd,
} from '@meridian/contract/news/office';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { articlePicture, type ArticlePictures } from './article-pictures.ts';
import { cleanArticle } from './clean-article.ts';
import { asBigint } from './wire-id.ts';

const CATEGORIES: ReadonlySet<number> = new Set(Object.values(ARTICLE_CATEGORIES));

interface ArticleServices {
  readonly queries: Queries;
  readonly articlePictures: ArticlePictures;
}

/** Articles for operators: list, edit, pictures. */
export function registerArticleRoutes(gateway: CallRegistry, services: ArticleServices): void {
  const { queries, articlePictures } = services;
  gateway.registerCall(officeArticles, ({ input }) => articlePage(queries, input));
  gateway.registerCall(officeArticle, ({ input }) => read(queries, input.id));
  gateway.registerCall(officeArticleSave, (context) => saveArticle(services, context));
  gateway.registerCall(officePictureAdd, async ({ file, operator, audit }) => {
    const content = await articlePicture(file);
    return queries.transaction().execute(async (transaction) => {
      const path = `/uploads/${await articlePictures.add(operator.operator, content, transaction)}.webp`;
      await audit(
        { action: 'article.picture', subject: path, after: { bytes: content.length } },
        transaction,
      );
      return path;
    });
  });
  gateway.registerCall(officeArticleDelete, (context) => deleteArticle(services, context));
}

async function articlePage(
  queries: Queries,
  { page = 1, c_id, q }: CallInput<typeof officeArticles>,
): Promise<CallOutput<typeof officeArticles>> {
  let query = queries.selectFrom('articles');
  if (c_id !== undefined) query = query.where('c_id', '=', asBigint(c_id));
  let grouped = query.select(['id', 'c_id']).groupBy(['id', 'c_id']);
  // The search matches the title in any language, and returns the article with all of them.
  if (q !== undefined)
    grouped = grouped.having(
      sql<boolean>`bool_or(title ILIKE ${`%${q.replace(/[\\%_]/g, '\\$&')}%`})`,
    );
  const rows = await grouped
    .select([
      sql<string[]>`array_agg(language ORDER BY language)`.as('languages'),
      sql<string>`coalesce(max(title) FILTER (WHERE language = 'en'), max(title))`.as('title'),
      sql<Date>`max(updated_at)`.as('updated_at'),
    ])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS)
    .execute();
  const total = (await grouped.execute()).length;
  return {
    list: rows.map(({ updated_at, ...row }) => ({
      ...row,
      updated_time: shanghaiTime(updated_at.getTime()),
    })),
    total,
    page,
  };
}

async function saveArticle(
  { queries, articlePictures }: ArticleServices,
  { input, audit }: CallContext<typeof officeArticleSave>,
): Promise<CallOutput<typeof officeArticleSave>> {
  const { language, c_id, title, abstract = '', content, thumbnail = '' } = input;
  if (!CATEGORIES.has(c_id)) throw new Refusal('input_invalid', { field: 'c_id' });
  const now = new Date();
  const { update_time: _time, ...article } = cleanArticle({
    id: input.id ?? 0,
    c_id,
    language,
    title,
    abstract,
    content,
    thumbnail,
    update_time: now.toISOString(),
  });
  return queries.transaction().execute(async (transaction) => {
    if (input.id !== undefined) await requireArticle(transaction, input.id);
    const id = input.id ?? (await nextId(transaction));
    const before = await transaction
      .selectFrom('articles')
      .select(['title', 'abstract', 'content', 'thumbnail'])
      .where('id', '=', asBigint(id))
      .where('language', '=', language)
      .executeTakeFirst();
    const row = { ...article, id, updated_at: now };
    await transaction
      .insertInto('articles')
      .values(row)
      .onConflict((conflict) => conflict.columns(['id', 'language']).doUpdateSet(row))
      .execute();
    // Category and picture are the same in all languages.
    await transaction
      .updateTable('articles')
      .set({ c_id, thumbnail: article.thumbnail })
      .where('id', '=', id)
      .execute();
    if (before !== undefined)
      await articlePictures.removeUnused(transaction, `${before.content} ${before.thumbnail}`);
    await audit(
      {
        action: 'article.save',
        subject: `article ${id}`,
        before: { language, ...before },
        after: { language, title, abstract, content: article.content },
      },
      transaction,
    );
    return { id };
  });
}

/** Refuses with `article_not_found` where it exists in no language. */
async function requireArticle(queries: Queries, id: number): Promise<void> {
  const found = await queries
    .selectFrom('articles')
    .select('id')
    .where('id', '=', asBigint(id))
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('article_not_found', { field: 'id' });
}

async function deleteArticle(
  { queries, articlePictures }: ArticleServices,
  { input, audit, language }: CallContext<typeof officeArticleDelete>,
): Promise<string> {
  const article = await read(queries, input.id);
  const translations = article.translations.filter(
    (one) => input.language === undefined || one.language === input.language,
  );
  const languages = translations.map((one) => one.language);
  if (languages.length === 0) throw new Refusal('article_not_found', { field: 'language' });
  await queries.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('articles')
      .where('id', '=', input.id)
      .where('language', 'in', languages)
      .execute();
    await articlePictures.removeUnused(
      transaction,
      [article.thumbnail, ...translations.map(({ content }) => content)].join(' '),
    );
    await audit(
      {
        action: 'article.delete',
        subject: `article ${input.id}`,
        before: { ...article, languages, translations },
      },
      transaction,
    );
  });
  return textOf(language, 'answer.done');
}

async function read(queries: Queries, id: number): Promise<CallOutput<typeof officeArticle>> {
  const rows = await queries
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', asBigint(id))
    .execute();
  const [first] = rows;
  if (first === undefined) throw new Refusal('article_not_found', { field: 'id' });
  const ordered = LANGUAGES.flatMap((language) => rows.filter((row) => row.language === language));
  return {
    id,
    c_id: first.c_id,
    thumbnail: first.thumbnail,
    title: (ordered[0] ?? first).title,
    languages: ordered.map(({ language }) => language),
    updated_time: shanghaiTime(Math.max(...rows.map(({ updated_at }) => updated_at.getTime()))),
    translations: ordered.map(({ language, title, abstract, content }) => ({
      language,
      title,
      abstract,
      content,
    })),
  };
}

/**
 * After the fixed ones of the footer and the seeded ones. The lock keeps two new articles apart.
 */
async function nextId(queries: Queries): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('article id', 0))`.execute(queries);
  const { rows } = await sql<{
    id: number;
  }>`SELECT greatest(coalesce(max(id), 0), 9999) + 1 AS id FROM articles`.execute(queries);
  return rows[0]?.id ?? 10_000;
}
