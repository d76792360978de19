import type { Queries } from '../../database/database.ts';
import { Refusal } from '../../gateway/refusal.ts';

/**
 * The one rule of who may decide on what another operator has asked for: nobody on what they proposed themselves. Refuses with `own_account`.
 * @param proposer number of the operator who asked
 * @param decider number of the operator who decides
 */
export async function requireSecond(_queries: Queries, { proposer, decider }: { readonly proposer: bigint; readonly decider: number }): Promise<void> {
  if (proposer === BigInt(decider)) throw new Refusal('own_account');
  return Promise.resolve();
}
