import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../database/database.ts';
import { PROJECTIONS } from '../modules/projections.ts';

/**
 * Empties the projector's tables, so that the next start rebuilds them from the journal. The server
 * must not run.
 * @param emptied the statement that empties tables
 */
export async function resetProjections(
  queries: Queries,
  emptied: (tables: readonly string[]) => RawBuilder<unknown> = truncated,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await emptied(PROJECTIONS.flatMap(({ tables }) => tables)).execute(transaction);
    for (const { reset } of PROJECTIONS) await reset?.(transaction);
    await sql`update projection_position set seq = 0`.execute(transaction);
  });
}

function truncated(tables: readonly string[]): RawBuilder<unknown> {
  return sql`truncate ${sql.join(tables.map((table) => sql.table(table)))}`;
}
