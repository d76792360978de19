import { APPEAL_STATEMENTS } from '@meridian/contract/p2p/bounds';
import type { UserId } from '@meridian/core/ids';
import type { AppealId } from '@meridian/core/p2p/p2p-commands';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';

export interface P2pStatement {
  readonly id: number;
  readonly appeal: AppealId;
  readonly user: UserId;
  readonly text: string;
  /** Ids of evidence. */
  readonly files: readonly string[];
  readonly atMs: number;
}

interface Kept {
  readonly queries: Queries;
  readonly fields: SealedFields;
}

/** The text of a statement as it is kept. Refuses an empty one. */
export function statementText(statement: string): string {
  const text = statement.replaceAll('\r\n', '\n').trim();
  if (text === '') throw new Refusal('field_missing', { field: 'statement' });
  return text;
}

/**
 * Keeps a statement on an appeal. One that comes again under its key is there already. Refuses more
 * than each side may make, and another text under the same key. The caller must have checked that
 * the user may speak.
 * @param files ids of the user's own evidence
 * @returns its number, undefined where it was there already
 */
export async function addStatement(
  { queries, fields }: Kept,
  {
    appeal,
    user,
    text,
    files,
    key = null,
  }: Pick<P2pStatement, 'appeal' | 'user' | 'text' | 'files'> & { readonly key?: string | null },
): Promise<bigint | undefined> {
  const ofUser = { appeal: BigInt(appeal), user_id: BigInt(user) };
  return queries.transaction().execute(async (transaction) => {
    // One statement of a user at a time.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', ofUser.user_id)
      .forUpdate()
      .execute();
    const own = await transaction
      .selectFrom('p2p_statements')
      .selectAll()
      .where('appeal', '=', ofUser.appeal)
      .where('user_id', '=', ofUser.user_id)
      .execute();
    const same = own.find(({ request_key }) => key !== null && request_key === key);
    if (same !== undefined) {
      const known = fields.open('p2p_statements', same.user_id, same);
      const isSame = known.text === text && known.files.join() === files.join();
      if (!isSame) throw new Refusal('idempotency_key_reused');
      return undefined;
    }
    if (own.length >= APPEAL_STATEMENTS.perSide) throw new Refusal('statements_too_many');
    const { id } = await transaction
      .insertInto('p2p_statements')
      .values({
        ...ofUser,
        ...fields.seal('p2p_statements', user, { text }),
        files: [...files],
        request_key: key,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Takes a statement back that the core refused as an answer: a refusal leaves nothing. */
export async function removeStatement(queries: Queries, id: bigint): Promise<void> {
  await queries.deleteFrom('p2p_statements').where('id', '=', id).execute();
}

/** Statements on appeals, oldest first. The caller must have checked the access. */
export async function statementsOf(
  { queries, fields }: Kept,
  appeals: readonly AppealId[],
): Promise<P2pStatement[]> {
  if (appeals.length === 0) return [];
  const rows = await queries
    .selectFrom('p2p_statements')
    .selectAll()
    .where('appeal', 'in', appeals.map(BigInt))
    .orderBy('id')
    .execute();
  return rows.map(({ id, appeal, user_id, text, files, created_at }) => ({
    id: Number(id),
    appeal: Number(appeal),
    user: Number(user_id),
    ...fields.open('p2p_statements', user_id, { text }),
    files,
    atMs: created_at.getTime(),
  }));
}
