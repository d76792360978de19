import { sql } from 'kysely';

/**
 * An id of the wire can exceed the column's range: then no such row exists, and the database must
 * not throw.
 */
export function asBigint(id: number) {
  return sql<number>`${id}::bigint`;
}
