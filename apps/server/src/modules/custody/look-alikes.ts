import { looksAlike } from '@meridian/contract/custody/look-alike';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';

const END = 4;

/** A withdrawal's destination, and its customer. */
export interface Destination {
  readonly user: bigint;
  readonly address: string;
  /** Only withdrawals with a lower id count; all of them if undefined. */
  readonly before?: bigint;
}

interface Known {
  readonly user_id: bigint;
  readonly address: string;
  /** Id of the first withdrawal to it; null for an address of the book. */
  readonly first: bigint | null;
}

/**
 * For each destination, another address that a person could mistake for it, among those that this
 * customer has used before or has in the book; '' where there is none.
 */
export async function lookAlikes(
  queries: Queries,
  destinations: readonly Destination[],
): Promise<string[]> {
  if (destinations.length === 0) return [];
  const known = await knownWithSameEnds(queries, destinations);
  return destinations.map(({ user, address, before }) => {
    const found = known.find(
      (one) =>
        one.user_id === user &&
        looksAlike(one.address, address) &&
        (one.first === null || before === undefined || one.first < before),
    );
    return found?.address ?? '';
  });
}

/**
 * Few rows: the database compares the ends only. The caller compares whole addresses with the one
 * function for it.
 */
async function knownWithSameEnds(
  queries: Queries,
  destinations: readonly Destination[],
): Promise<readonly Known[]> {
  const users = sql.join([...new Set(destinations.map(({ user }) => user))]);
  const ends = sql.join([
    ...new Set(destinations.map(({ address }) => address.slice(-END).toLowerCase())),
  ]);
  const { rows } = await sql<Known>`
    SELECT user_id, address, min(id) AS first FROM withdrawals WHERE user_id IN (${users}) AND lower(right(address, ${END})) IN (${ends}) GROUP BY user_id, address
    UNION ALL
    SELECT user_id, address, null FROM withdrawal_addresses WHERE user_id IN (${users}) AND removed_at IS NULL AND lower(right(address, ${END})) IN (${ends})`.execute(
    queries,
  );
  return rows;
}
