/**
 * Seals values that are not sealed under the newest key: those that an earlier version left plain,
 * and those that an older key has sealed.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../database/database.ts';
import { isSealedText, type Secrets } from '../secrets.ts';
import { lastingKeyPurpose } from './lasting-key.ts';
import { fieldPurpose, SEALED_FIELDS, type SealedTable } from './sealed-fields.ts';
import { pictureKeyPurpose, sealPicture } from './sealed-picture.ts';

/** Of these a user has one row. */
const ONE_A_USER: ReadonlySet<SealedTable> = new Set([
  'payment_methods',
  'p2p_webhooks',
  'closed_accounts',
]);
/** Rows that are read at a time. */
const BATCH = 200;
/** Pictures are large. */
const PICTURES_BATCH = 10;

interface SealedColumn {
  readonly table: string;
  /** The column that identifies the row. */
  readonly key: string;
  readonly column: string;
  /**
   * The purpose for which the value is sealed. @param owner the row's `user_id` where the table has
   * one, else its key
   */
  readonly purpose: (owner: string) => string;
  /** The column whose value `purpose` is given. */
  readonly owner: string;
}

/**
 * Everything that is sealed as bytes. A column that is missing here keeps an old key from being
 * given up.
 */
const SEALED_BYTES: readonly SealedColumn[] = [
  {
    table: 'identity_applications',
    key: 'id',
    column: 'card_id',
    owner: 'user_id',
    purpose: (user) => `document ${user}`,
  },
  ...(['secret', 'pending'] as const).map((column) => ({
    table: 'totp_secrets',
    key: 'user_id',
    column,
    owner: 'user_id',
    purpose: (user: string) => `totp ${user}`,
  })),
  ...(['totp_secret', 'totp_pending'] as const).map((column) => ({
    table: 'operators',
    key: 'id',
    column,
    owner: 'id',
    purpose: (operator: string) => `operator totp ${operator}`,
  })),
  ...(['pictures', 'p2p_evidence'] as const).map((table) => ({
    table,
    key: 'id',
    column: 'data_key',
    owner: 'id',
    purpose: pictureKeyPurpose,
  })),
  {
    table: 'lasting_keys',
    key: 'name',
    column: 'sealed',
    owner: 'name',
    purpose: lastingKeyPurpose,
  },
];

/** Everything that is sealed as text. */
const SEALED_TEXTS: readonly SealedColumn[] = (Object.keys(SEALED_FIELDS) as SealedTable[]).flatMap(
  (table) =>
    SEALED_FIELDS[table].map((column) => ({
      table,
      key: ONE_A_USER.has(table) ? 'user_id' : 'id',
      column,
      owner: 'user_id',
      purpose: (user: string) => fieldPurpose(table, column, BigInt(user)),
    })),
);

interface Row<T> {
  readonly key: string;
  readonly owner: string;
  readonly value: T;
}

/**
 * Seals everything under the newest key, in batches, each row only if nobody has changed it
 * meanwhile: a server may run beside it. Afterwards no older key is needed. Throws `Fault`
 * configuration_invalid where something does not open.
 *
 * @returns how many values were sealed
 */
export async function resealAll(queries: Queries, secrets: Secrets): Promise<number> {
  let sealed = await sealPlainPictures(queries, secrets);
  for (const column of SEALED_TEXTS) {
    const open = (row: Row<string>): string =>
      isSealedText(row.value) ? secrets.openText(column.purpose(row.owner), row.value) : row.value;
    sealed += await renew(queries, column, {
      isOld: isOldText(secrets, column),
      renewed: (row: Row<string>) => secrets.sealText(column.purpose(row.owner), open(row)),
    });
  }
  for (const column of SEALED_BYTES) {
    const renewed = ({ owner, value }: Row<Buffer>): Buffer =>
      secrets.seal(column.purpose(owner), secrets.open(column.purpose(owner), value));
    sealed += await renew(queries, column, { isOld: isOldBytes(secrets, column), renewed });
  }
  return sealed;
}

/** How many values are not sealed under the newest key. */
export async function countOld(queries: Queries, secrets: Secrets): Promise<number> {
  let old = 0;
  const count = async (table: string, isOld: RawBuilder<unknown>): Promise<void> => {
    const { rows } = await sql<{
      count: bigint;
    }>`select count(*) as count from ${sql.table(table)} where ${isOld}`.execute(queries);
    old += Number(rows[0]?.count ?? 0);
  };
  for (const column of SEALED_TEXTS) await count(column.table, isOldText(secrets, column));
  for (const column of SEALED_BYTES) await count(column.table, isOldBytes(secrets, column));
  await count('pictures', sql`data_key is null`);
  return old;
}

function isOldBytes(secrets: Secrets, { column }: SealedColumn): RawBuilder<unknown> {
  return sql`${sql.ref(column)} is not null and substring(${sql.ref(column)} from 1 for ${secrets.newestPrefix.length}) <> ${secrets.newestPrefix}`;
}

function isOldText(secrets: Secrets, { column }: SealedColumn): RawBuilder<unknown> {
  const begins = sealedTextBegin(secrets);
  return sql`${sql.ref(column)} <> '' and left(${sql.ref(column)}, ${begins.length}) <> ${begins}`;
}

/**
 * How every text begins that the newest key has sealed: as many letters as the prefix alone
 * decides.
 */
function sealedTextBegin(secrets: Secrets): string {
  const whole = secrets.sealText('', '-');
  const letters = Math.floor((secrets.newestPrefix.length * 4) / 3);
  return whole.slice(0, whole.indexOf(':') + 1 + letters);
}

async function renew<T extends Buffer | string>(
  queries: Queries,
  { table, key, column, owner }: SealedColumn,
  { isOld, renewed }: { readonly isOld: RawBuilder<unknown>; readonly renewed: (row: Row<T>) => T },
): Promise<number> {
  const [of, id, value] = [sql.table(table), sql.ref(key), sql.ref(column)];
  let after: RawBuilder<unknown> = sql``;
  for (let changed = 0; ;) {
    const { rows } = await sql<
      Row<T>
    >`select ${id}::text as key, ${sql.ref(owner)}::text as owner, ${value} as value from ${of} where ${isOld} ${after} order by ${id} limit ${BATCH}`.execute(
      queries,
    );
    const last = rows.at(-1);
    if (last === undefined) return changed;
    // A value that was changed meanwhile was sealed under the newest key, so it is left alone.
    for (const row of rows)
      await sql`update ${of} set ${value} = ${renewed(row)} where ${id} = ${row.key} and ${value} = ${row.value}`.execute(
        queries,
      );
    changed += rows.length;
    after = sql`and ${id} > ${last.key}`;
  }
}

/** Pictures of a version that kept them plain. */
async function sealPlainPictures(queries: Queries, secrets: Secrets): Promise<number> {
  for (let changed = 0; ;) {
    const rows = await queries
      .selectFrom('pictures')
      .select(['id', 'content'])
      .where('data_key', 'is', null)
      .limit(PICTURES_BATCH)
      .execute();
    if (rows.length === 0) return changed;
    for (const { id, content } of rows)
      await queries
        .updateTable('pictures')
        .set(sealPicture(secrets, id, content))
        .where('id', '=', id)
        .where('data_key', 'is', null)
        .execute();
    changed += rows.length;
  }
}
