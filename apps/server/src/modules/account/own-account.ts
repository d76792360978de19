import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { makersOf } from './makers.ts';

/**
 * Operators may be customers too: none decides on an own customer, or on one of those who invited
 * them. A customer is an operator's own if it has the operator's mail address, was declared to be
 * (by number, mail address or phone number), has the phone number of one of those, or gives the
 * document that one of those was approved with. Refuses with `own_account`.
 * @param queries the transaction of the decision, if there is one: waiting for another connection
 *   while holding this one could deadlock
 */
export async function requireOther(
  queries: Queries,
  operator: number,
  user: bigint,
): Promise<void> {
  if ((await ownAmong(queries, operator, [user])).size > 0) throw new Refusal('own_account');
}

/** Those of some customers who are an operator's own, or of one of those who invited them. */
export async function ownAmong(
  queries: Queries,
  operator: number,
  users: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const operators = [BigInt(operator), ...(await makersOf(queries, BigInt(operator)))];
  const { rows } = await sql<{ id: bigint }>`
    with names as (
      select 'email' as kind, account as value from operators where id = any(${operators}::bigint[])
      union select kind, value from operator_links where operator_id = any(${operators}::bigint[])
    ), own as (
      select users.id, users.kind, users.account, users.mobile from users join names on
        (names.kind = 'user' and users.id::text = names.value)
        or (names.kind = 'email' and (users.account = names.value or users.email = names.value))
        or (names.kind = 'mobile' and (users.mobile = names.value or (users.kind = 'mobile' and users.account = names.value)))
    )
    select users.id from users where users.id = any(${[...users]}::bigint[]) and (
      users.id in (select id from own)
      or coalesce(users.mobile, case users.kind when 'mobile' then users.account end) in (select coalesce(mobile, case kind when 'mobile' then account end) from own)
      or exists (
        select 1 from identity_applications mine join own on own.id = mine.user_id join identity_applications theirs on theirs.card_hash = mine.card_hash
        where mine.status = 'approved' and theirs.user_id = users.id
      )
    )`.execute(queries);
  return new Set(rows.map(({ id }) => id));
}
