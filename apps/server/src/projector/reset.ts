import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { PROJECTIONS } from '../modules/projections.ts';

/**
 * Empties what the projector keeps, so that the next start rebuilds it from the journal. The server
 * must not run.
 */
export async function resetProjections(queries: Queries): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const tables = PROJECTIONS.flatMap((projection) => projection.tables).map((table) =>
      sql.table(table),
    );
    await sql`truncate ${sql.join(tables)}`.execute(transaction);
    for (const { reset } of PROJECTIONS) await reset?.(transaction);
    await sql`update projection_position set seq = 0`.execute(transaction);
  });
}
