import type { Queries } from '../../database/database.ts';
import type { Article } from './article.ts';
import { cleanArticle } from './clean-article.ts';

/** Adds the starting articles at the first start. Later changes and removals by operators stay. */
export async function seedArticles(queries: Queries, articles: readonly Article[]): Promise<void> {
  const existing = await queries.selectFrom('articles').select('id').limit(1).executeTakeFirst();
  if (existing !== undefined || articles.length === 0) return;
  const rows = articles
    .map(cleanArticle)
    .map(({ update_time, ...article }) => ({ ...article, updated_at: new Date(update_time) }));
  await queries
    .insertInto('articles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
