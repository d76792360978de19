import { ADDRESS_WAIT_HOURS } from '@meridian/contract/custody/bounds';
import {
  WITHDRAWAL_RISKS,
  type NetworkId,
  type WithdrawalRisk,
} from '@meridian/core/custody/custody-commands';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';

const HOUR_MS = 3_600_000;
/** Milliseconds after its hold during which a security change counts as a risk. */
const SECURITY_MEMORY_MS = 72 * HOUR_MS;
/** Milliseconds during which a device counts as new. */
const NEW_DEVICE_MS = 24 * HOUR_MS;

interface Held {
  readonly queries: Queries;
  /** Engine time: holds end by it, as in the core. */
  readonly live: Pick<LiveView, 'timeMs'>;
}

/**
 * Refuses while a security change holds withdrawals back, and a destination that the address book
 * forbids.
 */
export async function requireAllowed(
  { queries, live }: Held,
  { user, network, address }: { user: UserId; network: NetworkId; address: string },
): Promise<void> {
  const { withdrawals_held_until: until, withdraws_to_book_only: isBookOnly } = await queries
    .selectFrom('users')
    .select(['withdrawals_held_until', 'withdraws_to_book_only'])
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  if (until !== null && until.getTime() > live.timeMs) throw new Refusal('withdrawals_held');
  if (!isBookOnly) return;
  const row = await bookEntry(queries, { user, network, address });
  if (row === undefined) throw new Refusal('address_not_in_book', { field: 'address' });
  if (row.created_at.getTime() + ADDRESS_WAIT_HOURS * HOUR_MS > Date.now())
    throw new Refusal('address_waiting', { field: 'address' });
}

/** Risks of a withdrawal that only the server can see; the core decides their effect. */
export async function risksOf(held: Held, session: Session): Promise<WithdrawalRisk[]> {
  const ends = await riskEndsOf(held, session);
  return WITHDRAWAL_RISKS.filter((risk) => ends[risk] !== undefined);
}

/**
 * The same risks, each with the time at which it ends. Other ways out than a withdrawal use them
 * too.
 */
export async function riskEndsOf(
  { queries, live }: Held,
  session: Session,
): Promise<Partial<Record<WithdrawalRisk, Date>>> {
  const { withdrawals_held_until: until } = await queries
    .selectFrom('users')
    .select('withdrawals_held_until')
    .where('id', '=', BigInt(session.user))
    .executeTakeFirstOrThrow();
  const remembered = until === null ? undefined : new Date(until.getTime() + SECURITY_MEMORY_MS);
  const known = await deviceKnownFrom(queries, session);
  return {
    ...(known === undefined ? {} : { new_device: known }),
    ...(remembered === undefined || remembered.getTime() <= live.timeMs
      ? {}
      : { security_change: remembered }),
  };
}

/**
 * The time at which the device of a session stops being new: a day after the account was first used
 * on it; undefined where that has passed. A browser's name proves nothing: the commonest name is
 * shared by many. Where another device, an operator or the server has ended a session of the
 * device, only its use since then counts: the owner may have seen a thief in it.
 */
async function deviceKnownFrom(
  queries: Queries,
  { user, session }: Session,
): Promise<Date | undefined> {
  const now = Date.now();
  const own = await queries
    .selectFrom('sessions')
    .select(['device_id', 'created_at'])
    .where('id', '=', session)
    .executeTakeFirst();
  if (own === undefined) return new Date(now + NEW_DEVICE_MS);
  const { device_id: device } = own;
  const used =
    device === null ? undefined : await useOfDevice(queries, { user: BigInt(user), device });
  const first = Math.min(own.created_at.getTime(), used?.first?.getTime() ?? Infinity);
  // The end counts even for a session of the device that is older: one that was open beside the
  // ended session.
  const from = Math.max(first, used?.ended?.getTime() ?? -Infinity) + NEW_DEVICE_MS;
  return from < now ? undefined : new Date(from);
}

/**
 * The time when a session of a device was last ended from elsewhere, null where none was, and the
 * beginning of the first session since.
 */
async function useOfDevice(
  queries: Queries,
  { user, device }: { readonly user: bigint; readonly device: string },
): Promise<{ first: Date | null; ended: Date | null }> {
  const ofDevice = queries
    .selectFrom('sessions')
    .where('user_id', '=', user)
    .where('device_id', '=', device);
  const { ended } = await ofDevice
    .where('ended_elsewhere', '=', true)
    .select(({ fn }) => fn.max('ended_at').as('ended'))
    .executeTakeFirstOrThrow();
  const since = ended === null ? ofDevice : ofDevice.where('created_at', '>', ended);
  const { first } = await since
    .select(({ fn }) => fn.min<Date | null>('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return { first, ended };
}

function bookEntry(
  queries: Queries,
  { user, network, address }: { user: UserId; network: NetworkId; address: string },
) {
  return queries
    .selectFrom('withdrawal_addresses')
    .select(['id', 'created_at'])
    .where('user_id', '=', BigInt(user))
    .where('network', '=', network)
    .where('address', '=', address)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}
