import { Refusal } from '../../gateway/refusal.ts';

/**
 * The one rule of who may decide on what another operator has asked for: nobody on what they proposed themselves. Refuses with `own_account`.
 * @param proposer number of the operator who asked
 * @param decider number of the operator who decides
 */
export function requireSecond({ proposer, decider }: { readonly proposer: bigint; readonly decider: number }): void {
  if (proposer === BigInt(decider)) throw new Refusal('own_account');
}
