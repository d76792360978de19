import { sql } from 'kysely';
import type { Queries } from '../database/database.ts';
import { newDataKey, type Secrets } from '../secrets.ts';

export const LASTING_KEY = 'signing';

/** The purpose for which the lasting key is sealed. */
export function lastingKeyPurpose(name: string): string {
  return `lasting key ${name}`;
}

/**
 * Gives the secrets the lasting key of a database, which stays when SECRET_KEY changes. The first
 * start makes it: of a new database at random, of one that has entries of the operators' log or
 * hashes of documents as they were made. Throws `Fault` configuration_invalid where it does not
 * open.
 */
export async function openLastingKey(queries: Queries, secrets: Secrets): Promise<void> {
  const find = () =>
    queries
      .selectFrom('lasting_keys')
      .select('sealed')
      .where('name', '=', LASTING_KEY)
      .executeTakeFirst();
  if ((await find()) === undefined) {
    const { rows } = await sql<{ is_used: boolean }>`
      select exists (select from audit_log where keyed) or exists (select from identity_applications where card_hash is not null) as is_used`.execute(
      queries,
    );
    const key = rows[0]?.is_used === false ? newDataKey() : secrets.firstLastingKey;
    const sealed = secrets.seal(lastingKeyPurpose(LASTING_KEY), key.toString('base64'));
    await queries
      .insertInto('lasting_keys')
      .values({ name: LASTING_KEY, sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const row = await find();
  if (row !== undefined)
    secrets.useLastingKey(
      Buffer.from(secrets.open(lastingKeyPurpose(LASTING_KEY), row.sealed), 'base64'),
    );
}
