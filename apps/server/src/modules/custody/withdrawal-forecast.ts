import { HOLD_REASONS, type HoldReason } from '@meridian/contract/custody/calls';
import { summedTierOf, worthAt } from '@meridian/core/custody/approval-tiers';
import {
  NEW_ADDRESS_WAIT_MS,
  USUAL_PER_DAY,
  type Network,
} from '@meridian/core/custody/custody-commands';
import type { UserId } from '@meridian/core/ids';
import type { Queries } from '../../database/database.ts';
import type { Session } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { riskEndsOf } from './withdrawal-rules.ts';
import { isTooEarly, type StateRow } from './withdrawal-state.ts';

const DAY_MS = 86_400_000;
/** Reasons that hold a withdrawal without an operator's review. */
const WITHOUT_REVIEW: ReadonlySet<HoldReason> = new Set(['new_address', 'other_review']);
const GIVEN_BACK = ['cancelled', 'rejected', 'failed'] as const;

interface Read {
  readonly queries: Queries;
  readonly live: LiveView;
}

/** The fields of a row of `withdrawals`, with its flags, that decide why it waits. */
interface HeldRow extends StateRow {
  readonly network: number;
  readonly worth: bigint;
  readonly flags: readonly string[] | null;
}

/** Reasons why a withdrawal does not leave at once. */
export interface Forecast {
  /** Whether operators review it before it leaves. */
  readonly isReviewed: boolean;
  /** Engine time at which it leaves without an operator; 0 without a wait. */
  readonly waitsUntilMs: number;
  /** Each with the engine time after which it holds no later withdrawal; 0 if it has no end. */
  readonly reasons: readonly { readonly reason: HoldReason; readonly untilMs: number }[];
}

/**
 * Predicts the core's answer to a withdrawal, for its owner before the confirmation. The core
 * decides at the request; this applies its rule to the tables. An outflow counts for a day from its
 * end on the chain, some minutes longer than in the core: the forecast may predict a review that
 * does not come, and misses none.
 */
export async function forecastOf(
  { queries, live }: Read,
  {
    session,
    network,
    amount,
    address,
  }: {
    readonly session: Session;
    readonly network: Network;
    /** Units. */
    readonly amount: bigint;
    readonly address: string;
  },
): Promise<Forecast> {
  const { user } = session;
  const ends = await riskEndsOf({ queries, live }, session);
  const arrived = await arrivedOf({ queries, live }, user);
  const recent = await recentOutflows({ queries, live }, user);
  const worthBelow = (approvals: number): bigint =>
    recent.reduce((sum, each) => (each.approvals < approvals ? sum + each.worth : sum), 0n);
  const tier = summedTierOf(network, worthOf(live, network, amount), worthBelow);
  const other = await otherReviewed(queries, user);
  const isNew = !arrived(network.id, address);
  const waitMs = network.newAddressWaitMs ?? NEW_ADDRESS_WAIT_MS;
  const untilMs = isNew && waitMs > 0 ? live.timeMs + waitMs : 0;
  const isRisky = Object.keys(ends).length > 0;
  const holding: Readonly<Record<HoldReason, number | undefined>> = {
    new_address: untilMs > 0 || (isNew && isRisky) ? untilMs : undefined,
    new_device: isNew ? ends.new_device?.getTime() : undefined,
    security_change: isNew ? ends.security_change?.getTime() : undefined,
    velocity: recent.length >= USUAL_PER_DAY ? 0 : undefined,
    amount: tier > 0 ? 0 : undefined,
    other_review: other ? 0 : undefined,
  };
  const reasons = Object.entries(holding).flatMap(([reason, endMs]) =>
    endMs === undefined ? [] : [{ reason: reason as HoldReason, untilMs: endMs }],
  );
  const isReviewed = reasons.some(({ reason }) => !WITHOUT_REVIEW.has(reason));
  return { isReviewed, waitsUntilMs: isReviewed ? 0 : untilMs, reasons };
}

/**
 * The core's decision about a requested withdrawal, as long as it waits. Of the reasons' ends it
 * has that of a new address alone: those of a new device and of a security change belong to the
 * session that asked, which no row keeps.
 */
