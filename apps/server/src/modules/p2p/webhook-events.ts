import type { WebhookEvent } from '@meridian/contract/p2p/webhook-calls';
import type { UserId } from '@meridian/core/ids';
import type { DealCause, DealState } from '@meridian/core/p2p/p2p-events';
import { formatDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { LiveView } from '../live-view.ts';
import { formatFiat } from './translate.ts';
import { addDelivery } from './webhooks.ts';

/** Steps and messages of one endpoint in one round. */
const AT_ONCE = 500;
/** Messages are numbered before they are committed: so many are looked at twice. */
const CHAT_OVERLAP = 1_000n;

const EVENTS: Partial<Record<DealCause, WebhookEvent>> = {
  opened: 'order.placed',
  paid: 'order.paid',
  released: 'order.released',
  cancelled: 'order.cancelled',
  expired: 'order.expired',
  appealed: 'order.appealed',
  ruled: 'order.ruled',
};
const STATES: Partial<Record<DealCause, DealState>> = {
  opened: 'unpaid',
  paid: 'paid',
  released: 'completed',
  cancelled: 'cancelled',
  expired: 'cancelled',
};

interface Step {
  readonly deal: bigint;
  readonly version: number;
  readonly cause: DealCause;
  readonly at_ms: bigint;
  readonly ended_by: string | null;
  readonly state: DealState;
  readonly buyer: bigint;
  readonly currency: number;
  readonly quantity: bigint;
  readonly fiat: bigint;
}

/**
 * Queues the events of new steps and messages for an endpoint: once each, in their order, from rows
 * that the projector has committed. A rebuild of the read models makes the same steps again, which
 * are older than the mark.
 */
export async function collectEvents(
  queries: Queries,
  live: LiveView,
  { user, isMerchant }: { readonly user: UserId; readonly isMerchant: boolean },
  at: Date,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    const mark = await transaction
      .selectFrom('p2p_webhooks')
      .select(['told_ms', 'told_chat_row'])
      .where('user_id', '=', BigInt(user))
      .where('is_enabled', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (mark === undefined) return;
    // The newest ones first: rows that are committed afterwards are not older.
    const { rows: newest } = await sql<{ step: bigint | null; row: bigint | null }>`select
      (select max(at_ms) from p2p_steps) as step, (select max(id) from p2p_chat_rows) as row`.execute(
      transaction,
    );
    const steps = isMerchant ? await stepsSince(transaction, user, mark.told_ms) : [];
    for (const step of steps) await addStep(transaction, live, { user, step }, at);
    const messages = isMerchant
      ? await messagesSince(transaction, user, mark.told_chat_row - CHAT_OVERLAP)
      : [];
    for (const { id, deal } of messages) {
      const message = { user, deal: Number(deal), cause: `message-${id}`, facts: {} } as const;
      await addDelivery(transaction, { ...message, kind: 'order.message' }, at);
    }
    // A round that was full leaves the rest to the next one.
    const toldMs = steps.length < AT_ONCE ? newest[0]?.step : steps.at(-1)?.at_ms;
    const toldRow = messages.length < AT_ONCE ? newest[0]?.row : messages.at(-1)?.id;
    const told_ms = max(mark.told_ms, toldMs);
    const told_chat_row = max(mark.told_chat_row, toldRow);
    if (told_ms === mark.told_ms && told_chat_row === mark.told_chat_row) return;
    await transaction
      .updateTable('p2p_webhooks')
      .set({ told_ms, told_chat_row })
      .where('user_id', '=', BigInt(user))
      .execute();
  });
}

/** Steps from the mark on that the endpoint was not told of yet. */
async function stepsSince(queries: Queries, user: UserId, fromMs: bigint): Promise<Step[]> {
  const { rows } = await sql<Step>`select s.deal, s.version, s.cause, s.at_ms, s.ended_by,
      d.state, d.buyer, d.currency, d.quantity, d.fiat
    from p2p_steps s join p2p_deals d on d.id = s.deal
    where s.at_ms >= ${fromMs} and (d.buyer = ${BigInt(user)} or d.seller = ${BigInt(user)})
      and s.cause in (${sql.join(Object.keys(EVENTS))})
      and not exists (select from p2p_deliveries told
        where told.user_id = ${BigInt(user)} and told.deal = s.deal and told.cause = 'step-' || s.version)
    order by s.at_ms, s.deal, s.version limit ${AT_ONCE}`.execute(queries);
  return rows;
}

/** Messages of the other side, and of the office unless to the other side alone. */
async function messagesSince(queries: Queries, user: UserId, from: bigint) {
  const id = BigInt(user);
  const { rows } = await sql<{ id: bigint; deal: bigint }>`select c.id, c.deal
    from p2p_chat_rows c join p2p_deals d on d.id = c.deal
    where c.id > ${from} and (d.buyer = ${id} or d.seller = ${id}) and c.user_id <> ${id}
      and (c.to_side is null or c.to_side = case when d.buyer = ${id} then 'buyer' else 'seller' end)
      and c.created_at > (select since from p2p_webhooks where user_id = ${id})
      and not exists (select from p2p_deliveries told
        where told.user_id = ${id} and told.deal = c.deal and told.cause = 'message-' || c.id)
    order by c.id limit ${AT_ONCE}`.execute(queries);
  return rows;
}

async function addStep(
  queries: Queries,
  live: LiveView,
  { user, step }: { readonly user: UserId; readonly step: Step },
  at: Date,
): Promise<void> {
  const { deal, version, cause, at_ms, ended_by, state, buyer, currency, quantity, fiat } = step;
  const kind = EVENTS[cause];
  if (kind === undefined) return;
  const coin = live.currency(currency);
  const facts = {
    version,
    // The state of a deal that has ended stays.
    state: STATES[cause] ?? (ended_by === null ? 'paid' : state),
    side: buyer === BigInt(user) ? 'buy' : 'sell',
    coin: coin?.code ?? String(currency),
    number: formatDecimal(quantity, coin?.scale ?? 0),
    money_cny: formatFiat(fiat),
    time_ms: Number(at_ms),
  };
  await addDelivery(
    queries,
    { user, deal: Number(deal), cause: `step-${version}`, kind, facts },
    at,
  );
}

function max(one: bigint, other: bigint | null | undefined): bigint {
  return other !== null && other !== undefined && other > one ? other : one;
}
