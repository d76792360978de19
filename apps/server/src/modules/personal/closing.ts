import type { CLOSING_OBSTACLES } from '@meridian/contract/personal/calls';
import type { UserId } from '@meridian/core/ids';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access, Origin } from '../../gateway/access.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay } from '../market/play-money.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import type { Secrets } from '../../secrets.ts';
import { inTurnOf } from '../account/freeze.ts';
import { freezeInCore } from '../account/restraints.ts';

export interface ClosingServices {
  readonly queries: Queries;
  readonly access: Access;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly secrets: Secrets;
  readonly gate: ProjectionGate;
  /** States of an open deal with an acceptor. */
  readonly openDeals: readonly string[];
}

type Obstacle = (typeof CLOSING_OBSTACLES)[number];

/**
 * Years for which most laws require customer identification to be kept, from the end of the
 * business (AMLD5 article 40, and the laws that implement it).
 */
export const KEPT_YEARS = 5;
const UNUSABLE = '!';

/** Sealing purpose of the mail address, phone number and account of a closed account. */
export function contactPurpose(user: bigint | number): string {
  return `closed_accounts.contact ${user}`;
}

/**
 * Closes an account for ever: the core refuses new business and outflows, all sessions end, and a
 * login is answered like that of an unknown account. Data without a duty to keep is erased at once;
 * the owner's identity is stored sealed for five years. The address is free for a new account.
 * Refuses, naming the first obstacle, an account with funds or open business: checked again after
 * the core accepts no more, so that none comes in between.
 */
export function closeAccount(
  services: ClosingServices,
  user: UserId,
  origin: Origin,
): Promise<void> {
  return inTurnOf(user, () => close(services, user, origin));
}

async function close(services: ClosingServices, user: UserId, origin: Origin): Promise<void> {
  const { queries, access, engine } = services;
  const { frozen_at } = await queries
    .selectFrom('users')
    .select('frozen_at')
    .where('id', '=', BigInt(user))
    .executeTakeFirstOrThrow();
  // A failed closing would thaw it in the core.
  if (frozen_at !== null) throw new Refusal('account_frozen');
  // Before the core is told: a freeze sends withdrawals back to review.
  await requireEmpty(services, user);
  // The next start undoes a stop between here and the table's write.
  await freezeInCore(engine, user, true);
  try {
    await requireEmpty(services, user);
    await queries
      .transaction()
      .execute((transaction) => eraseAtOnce(transaction, services.secrets, user, origin));
  } catch (error) {
    await freezeInCore(engine, user, false);
    throw error;
  }
  await access.endAll(user);
}

async function requireEmpty(services: ClosingServices, user: UserId): Promise<void> {
  await services.gate.reached(services.live.seq);
  const obstacle = await obstacleOf(services, user);
  if (obstacle !== undefined) throw new Refusal(obstacle);
}

/** The obstacle to closing, undefined without one. */
async function obstacleOf(
  { queries, live, openDeals }: Pick<ClosingServices, 'queries' | 'live' | 'openDeals'>,
  user: UserId,
): Promise<Obstacle | undefined> {
  const id = BigInt(user);
  const { rows } = await sql<Record<'orders' | 'withdrawals' | 'deals', boolean>>`select
    exists (select from orders where user_id = ${id} and closed_seq is null) or exists (select from positions where user_id = ${id} and status in ('waiting', 'open'))
      or exists (select from tickets where user_id = ${id} and result is null) or exists (select from contest_entries where user_id = ${id} and state <> 'left') as orders,
    exists (select from withdrawals where user_id = ${id} and ended_ms is null) or exists (select from seen_deposits where user_id = ${id} and status = 'pending')
      or exists (select from deposit_claims where user_id = ${id} and status = 'open') as withdrawals,
    exists (select from acceptor_deals where (user_id = ${id} or seller_id = ${id} or buyer_id = ${id}) and status in (${sql.join([...openDeals])}))
      or exists (select from acceptors where user_id = ${id} and is_open) or exists (select from payment_intents where user_id = ${id} and status in ('waiting', 'crediting', 'short', 'late'))
      or exists (select from p2p_deals where (buyer = ${id} or seller = ${id}) and ended_ms = 0)
      or exists (select from p2p_appeals join p2p_deals on p2p_deals.id = p2p_appeals.deal where (buyer = ${id} or seller = ${id}) and p2p_appeals.state = 'open')
      or exists (select from loans where user_id = ${id} and state = 'active')
      or exists (select from adjustments where user_id = ${id} and state = 'proposed') or exists (select from identity_applications where user_id = ${id} and status = 'underReview') as deals`.execute(
    queries,
  );
  const [row] = rows;
  const hasAds = live.p2p.adsOf(user).length > 0;
  const hasPlans = live.convert.plans(user).length > 0;
  const hasBond = (live.p2p.trader(user)?.bond ?? null) !== null;
  if (row?.orders === true || live.openOrders(user).length > 0 || hasPlans)
    return 'account_has_orders';
  if (row?.withdrawals === true) return 'account_has_withdrawals';
  if (row?.deals === true || hasAds || hasBond) return 'account_has_deals';
  if (live.earn.hasSavings(user)) return 'account_has_balance';
  return live
    .balances(user)
    .some(({ currency, available, held }) => !isPlay(currency) && (available !== 0n || held !== 0n))
    ? 'account_has_balance'
    : undefined;
}

/** Erases data that nobody needs any more. retention.ts erases the rest after its time. */
async function eraseAtOnce(
  queries: Queries,
  secrets: Secrets,
  user: UserId,
  { address, device }: Origin,
): Promise<void> {
  const id = BigInt(user);
  const row = await queries
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { account, email, mobile, country_code } = row;
  const now = new Date();
  const erase_at = new Date(now);
  erase_at.setUTCFullYear(erase_at.getUTCFullYear() + KEPT_YEARS);
  const contact = secrets.sealText(
    contactPurpose(user),
    JSON.stringify({ account, email, mobile, country_code }),
  );
  await queries
    .insertInto('closed_accounts')
    .values({ user_id: id, contact, closed_at: now, erase_at, erased_at: null })
    .execute();
  const gone = {
    account: `closed-${user}`,
    email: null,
    mobile: null,
    password_hash: UNUSABLE,
    anti_phishing_code: '',
    frozen_at: row.frozen_at ?? now,
    closed_at: now,
  };
  await queries.updateTable('users').set(gone).where('id', '=', id).execute();
  await queries
    .insertInto('security_events')
    .values({ user_id: id, kind: 'account_closed', device, address })
    .execute();
  for (const table of [
    'passkeys',
    'totp_secrets',
    'recovery_codes',
    'fund_passwords',
    'freeze_links',
    'ceremonies',
    'payment_methods',
    'message_settings',
    'p2p_webhooks',
    'p2p_deliveries',
    'push_subscriptions',
    // Before the messages: the watch of alerts writes none for an alert that is gone.
    'price_alerts',
    'notifications',
    'withdrawal_addresses',
    'withdrawal_confirmations',
  ] as const) {
    await queries.deleteFrom(table).where('user_id', '=', id).execute();
  }
  const names = [email, mobile, account].filter((name) => name !== null);
  for (const table of ['verification_codes', 'code_failures'] as const)
    await queries.deleteFrom(table).where('receiver', 'in', names).execute();
}
