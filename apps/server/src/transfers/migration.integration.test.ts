/** Migration 110 settles the state of transfers that an earlier version had begun and not ended. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from '../database/temporary-database.ts';

const USER = 100_000n;
const text = readFileSync(join(import.meta.dirname, '../../migrations/110-transfers.sql'), 'utf8');
/** Its part that looks at rows; the tables are as it leaves them. */
const LOOK = text.slice(text.indexOf('do $$'), text.indexOf('-- The core was told'));

let database: TemporaryDatabase;

beforeAll(async () => {
  database = await openTemporaryDatabase();
  const { queries } = database;
  const row = {
    account: 'a@test',
    kind: 'email',
    country_code: '',
    password_hash: '',
    extension_code: '1',
    referrer_id: null,
    account_number: '1',
  } as const;
  await queries.insertInto('users').values(row).execute();
  await sql`insert into operators (account, name, role, password_hash) values ('o@test', 'O', 'owner', '')`.execute(
    queries,
  );
  await sql`insert into contest_seasons (name, state, start_at, end_at, start_balance, prizes) values ('Autumn', 'ended', now(), now() + interval '1 day', 1, '[]')`.execute(
    queries,
  );
});
afterAll(() => database?.remove());
beforeEach(async () => {
  await sql`truncate payment_intents, acceptor_deals, deal_statements, contest_entries, adjustments, statements`.execute(
    database.queries,
  );
  await sql`update projection_position set seq = (select head_seq from journal_fence)`.execute(
    database.queries,
  );
});

function migrate(): Promise<unknown> {
  return sql.raw(LOOK).execute(database.queries);
}

/** A prize that is being paid and an adjustment that is proposed, each with its number. */
async function inTheMiddle(): Promise<{ season: string; adjustment: string }> {
  const { queries } = database;
  const entry = await sql<{
    season: string;
  }>`insert into contest_entries (season, user_id, joined_at, prize, prize_state) select id, ${USER}, now(), 5, 'paying' from contest_seasons returning season`.execute(
    queries,
  );
  const adjustment = await sql<{
    id: string;
  }>`insert into adjustments (user_id, wallet, currency, amount, reason, proposed_by, proposed_at) select ${USER}, 'spot', 3, 5, 'x', id, now() from operators returning id`.execute(
    queries,
  );
  return { season: String(entry.rows[0]?.season), adjustment: String(adjustment.rows[0]?.id) };
}

async function states(): Promise<unknown> {
  const { rows } =
    await sql`select (select prize_state from contest_entries) as prize, (select state from adjustments) as adjustment`.execute(
      database.queries,
    );
  return rows[0];
}

test('what the statement knows is paid, and what it does not know is open', async () => {
  const { season, adjustment } = await inTheMiddle();
  await migrate();
  expect(await states()).toEqual({ prize: 'open', adjustment: 'proposed' });
  await database.queries.updateTable('contest_entries').set({ prize_state: 'paying' }).execute();
  for (const [id, reference] of [`contest-${season}-prize`, `adjustment-${adjustment}`].entries()) {
    await sql`insert into statements (user_id, id, wallet, currency, amount, balance_after, reason, subject, reference, seq, time_ms) values (${USER}, ${id}, 'spot', 3, 5, 5, 'credit', 0, ${reference}, 1, 1)`.execute(
      database.queries,
    );
  }
  await migrate();
  expect(await states()).toEqual({ prize: 'paid', adjustment: 'approved' });
});

test('a statement that lags behind the journal decides nothing', async () => {
  await inTheMiddle();
  await sql`update projection_position set seq = -1`.execute(database.queries);
  await expect(migrate()).rejects.toThrow('the histories lag behind the journal');
  expect(await states()).toEqual({ prize: 'paying', adjustment: 'proposed' });
});

test('payments and deals under way are ended by the version that began them', async () => {
  await sql`insert into payment_intents (order_id, user_id, account, money, amount, rate, lang, status, created_at, expires_at, updated_at) values ('a', ${USER}, 'p', 1, 1, '7', 'en', 'crediting', now(), now(), now())`.execute(
    database.queries,
  );
  await expect(migrate()).rejects.toThrow('payments or deals are under way');
});
