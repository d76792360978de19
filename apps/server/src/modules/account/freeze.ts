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
 * Written in the transaction of the change: an entry of the audit log, the use of a link. Gets the
 * time of the last freeze, null where the account was not frozen.
 */
type Written = (transaction: Queries, frozenBefore: Date | null) => Promise<void>;

/** Where an operator's change comes from, as the owner of the account reads it: nowhere. */
export const BY_OPERATOR: Origin = { address: '', device: '' };

/** Changes that are under way, the last one of each account. */
const underWay = new Map<number, Promise<unknown>>();

/**
 * One freeze, thaw or closing of an account after the other: what the table says last the core is
 * told last. Not by a lock of the database: who waits for one holds a connection, and who has it
 * needs others.
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
 * Freezes an account: no session is open or can be opened until `unfreezeAccount`, and in the core
 * it begins nothing and lets nothing leave. The one place that does it, whoever asks. What a stop
 * leaves in between, the next start carries to the core.
 *
 * @param written what else belongs to it; what it throws takes the freeze back
 */
export function freezeAccount(
  services: Freezing,
  user: number,
  origin: Origin,
  written: Written,
): Promise<void> {
  return inTurnOf(user, async () => {
    await setFrozen(services.queries, user, true, origin, written);
    // Neither half waits in vain for the other.
    try {
      await services.access.endAll(user);
    } finally {
      await freezeInCore(services.engine, user, true);
    }
  });
}

/** Opens a frozen account again. What was ended stays ended. */
export function unfreezeAccount(
  { queries, access, engine }: Freezing,
  user: number,
  origin: Origin,
  written: Written,
): Promise<void> {
  return inTurnOf(user, async () => {
    // A stop between the two halves of a freeze has left sessions that nobody could use; they do
    // not come back.
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
    // Its owner has gone, and with them what they logged in with.
    if (closed_at !== null) throw new Refusal('account_closed', { field: 'id' });
    await transaction
      .updateTable('users')
      // A freeze of a frozen account is a new one: who proposed to end the earlier did not know of
      // its reason, and the time is what a proposal to thaw is bound to.
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
