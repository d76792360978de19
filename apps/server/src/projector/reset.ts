import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';

/**
 * Empties what the projector keeps, so that the next start rebuilds it from the journal. Candles that came from the price feed
 * come from their own table: the journal does not have them. The server must not run.
 */
export async function resetProjections(queries: Queries): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await sql`truncate orders, fills, statements, candles`.execute(transaction);
    await sql`insert into candles select *, true from candle_history`.execute(transaction);
    await sql`update projection_position set seq = 0, last_statement = 0`.execute(transaction);
  });
}
