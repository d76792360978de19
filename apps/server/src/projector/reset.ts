import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';

/**
 * Empties what the projector keeps, so that the next start rebuilds it from the journal. Candles
 * that came from the price feed stay as it told them: the journal does not have them. The server
 * must not run.
 */
export async function resetProjections(queries: Queries): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await sql`truncate orders, fills, statements, withdrawals, positions, tickets, ticks`.execute(
      transaction,
    );
    await sql`delete from candles where not history and earlier is null`.execute(transaction);
    await sql`
      update candles set history = true, earlier = null, (open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, quote_volume) = (
        select open_ticks, high_ticks, low_ticks, close_ticks, volume_lots, quote_volume from jsonb_populate_record(candles, candles.earlier))
      where not history`.execute(transaction);
    await sql`update projection_position set seq = 0, last_statement = 0`.execute(transaction);
  });
}
