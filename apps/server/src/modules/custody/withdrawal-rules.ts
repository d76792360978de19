import type { RISK_FLAGS } from '@meridian/contract/office-custody';
import { ADDRESS_WAIT_HOURS } from '@meridian/contract/custody';
import type { NetworkId } from '@meridian/core/custody/custody-commands';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';

export type RiskFlag = (typeof RISK_FLAGS)[number];

const HOUR_MS = 3_600_000;
/** More within a day is a pattern. */
const USUAL_PER_DAY = 5;
/** How long a change of security is remembered after its hold. */
const SECURITY_MEMORY_MS = 72 * HOUR_MS;

/** Refuses while a change of security holds withdrawals back, and what the address book forbids. */
export async function requireAllowed(queries: Queries, { user, network, address }: { user: UserId; network: NetworkId; address: string }): Promise<void> {
  const { withdrawals_held_until: until, withdraws_to_book_only: isBookOnly } = await queries
    .selectFrom('users')
    .select(['withdrawals_held_until', 'withdraws_to_book_only'])
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  if (until !== null && until.getTime() > Date.now()) throw new Refusal('withdrawals_held');
  if (!isBookOnly) return;
  const row = await bookEntry(queries, { user, network, address });
  if (row === undefined) throw new Refusal('address_not_in_book', { field: 'address' });
  if (row.created_at.getTime() + ADDRESS_WAIT_HOURS * HOUR_MS > Date.now()) throw new Refusal('address_waiting', { field: 'address' });
}

/** What makes a withdrawal worth a closer look. */
export async function riskFlags(queries: Queries, { session, network, address }: { session: Session; network: NetworkId; address: string }): Promise<RiskFlag[]> {
  const user = BigInt(session.user);
  const nowMs = Date.now();
  const earlier = await queries.selectFrom('withdrawals').select(['address', 'status', 'requested_ms']).where('user_id', '=', user).where('status', 'not in', ['cancelled', 'rejected', 'failed']).orderBy('id', 'desc').limit(500).execute();
  const flags: RiskFlag[] = [];
  if (earlier.length === 0) flags.push('first');
  const entry = await bookEntry(queries, { user: session.user, network, address });
  const isOldEntry = entry !== undefined && entry.created_at.getTime() + ADDRESS_WAIT_HOURS * HOUR_MS <= nowMs;
  // One that still waits for operators makes no address known: else asking twice would be a way around them.
  if (!isOldEntry && !earlier.some((each) => each.address === address && each.status !== 'requested')) flags.push('new_address');
  if (await isNewDevice(queries, session)) flags.push('new_device');
  const { withdrawals_held_until: until } = await queries.selectFrom('users').select('withdrawals_held_until').where('id', '=', user).executeTakeFirstOrThrow();
  if (until !== null && until.getTime() + SECURITY_MEMORY_MS > nowMs) flags.push('security_change');
  if (earlier.filter(({ requested_ms }) => Number(requested_ms) > nowMs - 24 * HOUR_MS).length >= USUAL_PER_DAY) flags.push('velocity');
  return flags;
}

/** One operator looks at what is unusual in two ways, or follows others too fast. */
export function approvalsFor(flags: readonly RiskFlag[]): number {
  const isOdd = flags.includes('new_address') && (flags.includes('new_device') || flags.includes('security_change'));
  return isOdd || flags.includes('velocity') ? 1 : 0;
}

/** A session from a device that the account was not used from a day ago. */
async function isNewDevice(queries: Queries, { user, session }: Session): Promise<boolean> {
  const own = await queries.selectFrom('sessions').select(['device', 'created_at']).where('id', '=', session).executeTakeFirst();
  if (own === undefined) return true;
  const dayAgo = new Date(Date.now() - 24 * HOUR_MS);
  if (own.created_at < dayAgo) return false;
  const before = await queries.selectFrom('sessions').select('id').where('user_id', '=', BigInt(user)).where('device', '=', own.device).where('created_at', '<', dayAgo).limit(1).executeTakeFirst();
  return before === undefined;
}

function bookEntry(queries: Queries, { user, network, address }: { user: UserId; network: NetworkId; address: string }) {
  return queries
    .selectFrom('withdrawal_addresses')
    .select(['id', 'created_at'])
    .where('user_id', '=', BigInt(user))
    .where('network', '=', network)
    .where('address', '=', address)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}
