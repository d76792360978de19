import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';

/** Nobody pages through more; counting a million matches takes longer than finding them. */
const MOST_COUNTED = 10_000;
const LONGEST_ID = 15;
/** Each has an index on its beginning. */
const NAMES = ['account', 'email', 'mobile', 'account_number'] as const;

interface Wanted {
  /**
   * The beginning of the account, the address, the phone number or the account number; or the id.
   */
  readonly q?: string | undefined;
}

/**
 * The matching customers, newest first.
 * @param page from 1
 */
export function customersPage(queries: Queries, { q, page }: Wanted & { readonly page: number }) {
  const found = queries
    .selectFrom('users')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(OFFICE_ROWS)
    .offset((page - 1) * OFFICE_ROWS);
  return q === undefined ? found : found.where((where) => where.or(matches(where, q)));
}

/** Number of matches, counted to ten thousand. */
export function customersCount(queries: Queries, { q }: Wanted) {
  const counted =
    q === undefined
      ? queries.selectFrom('users').select('id').limit(MOST_COUNTED)
      : unionOfMatches(queries, q);
  return queries
    .selectFrom(counted.as('found'))
    .select(({ fn }) => fn.countAll<bigint>().as('count'));
}

/** Ids of the matches, at most ten thousand. */
export async function customerIds(queries: Queries, q: string): Promise<number[]> {
  return (await unionOfMatches(queries, q).execute()).map(({ id }) => Number(id));
}

/** The accounts of users, by id. */
export async function accountsOf(
  queries: Queries,
  users: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (users.length === 0) return new Map();
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'account'])
    .where('id', 'in', users.map(BigInt))
    .execute();
  return new Map(rows.map(({ id, account }) => [Number(id), account]));
}

/**
 * Each index by itself, and only up to the counted limit: the planner would read the whole table
 * for a common beginning.
 */
function unionOfMatches(queries: Queries, q: string) {
  const ofName = (name: (typeof NAMES)[number]) =>
    queries
      .selectFrom(
        queries
          .selectFrom('users')
          .select('id')
          .where(name, 'like', prefixOf(q))
          .limit(MOST_COUNTED)
          .as('part'),
      )
      .select('id');
  const byName = NAMES.slice(1).reduce(
    (union, name) => union.union(ofName(name)),
    ofName(NAMES[0]),
  );
  const id = idOf(q);
  return (
    id === undefined
      ? byName
      : byName.union(queries.selectFrom('users').select('id').where('id', '=', id))
  ).limit(MOST_COUNTED);
}

function matches(where: ExpressionBuilder<Tables, 'users'>, q: string) {
  const byName = NAMES.map((name) => where(name, 'like', prefixOf(q)));
  const id = idOf(q);
  return id === undefined ? byName : [...byName, where('id', '=', id)];
}

function prefixOf(q: string): string {
  return `${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
}

function idOf(q: string): bigint | undefined {
  const text = q.trim();
  return /^\d+$/.test(text) && text.length <= LONGEST_ID ? BigInt(text) : undefined;
}
