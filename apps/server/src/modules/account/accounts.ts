import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { AccountKind } from './account-name.ts';
import type { AccountTables } from './account-tables.ts';

export type UserRow = Selectable<AccountTables['users']>;

export interface NewAccount {
  readonly account: string;
  readonly kind: AccountKind;
  readonly countryCode: string;
  readonly passwordHash: string;
  readonly referrer: bigint | null;
  /** 2 for accounts that the demo verifies by itself. */
  readonly reviewStatus?: 0 | 2;
}

/** Without letters and digits that are mistaken for each other. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;
const UNIQUE_VIOLATION = '23505';
const DRAWS = 5;

/** Opens an account and returns its user id. Refuses with `account_taken`. */
export async function createAccount(queries: Queries, { account, kind, countryCode, passwordHash, referrer, reviewStatus = 0 }: NewAccount): Promise<number> {
  const fixed = { account, kind, country_code: countryCode, password_hash: passwordHash, referrer_id: referrer, review_status: reviewStatus };
  for (let draw = 1; ; draw++) {
    try {
      const row = { ...fixed, extension_code: drawExtensionCode(), account_number: drawAccountNumber() };
      const { id } = await queries.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
      return Number(id);
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (code !== UNIQUE_VIOLATION) throw error;
      if (constraint === 'users_account_key') throw new Refusal('account_taken', { field: 'user_string' });
      // The code or number that was drawn is somebody's: draw again.
      if (draw === DRAWS) throw error;
    }
  }
}

export function findByAccount(queries: Queries, account: string): Promise<UserRow | undefined> {
  return queries.selectFrom('users').selectAll().where('account', '=', account).executeTakeFirst();
}

export function findById(queries: Queries, user: number): Promise<UserRow> {
  return queries.selectFrom('users').selectAll().where('id', '=', BigInt(user)).executeTakeFirstOrThrow();
}

/** The user whose invitation code it is, null without a code. Refuses an unknown one. */
export async function findReferrer(queries: Queries, extensionCode: string | undefined): Promise<bigint | null> {
  if (extensionCode === undefined) return null;
  const row = await queries.selectFrom('users').select('id').where('extension_code', '=', extensionCode.trim().toUpperCase()).executeTakeFirst();
  if (row === undefined) throw new Refusal('extension_code_unknown', { field: 'extension_code' });
  return row.id;
}

function drawExtensionCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}

/** Eleven digits, as screens mask them (first three and last four shown). The first is 8 or 9: they are no phone numbers. */
function drawAccountNumber(): string {
  return String(randomInt(80_000, 100_000)) + String(randomInt(1_000_000)).padStart(6, '0');
}
