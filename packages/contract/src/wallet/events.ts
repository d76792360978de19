import { Type, type Static } from 'typebox';
import { DecimalOut } from '../schema/answers.ts';
import { Stamp } from '../schema/event.ts';

/** `update_balance_{user}`: the four wallets of each currency with a movement. */
export const UpdateBalanceEvent = Type.Object({
  balances: Type.Array(
    Type.Object({
      currency: Type.Integer({ description: 'currency id' }),
      currency_name: Type.String(),
      legal_balance: DecimalOut,
      lock_legal_balance: DecimalOut,
      change_balance: DecimalOut,
      lock_change_balance: DecimalOut,
      micro_balance: DecimalOut,
      lock_micro_balance: DecimalOut,
      lever_balance: DecimalOut,
      lock_lever_balance: DecimalOut,
    }),
  ),
  ...Stamp,
});
export type UpdateBalanceEvent = Static<typeof UpdateBalanceEvent>;
export function balanceEventName(user: number): string {
  return `update_balance_${user}`;
}
