import { REVIEW_STATUS } from '@meridian/contract/identity/calls';
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
  const operators = [BigInt(operator), ...(await makersOf(queries, BigInt(operator)))];
  const { rows } = await sql`
    with names as (
      select 'email' as kind, account as value from operators where id = any(${operators}::bigint[])
      union select kind, value from operator_links where operator_id = any(${operators}::bigint[])
    ), own as (
      select users.id, users.kind, users.account, users.mobile from users join names on
        (names.kind = 'user' and users.id::text = names.value)
        or (names.kind = 'email' and (users.account = names.value or users.email = names.value))
        or (names.kind = 'mobile' and (users.mobile = names.value or (users.kind = 'mobile' and users.account = names.value)))
    )
    select 1 from users where users.id = ${user} and (
      users.id in (select id from own)
      or coalesce(users.mobile, case users.kind when 'mobile' then users.account end) in (select coalesce(mobile, case kind when 'mobile' then account end) from own)
      or exists (
        select 1 from identity_applications mine join own on own.id = mine.user_id join identity_applications theirs on theirs.card_hash = mine.card_hash
        where mine.status = ${REVIEW_STATUS.approved} and theirs.user_id = users.id
      )
    )`.execute(queries);
  if (rows.length > 0) throw new Refusal('own_account');
}
