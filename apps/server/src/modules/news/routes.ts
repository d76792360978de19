import { ARTICLE_CATEGORIES, ARTICLES_PER_PAGE } from '@meridian/contract/news/article-categories';
import { resolveLanguage, type Language } from '@meridian/contract/languages';
import { newsDetail, newsList, newsListByLanguage } from '@meridian/contract/news/calls';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { asBigint } from './wire-id.ts';

const CHINESE = '1';

/** News, notices, and the articles of help and footer. */
export function registerNewsRoutes(gateway: CallRegistry, { queries }: { queries: Queries }): void {
  async function list(
    {
      category = ARTICLE_CATEGORIES.notice as number,
      page = 1,
    }: { category: number | undefined; page: number | undefined },
    language: Language,
  ) {
    const ofCategory = queries
      .selectFrom('articles')
      .where('c_id', '=', asBigint(category))
      .where('language', '=', language);
    const rows = await ofCategory
      .select(['id', 'c_id', 'title', 'abstract', 'thumbnail', 'updated_at'])
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(ARTICLES_PER_PAGE)
      .offset((page - 1) * ARTICLES_PER_PAGE)
      .execute();
    const { total } = await ofCategory
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    return {
      list: rows.map(({ updated_at, ...row }) => ({
        ...row,
        update_time: shanghaiTime(updated_at.getTime()),
      })),
      page,
      total: Number(total),
    };
  }

  gateway.registerCall(newsList, ({ input, language }) =>
    list(
      { category: input.c_id, page: input.page },
      input.lang === undefined ? language : resolveLanguage(input.lang),
    ),
  );
  gateway.registerCall(newsListByLanguage, ({ input }) =>
    list({ category: input.c_id, page: input.page }, input.language === CHINESE ? 'zh-CN' : 'en'),
  );

  gateway.registerCall(newsDetail, async ({ input, language }) => {
    const row = await queries
      .selectFrom('articles')
      .select(['id', 'c_id', 'title', 'abstract', 'thumbnail', 'content', 'updated_at'])
      .where('id', '=', asBigint(input.id))
      .where('language', '=', input.lang === undefined ? language : resolveLanguage(input.lang))
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('article_not_found');
    const { updated_at, ...article } = row;
    return { ...article, update_time: shanghaiTime(updated_at.getTime()) };
  });
}
