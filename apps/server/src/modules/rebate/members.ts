import type { UserId } from '@meridian/core/ids';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Rounds } from '../../rounds.ts';
import type { LiveView } from '../live-view.ts';

const EVERY_MS = 15_000;
/** New members of a round: the rest comes with the next. */
const AT_ONCE = 500;

export interface MemberServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly identities: {
    /** Undefined for a user who is not verified; a person stands for a document, in any account. */
    verifiedPerson(user: UserId): Promise<{ readonly person: string } | undefined>;
  };
  readonly warn: (trouble: string) => void;
}

/**
 * Tells the core which customers are verified, and which are so no longer, or have closed the
 * account: also those who have invited nobody yet, because a chain ends at a user who was no member
 * before its day.
 */
export function memberRounds(services: MemberServices): Rounds {
  let isTold = false;
  const round = async (): Promise<void> => {
    await tellMembers(services);
    if (!isTold) await tellPersons(services);
    isTold = true;
  };
  return new Rounds(round, {
    everyMs: EVERY_MS,
    onTrouble: (trouble) =>
      services.warn(`members of rebates could not be told to the engine: ${trouble}`),
  });
}

async function tellMembers({ engine, live, queries, identities }: MemberServices): Promise<void> {
  const verified = sql`(review_status = 'approved' and closed_at is null)`;
  const { rows } = await sql<{ id: bigint; inviter: bigint; is_verified: boolean }>`
    select users.id, coalesce(referrer_id, 0) as inviter, ${verified} as is_verified
    from users left join rebate_members on user_id = users.id
    where coalesce(is_member, false) <> ${verified}
    order by users.id limit ${AT_ONCE}`.execute(queries);
  for (const { id, inviter, is_verified: isVerified } of rows) {
    const user = Number(id) as UserId;
    // The tables may lag behind the engine.
    if (live.rebate.isMember(user) === isVerified) continue;
    const person = isVerified ? (await identities.verifiedPerson(user))?.person : '';
    if (person === undefined) continue;
    await engine.submit({ kind: 'rebate.member', user, person, inviter: Number(inviter) });
  }
}

/** Members whom the engine knows as another person: their documents were hashed anew since. */
async function tellPersons({ engine, live, queries, identities }: MemberServices): Promise<void> {
  for (const [user, known] of [...live.rebate.persons]) {
    const person = (await identities.verifiedPerson(user))?.person;
    if (person === undefined || person === known) continue;
    const { referrer_id } = await queries
      .selectFrom('users')
      .select('referrer_id')
      .where('id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    // Verified no longer, or closed: the next round takes them out.
    if (live.rebate.persons.get(user) !== known) continue;
    await engine.submit({
      kind: 'rebate.member',
      user,
      person,
      inviter: Number(referrer_id ?? 0n),
    });
  }
}
