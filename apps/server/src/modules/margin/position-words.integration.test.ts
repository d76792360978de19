import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTemporaryDatabase } from '../../database/temporary-database.ts';

const MIGRATION = join(import.meta.dirname, '../../../migrations/150-position-words.sql');

test('positions that an earlier version stored with the numbers of the wire have our words', async () => {
  const { queries, remove } = await openTemporaryDatabase();
  try {
    await sql`alter table positions alter column status type smallint using 0`.execute(queries);
    await sql`
      insert into positions (id, user_id, market, side, status, leverage, lots, unit, price_ticks, index_ticks, entry_ticks,
        margin, fee, take_profit_ticks, stop_loss_ticks, overnight, placed_ms)
      select number, 1, 1, 'long', number, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0 from unnest(array[0, 1, 3, 4]) as number`.execute(
      queries,
    );
    await sql.raw(readFileSync(MIGRATION, 'utf8')).execute(queries);
    const rows = await queries
      .selectFrom('positions')
      .select(['id', 'status'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ id, status }) => [Number(id), status])).toEqual([
      [0, 'waiting'],
      [1, 'open'],
      [3, 'closed'],
      [4, 'cancelled'],
    ]);
  } finally {
    await remove();
  }
});
