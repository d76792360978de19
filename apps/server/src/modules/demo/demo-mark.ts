import type { UserId } from '@meridian/core/ids';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Queries } from '../../database/database.ts';
import { Fault } from '../../fault.ts';
import { hasDemoAccounts } from './demo-accounts.ts';
import { hasDemoOperator } from './demo-operator.ts';

/** Balances of an account: one that never moved is not listed. */
interface Moved {
  balances(user: UserId): { readonly length: number };
}

/**
 * Refuses, with `configuration_invalid`, a database that the other mode has used. A demo is
 * recognized by its journal: one of its first acts is to fund the bot that makes its markets, and
 * no command removes an account from the ledger. Rows can be deleted, the journal cannot.
 *
 * @param mode the one that is about to start: nothing has been written yet
 */
export async function refuseOtherMode(
  mode: 'demo' | 'production',
  { queries, live }: { readonly queries: Queries; readonly live: Moved },
): Promise<void> {
  const isDemo =
    live.balances(SYSTEM.demoMaker).length > 0 ||
    (await hasDemoAccounts(queries)) ||
    (await hasDemoOperator(queries));
  if (mode === 'production' && isDemo)
    throw new Fault(
      'configuration_invalid',
      'MODE=production refuses a database that was a demo: its coins are play money, and everybody knows its passwords',
    );
  if (mode === 'demo' && !isDemo && (await hasPeople(queries)))
    throw new Fault(
      'configuration_invalid',
      'MODE=demo refuses a database with customers or operators that is no demo: it would open it to everybody. Set MODE=production',
    );
}

async function hasPeople(queries: Queries): Promise<boolean> {
  const [user, operator] = await Promise.all([
    queries.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    queries.selectFrom('operators').select('id').limit(1).executeTakeFirst(),
  ]);
  return user !== undefined || operator !== undefined;
}