export function holdOfRow(live: LiveView, row: HeldRow): Forecast {
  const { status, network, worth, flags, is_behind: isBehind } = row;
  const isReviewed = status === 'requested';
  const untilMs = isTooEarly(row, live.timeMs) ? Number(row.waits_until_ms) : 0;
  if (!isReviewed && untilMs === 0 && !isBehind)
    return { isReviewed, waitsUntilMs: 0, reasons: [] };
  const seen = new Set<string>(flags);
  const isLarge = worth >= (live.custody.network(network)?.oneApprovalFrom ?? worth + 1n);
  if (isLarge || seen.has('added_up')) seen.add('amount');
  if (isBehind) seen.add('other_review');
  // Without a review, only the running delay and another withdrawal hold it.
  if (!isReviewed && untilMs === 0) seen.delete('new_address');
  const shown = HOLD_REASONS.filter(
    (reason) => seen.has(reason) && (isReviewed || WITHOUT_REVIEW.has(reason)),
  );
  const addressEndMs = Number(row.waits_until_ms) > live.timeMs ? Number(row.waits_until_ms) : 0;
  return {
    isReviewed,
    waitsUntilMs: untilMs,
    reasons: shown.map((reason) => ({
      reason,
      untilMs: reason === 'new_address' ? addressEndMs : 0,
    })),
  };
}

/** Whether a payment of a user arrived at an address a day ago or earlier. */
export async function arrivedOf(
  { queries, live }: Read,
  user: UserId,
): Promise<(network: number, address: string) => boolean> {
  const rows = await queries
    .selectFrom('withdrawals')
    .select(['network', 'address'])
    .distinct()
    .where('user_id', '=', BigInt(user))
    .where('status', 'in', ['settled', 'inSite'])
    .where('ended_ms', '<=', BigInt(live.timeMs - DAY_MS))
    .execute();
  const known = new Set(rows.map(({ network, address }) => `${network} ${address}`));
  return (network, address) => known.has(`${network} ${address}`);
}

/** Withdrawals and sales to acceptors that left within a day, or have not left. */
async function recentOutflows(
  { queries, live }: Read,
  user: UserId,
): Promise<{ readonly worth: bigint; readonly approvals: number }[]> {
  const sinceMs = live.timeMs - DAY_MS;
  const withdrawals = await queries
    .selectFrom('withdrawals')
    .select(['worth', 'approvals_needed as approvals'])
    .where('user_id', '=', BigInt(user))
    .where('status', 'not in', GIVEN_BACK)
    .where(({ eb, or }) => or([eb('ended_ms', 'is', null), eb('ended_ms', '>', BigInt(sinceMs))]))
    .execute();
  const sales = await queries
    .selectFrom('acceptor_deals')
    .select('amount as worth')
    .where('seller_id', '=', BigInt(user))
    .where('escrow', 'is not', null)
    .where('day_limit', 'is not', null)
    .where('status', 'not in', ['rejected', 'failed'])
    .where(({ eb, or }) =>
      or([eb('status', '<>', 'confirmed'), eb('updated_at', '>', new Date(sinceMs))]),
    )
    .execute();
  return [...withdrawals, ...sales.map(({ worth }) => ({ worth, approvals: 0 }))];
}

/**
 * Whether another withdrawal of the user is under review: until its end nothing else of the user
 * leaves.
 */
async function otherReviewed(queries: Queries, user: UserId): Promise<boolean> {
  const row = await queries
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', BigInt(user))
    .where('status', '=', 'requested')
    .where('is_reviewed', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Worth of an amount by the index; 0 before the first index. */
function worthOf(live: LiveView, { worthMarket, currency }: Network, amount: bigint): bigint {
  if (worthMarket === 0) return amount;
  const market = live.market(worthMarket);
  if (market === undefined) return 0n;
  const { tickSize } = market;
  const scale = live.currency(currency)?.scale ?? 0;
  return worthAt(amount, live.index(worthMarket).priceTicks, { tickSize, scale });
}
