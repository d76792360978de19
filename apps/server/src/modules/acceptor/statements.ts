import { STATEMENT_RULES } from '@meridian/contract/acceptor/bounds';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { ownDeal, type Role } from './deals.ts';

export interface Statement {
  readonly id: number;
  readonly by: Role;
  readonly user: UserId;
  readonly account: string;
  readonly text: string;
  /** Ids of pictures. */
  readonly pictures: readonly string[];
  readonly at: Date;
}

interface Kept {
  readonly queries: Queries;
  readonly fields: SealedFields;
}

/**
 * Stores one side's statement about a disputed deal. Refuses other users' deals like unknown ones,
 * deals without a dispute, an empty text, and more statements than each side may make.
 * @param pictures ids of the user's own pictures
 */
export async function addStatement(
  { queries, fields }: Kept,
  {
    id,
    user,
    text,
    pictures,
  }: {
    readonly id: number;
    readonly user: UserId;
    readonly text: string;
    readonly pictures: readonly string[];
  },
): Promise<void> {
  const words = text.trim();
  if (words === '') throw new Refusal('field_missing', { field: 'text' });
  const { deal } = await ownDeal(queries, id, user);
  await queries.transaction().execute(async (transaction) => {
    // Locks the deal: one statement at a time, and none during a ruling.
    const { status } = await transaction
      .selectFrom('acceptor_deals')
      .select('status')
      .where('id', '=', deal.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (status !== 'disputed') throw new Refusal('deal_not_disputed', { field: 'id' });
    const { count } = await transaction
      .selectFrom('deal_statements')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('deal', '=', deal.id)
      .where('user_id', '=', BigInt(user))
      .executeTakeFirstOrThrow();
    if (count >= BigInt(STATEMENT_RULES.perSide)) throw new Refusal('statements_too_many');
    await transaction
      .insertInto('deal_statements')
      .values({
        deal: deal.id,
        user_id: BigInt(user),
        ...fields.seal('deal_statements', user, { text: words }),
        pictures: [...pictures],
        created_at: new Date(),
      })
      .execute();
  });
}

/** Statements of both sides of a deal, oldest first. The caller must have checked the access. */
export async function statementsOf({ queries, fields }: Kept, deal: bigint): Promise<Statement[]> {
  const rows = await queries
    .selectFrom('deal_statements')
    .innerJoin('acceptor_deals', 'acceptor_deals.id', 'deal_statements.deal')
    .innerJoin('users', 'users.id', 'deal_statements.user_id')
    .select([
      'deal_statements.id',
      'deal_statements.user_id',
      'deal_statements.text',
      'deal_statements.pictures',
      'deal_statements.created_at',
      'acceptor_deals.seller_id',
      'users.account',
    ])
    .where('deal_statements.deal', '=', deal)
    .orderBy('deal_statements.id')
    .execute();
  return rows.map(({ id, user_id, seller_id, account, text, pictures, created_at }) => ({
    id: Number(id),
    by: user_id === seller_id ? 'seller' : 'buyer',
    user: Number(user_id),
    account,
    ...fields.open('deal_statements', user_id, { text }),
    pictures,
    at: created_at,
  }));
}
