import { randomInt } from 'node:crypto';
import { DEFAULT_EXTENSION_CODE } from '@meridian/contract/account/extension-code';
import type { Language } from '@meridian/contract/languages';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { AccountName } from './account-name.ts';
import type { AccountTables, ReviewState } from './account-tables.ts';

export type UserRow = Selectable<AccountTables['users']>;

export interface NewAccount {
  readonly name: AccountName;
  readonly language: Language;
  readonly passwordHash: string;
  readonly referrer: bigint | null;
  /** Nationality, ISO 3166-1 numeric. */
  readonly country?: number | undefined;
  /** `approved` for accounts that the demo verifies by itself. */
  readonly reviewState?: ReviewState;
}

/** Without letters and digits that are mistaken for each other. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const UNIQUE_VIOLATION = '23505';
const DRAWS = 5;
const NAME_CONSTRAINTS: ReadonlySet<string> = new Set(['users_email_key', 'users_mobile_key']);

/** Opens an account and returns its user id. Refuses with `account_taken`. */
export async function createAccount(
  queries: Queries,
  { name, language, passwordHash, referrer, country, reviewState = 'none' }: NewAccount,
): Promise<number> {
  const { kind, account } = name;
  const fixed = {
    account,
    kind,
    country_code: name.countryCode,
    [kind]: account,
    language,
    password_hash: passwordHash,
    referrer_id: referrer,
    country_id: country ?? null,
    review_status: reviewState,
  };
  for (let draw = 1; ; draw++) {
    try {
      const row = {
        ...fixed,
        extension_code: drawExtensionCode(),
        account_number: drawAccountNumber(),
      };
      const { id } = await queries
        .insertInto('users')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      return Number(id);
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code !== UNIQUE_VIOLATION) throw error;
      if (constraint !== undefined && NAME_CONSTRAINTS.has(constraint))
        throw new Refusal('account_taken', { field: 'user_string' });
      // The drawn code or number is taken: draw again.
      if (draw === DRAWS) throw error;
    }
  }
}

/** The account with this mail address or phone number, in the form of `loginName`. */
export function findByName(queries: Queries, name: string): Promise<UserRow | undefined> {
  return queries
    .selectFrom('users')
    .selectAll()
    .where(name.includes('@') ? 'email' : 'mobile', '=', name)
    .executeTakeFirst();
}

/**
 * Adds a mail address or phone number as a login name. Returns the account as it was before.
 * Refuses with `account_taken`.
 */
export async function bindName(
  queries: Queries,
  user: number,
  { kind, account, countryCode }: AccountName,
): Promise<UserRow> {
  const change =
    kind === 'email' ? { email: account } : { mobile: account, country_code: countryCode };
  try {
    return await queries.transaction().execute(async (transaction) => {
      const before = await transaction
        .selectFrom('users')
        .selectAll()
        .where('id', '=', BigInt(user))
        .forUpdate()
        .executeTakeFirstOrThrow();
      await transaction
        .updateTable('users')
        .set(({ eb }) => ({
          ...change,
          account: eb.case().when('kind', '=', kind).then(account).else(eb.ref('account')).end(),
        }))
        .where('id', '=', BigInt(user))
        .execute();
      return before;
    });
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === UNIQUE_VIOLATION && constraint !== undefined && NAME_CONSTRAINTS.has(constraint))
      throw new Refusal('account_taken');
    throw error;
  }
}

export function findById(queries: Queries, user: number): Promise<UserRow> {
  return queries
    .selectFrom('users')
    .selectAll()
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
}

/**
 * The user with this invitation code; null without a code or with the default one, which belongs to
 * no user. Refuses an unknown one.
 */
export async function findReferrer(
  queries: Queries,
  extensionCode: string = DEFAULT_EXTENSION_CODE,
): Promise<bigint | null> {
  const code = extensionCode.trim().toUpperCase();
  if (code === DEFAULT_EXTENSION_CODE) return null;
  const row = await queries
    .selectFrom('users')
    .select('id')
    .where('extension_code', '=', code)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('extension_code_unknown', { field: 'extension_code' });
  return row.id;
}

function drawExtensionCode(): string {
  return Array.from(
    { length: CODE_LENGTH },
    () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
  ).join('');
}

/**
 * Eleven digits, as screens mask them (first three and last four shown). The first is 8 or 9, which
 * no phone number has.
 */
function drawAccountNumber(): string {
  return String(randomInt(80_000, 100_000)) + String(randomInt(1_000_000)).padStart(6, '0');
}

/** Chooses the language of an account's mails and text messages. */
export async function saveLanguage(
  queries: Queries,
  user: number,
  language: Language,
): Promise<void> {
  await queries.updateTable('users').set({ language }).where('id', '=', BigInt(user)).execute();
}
