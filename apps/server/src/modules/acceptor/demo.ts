import type { Queries } from '../../database/database.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';

/** Demo mode only: makes one of the demo users an acceptor, once. */
export async function ensureDemoAcceptor(
  { queries, fields }: { readonly queries: Queries; readonly fields: SealedFields },
  user: number,
): Promise<void> {
  await queries
    .insertInto('acceptors')
    .values({
      ...{
        user_id: BigInt(user),
        name: 'Meridian Desk',
        recharge_amount: 50_000_00n,
        recharge_rate: 7_2500n,
        cash_amount: 50_000_00n,
        cash_rate: 7_1500n,
      },
      ...fields.seal('acceptors', user, {
        ...{
          wechat_nickname: 'Meridian Desk',
          wechat_account: 'meridian-desk',
          ali_nickname: 'Meridian Desk',
          ali_account: 'desk@meridian.test',
        },
        ...{
          bank_name: 'Demo Bank',
          bank_account: '6200000000000000001',
          bank_address: 'Demo Branch',
        },
      }),
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}
