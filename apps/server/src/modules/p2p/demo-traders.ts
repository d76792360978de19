import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';

interface DemoTradersParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
}

export interface DemoTrader {
  /** As verified, and of the holder of each account. */
  readonly realName: string;
  /** Of Alipay and WeChat. */
  readonly account: string;
  /** When the accounts were saved: nobody is paid to one within a day after that. */
  readonly savedAt: Date;
}

/**
 * Demo mode only: the verified name of an account, and saved accounts for all ways to be paid.
 * Accounts that the owner has saved since, and the owner's application, stay. Names and accounts
 * are those of nobody.
 */
export async function furnishTrader(
  { queries, fields }: DemoTradersParts,
  user: UserId,
  { realName, account, savedAt }: DemoTrader,
): Promise<void> {
  const user_id = BigInt(user);
  const applied = await queries
    .selectFrom('identity_applications')
    .select('id')
    .where('user_id', '=', user_id)
    .where('kind', '=', 'identity')
    .executeTakeFirst();
  if (applied === undefined) {
    const name = { name: realName, status: 'approved', reviewed_at: savedAt } as const;
    const document = { card_id: null, card_hash: null, pictures: [], reviewed_by: null };
    await queries
      .insertInto('identity_applications')
      .values({
        ...{ user_id, kind: 'identity', submitted_at: savedAt, ...document },
        ...fields.seal('identity_applications', user, name),
      })
      .execute();
  }
  const payment = {
    ...{ user_id, real_name: realName, updated_at: savedAt },
    ...{ bank_name: 'Demo Bank', bank_account: `62000000${user}`, bank_since: savedAt },
    ...{ alipay_account: account, alipay_since: savedAt },
    ...{ wechat_nickname: realName, wechat_account: account, wechat_since: savedAt },
  };
  await queries
    .insertInto('payment_methods')
    .values(fields.seal('payment_methods', user, payment))
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** The visitors' accounts: a newcomer buys and sells at once. @param users in their order */
export async function furnishVisitors(
  parts: DemoTradersParts,
  users: readonly UserId[],
): Promise<void> {
  for (const [index, user] of users.entries())
    await furnishTrader(parts, user, {
      realName: `Demo Visitor ${index + 1}`,
      account: `visitor${index + 1}@demo.example`,
      savedAt: new Date(0),
    });
}
