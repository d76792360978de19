import type { UserId } from '@meridian/core/ids';
import type { Selectable } from 'kysely';
import { REBATE_LEVELS } from '@meridian/core/rebate/rebate-commands';
import type { Queries } from '../../database/database.ts';
import type { RebateTables } from './rebate-tables.ts';

export type LineRow = Selectable<RebateTables['rebate_lines']>;

/** Shares that a user got, by level, and of the last day that was paid. Units of a currency. */
export async function totalsOf(
  queries: Queries,
  user: UserId,
  currency: number,
): Promise<{ readonly levels: readonly bigint[]; readonly lastDay: bigint }> {
  const own = queries
    .selectFrom('rebate_lines')
    .where('user_id', '=', BigInt(user))
    .where('currency', '=', currency);
  const [byLevel, last] = await Promise.all([
    own
      .select(['level', ({ fn }) => fn.sum<string>('amount').as('amount')])
      .groupBy('level')
      .execute(),
    own
      .select(['day', ({ fn }) => fn.sum<string>('amount').as('amount')])
      .groupBy('day')
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const levels = Array.from({ length: REBATE_LEVELS }, (_, index) =>
    BigInt(byLevel.find(({ level }) => level === index + 1)?.amount ?? 0),
  );
  return { levels, lastDay: BigInt(last?.amount ?? 0) };
}

/** A page of shares, newest first, and how many there are. @param user undefined for everybody */
export async function linesPage(
  queries: Queries,
  { user, page, limit }: { readonly user?: UserId; readonly page: number; readonly limit: number },
): Promise<{ rows: LineRow[]; total: number }> {
  let query = queries.selectFrom('rebate_lines');
  if (user !== undefined) query = query.where('user_id', '=', BigInt(user));
  const { total } = await query
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}
