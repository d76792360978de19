import type { Queries } from '../../database/database.ts';

/**
 * Changes the second factors of an account and its recovery codes in one transaction: wherever the
 * server stops, both have changed or neither. Changes of one account run one after the other.
 */
export async function changeFactors<T>(
  queries: Queries,
  user: number,
  make: (transaction: Queries) => Promise<T>,
): Promise<T> {
  return queries.transaction().execute(async (transaction) => {
    // Of two changes at once, the second sees the result of the first.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', BigInt(user))
      .forUpdate()
      .executeTakeFirstOrThrow();
    return make(transaction);
  });
}
