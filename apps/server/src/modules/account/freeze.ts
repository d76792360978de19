import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access, Origin } from '../../gateway/access.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { notify } from '../inbox/notify.ts';
import { freezeInCore } from './restraints.ts';

interface Freezing {
  readonly queries: Queries;
  readonly access: Access;
  readonly engine: Pick<Engine, 'submit'>;
}

/**
 * Further writes in the transaction of the change: an entry of the audit log, the use of a link.
 * Receives the time of the last freeze, null if the account was not frozen.
 */
type Written = (transaction: Queries, frozenBefore: Date | null) => Promise<void>;

/** Origin of an operator's change, as shown to the owner of the account: empty. */
export const BY_OPERATOR: Origin = { address: '', device: '' };

/** The last running change of each account. */
const underWay = new Map<number, Promise<unknown>>();

/**
 * Runs the freezes, thaws and closings of an account one after the other, so that the core gets the
 * table's last state last. Not by a lock of the database: a waiting change would hold a connection
 * while the running one needs others.
 */
export function inTurnOf<T>(user: number, change: () => Promise<T>): Promise<T> {
  const mine = (underWay.get(user) ?? Promise.resolve()).then(change);
  const settled = mine
    .catch(() => undefined)
    .finally(() => underWay.get(user) === settled && underWay.delete(user));
  underWay.set(user, settled);
  return mine;
}

/**
 * Freezes an account: no session is open or can be opened until `unfreezeAccount`, and the core
 * accepts neither new business nor outflows. All callers freeze through this function. After a stop
 * in between, the next start carries the freeze to the core.
 *
 * @param written further writes; if it throws, the freeze is rolled back
 */
export function freezeAccount(
  services: Freezing,
  user: number,
  origin: Origin,
  written: Written,
): Promise<void> {
  return inTurnOf(user, async () => {
    await setFrozen(services.queries, user, true, origin, written);
    // Each half is attempted even if the other fails.
    try {
      await services.access.endAll(user);
    } finally {
      await freezeInCore(services.engine, user, true);
    }
  });
}

/** Opens a frozen account again. Ended sessions and orders stay ended. */
export function unfreezeAccount(
  { queries, access, engine }: Freezing,
  user: number,
  origin: Origin,
  written: Written,
): Promise<void> {
  return inTurnOf(user, async () => {
    // A stop between the two halves of a freeze has left sessions that nobody could use; they must
    // not revive.
    await access.endAll(user);
    await setFrozen(queries, user, false, origin, written);
    await freezeInCore(engine, user, false);
  });
}

async function setFrozen(
  queries: Queries,
  user: number,
  isFrozen: boolean,
  { address, device }: Origin,
  written: Written,
): Promise<void> {
  const id = BigInt(user);
  await queries.transaction().execute(async (transaction) => {
    const { frozen_at: before, closed_at } = await transaction
      .selectFrom('users')
      .select(['frozen_at', 'closed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // A closed account has no login names and stays closed.
    if (closed_at !== null) throw new Refusal('account_closed', { field: 'id' });
    await transaction
      .updateTable('users')
      // A freeze of a frozen account is a new one: the proposer of a thaw did not know its reason,
      // and a proposal to thaw is bound to the time of the freeze.
      .set({ frozen_at: isFrozen ? new Date() : null })
      .where('id', '=', id)
      .execute();
    const kind = isFrozen ? 'frozen' : 'unfrozen';
    const event = await transaction
      .insertInto('security_events')
      .values({ user_id: id, kind, device, address })
      .returning('id')
      .executeTakeFirstOrThrow();
    await notify(transaction, [
      { user, kind, cause: `security-${event.id}`, facts: { device, address }, at: new Date() },
    ]);
    await written(transaction, before);
  });
}
