import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTemporaryDatabase } from '../../database/temporary-database.ts';

const MIGRATION = join(import.meta.dirname, '../../../migrations/151-review-words.sql');

/** The two columns as an earlier version has them. */
const EARLIER = `
  alter table users drop constraint users_review_status_check;
  alter table users alter column review_status drop default;
  alter table users alter column review_status type smallint using 0;
  alter table users alter column review_status set default 0;
  alter table users add constraint users_review_status_check check (review_status in (0, 1, 2, 3));
  drop index identity_applications_open;
  alter table identity_applications drop constraint identity_applications_status_check;
  alter table identity_applications alter column status drop default;
  alter table identity_applications alter column status type smallint using 1;
  alter table identity_applications alter column status set default 1;
  alter table identity_applications add constraint identity_applications_status_check check (status in (1, 2, 3));
  create unique index identity_applications_open on identity_applications (user_id, kind) where status in (1, 2)`;

test('reviews that an earlier version stored with the numbers of the wire have our words', async () => {
  const { queries, remove } = await openTemporaryDatabase();
  try {
    await sql.raw(EARLIER).execute(queries);
    await sql`
      insert into users (account, kind, country_code, password_hash, extension_code, account_number, review_status)
      select number || '@test', 'email', '', '', number, number, number from generate_series(0, 3) as number`.execute(
      queries,
    );
    await sql`
      insert into identity_applications (user_id, kind, status, pictures, submitted_at)
      select id, 'identity', review_status, '{}', now() from users where review_status > 0`.execute(
      queries,
    );
    await sql.raw(readFileSync(MIGRATION, 'utf8')).execute(queries);
    const rows = await queries
      .selectFrom('users')
      .leftJoin('identity_applications', 'user_id', 'users.id')
      .select(['account', 'review_status', 'status'])
      .orderBy('account')
      .execute();
    expect(rows).toEqual([
      { account: '0@test', review_status: 'none', status: null },
      { account: '1@test', review_status: 'underReview', status: 'underReview' },
      { account: '2@test', review_status: 'approved', status: 'approved' },
      { account: '3@test', review_status: 'rejected', status: 'rejected' },
    ]);
  } finally {
    await remove();
  }
});
