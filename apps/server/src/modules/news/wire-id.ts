import { sql } from 'kysely';

/**
 * An id of the wire may be larger than the column: then there is no such row, which is no error of
 * the database.
 */
export function asBigint(id: number) {
  return sql<number>`${id}::bigint`;
}
