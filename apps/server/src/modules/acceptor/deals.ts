import { ANSWER_HOURS, UNPAID_MINUTES } from '@meridian/contract/acceptor/bounds';
import { MAX_OPEN_DEALS, type DealAct, type Ruling } from '@meridian/contract/acceptor/calls';
import type { MESSAGE_KINDS } from '@meridian/contract/inbox/calls';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Rejection } from '@meridian/core/rejections';
import type { Amount } from '@meridian/money/amount';
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { hasDoneNothing } from '../../fault.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { Rounds } from '../../rounds.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import { transferOf } from '../../transfers/transfers.ts';
import { notify, type Notification } from '../inbox/notify.ts';
import type { AcceptorTables, DealStatus } from './acceptor-tables.ts';

export type Deal = Selectable<AcceptorTables['acceptor_deals']>;
/** With its accounts and its phone number in plain text. */
export type NewDeal = Pick<
  Insertable<AcceptorTables['acceptor_deals']>,
  | 'acceptor'
  | 'user_id'
  | 'seller_id'
  | 'buyer_id'
  | 'type'
  | 'way'
  | 'mobile'
  | 'deal_account'
  | 'deal_holder'
  | 'deal_bank'
  | 'hes_account'
  | 'money'
  | 'amount'
  | 'request_key'
  | 'day_limit'
>;
export type Side = 'user' | 'acceptor';
/** The seller's coins are held; the buyer pays for them outside. */
export type Role = 'seller' | 'buyer';
type DealKind = (typeof MESSAGE_KINDS)['deals'][number];

/** An operator's end of a dispute. */
interface Verdict {
  readonly ruling: Ruling;
  readonly reason: string;
  readonly operator: number;
}

/**
 * Fields that a repeated request must have in common. The coins and the acceptor's account follow
 * from its terms, holder and bank from the saved account: both may have changed since.
 */
const WANTED = ['acceptor', 'type', 'way', 'money', 'deal_account', 'mobile'] as const;

const MINUTE_MS = 60_000;
/** A deal that was interrupted between two steps is resumed after this time. */
const RESUME_MS = 10_000;
const LOOK_MS = 5_000;

/** States of open deals. */
export const OPEN_DEALS: readonly DealStatus[] = [
  'opening',
  'waiting',
  'marked',
  'disputed',
  'paying',
  'returning',
];

type Acts = Readonly<
  Partial<
    Record<DealStatus, Readonly<Record<Role, Readonly<Partial<Record<DealAct, DealStatus>>>>>>
  >
>;
/**
 * Permitted acts of each side, by state, with the resulting state. Of the buyer's acts only
 * `reject` moves coins, and that back to the seller.
 */
const SALE: Acts = {
  waiting: { buyer: { mark: 'marked', reject: 'returning' }, seller: { reject: 'returning' } },
  marked: { buyer: { dispute: 'disputed' }, seller: { confirm: 'paying', dispute: 'disputed' } },
  disputed: { buyer: { reject: 'returning' }, seller: { confirm: 'paying' } },
};
/**
 * An acceptor who sells may confirm money that has arrived before its mark. A customer must not be
 * asked to: swindlers ask for that.
 */
const ACTS: Readonly<Record<Deal['type'], Acts>> = {
  buy: {
    ...SALE,
    waiting: {
      buyer: { mark: 'marked', reject: 'returning' },
      seller: { confirm: 'paying', reject: 'returning' },
    },
  },
  sell: SALE,
};

export function roleOf(type: Deal['type'], side: Side): Role {
  return (type === 'sell') === (side === 'user') ? 'seller' : 'buyer';
}

export function actsOf({ type, status }: Pick<Deal, 'type' | 'status'>, role: Role): DealAct[] {
  return Object.keys(ACTS[type][status]?.[role] ?? {}) as DealAct[];
}

/** Time at which a deal marked as paid becomes disputed by itself; undefined in other states. */
export function disputesMs({
  status,
  marked_at,
}: Pick<Deal, 'status' | 'marked_at'>): number | undefined {
  return status === 'marked' && marked_at !== null
    ? marked_at.getTime() + ANSWER_HOURS * 60 * MINUTE_MS
    : undefined;
}

/** Time at which a deal that was not marked as paid is called off; undefined in other states. */
export function returnsMs({
  status,
  created_at,
}: Pick<Deal, 'status' | 'created_at'>): number | undefined {
  return status === 'waiting' ? created_at.getTime() + UNPAID_MINUTES * MINUTE_MS : undefined;
}

/** The notification of both sides when a deal reaches a state, undefined without one. */
function toldAt({
  status,
  ended_by_time,
  ruling,
}: Pick<Deal, 'status' | 'ended_by_time' | 'ruling'>): DealKind | undefined {
  // The ruling has a notification of its own, with its reason.
  if (ruling !== null) return undefined;
  if (ended_by_time) return status === 'returning' ? 'deal_expired' : undefined;
  return TOLD[status];
}

const TOLD: Readonly<Partial<Record<DealStatus, DealKind>>> = {
  waiting: 'deal_opened',
  marked: 'deal_marked',
  disputed: 'deal_disputed',
  confirmed: 'deal_confirmed',
  rejected: 'deal_rejected',
};

/** Further columns that a move writes. */
interface Change {
  readonly escrow?: bigint;
  readonly refusal?: Rejection;
  readonly ended_by_time?: boolean;
}

interface DealsParts {
  readonly queries: Queries;
  readonly fields: SealedFields;
  readonly engine: Pick<Engine, 'submit'>;
  readonly currency: () => CurrencyId;
  readonly warn: (text: string) => void;
  readonly nowMs?: () => number;
}

/**
 * Owns the states of deals. The coins of a deal are held in the core from its beginning
 * (`custody.hold`) and leave once (`custody.payHold`). Promises that a decision is written before
 * the core is told, so that a stop between the two changes nothing: the deal is resumed, and the
 * core executes it once. Coins leave their seller by the seller's confirmation or a ruling only: a
 * timeout calls off unmarked deals, and disputes marked ones.
 */
export class Deals {
  /**
   * Calls off unpaid deals, disputes those that the seller has not answered, and resumes
   * interrupted ones.
   */
  readonly rounds: Rounds;
  readonly #parts: DealsParts;
  readonly #nowMs: () => number;

  constructor(parts: DealsParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.rounds = new Rounds(() => this.#round(), {
      everyMs: LOOK_MS,
      onTrouble: (trouble) => parts.warn(`deals with acceptors could not be looked at: ${trouble}`),
    });
  }

  /**
   * Makes a deal and holds the seller's coins. A repeated request key makes one deal, and is
   * refused with different content. Refuses a deal without the coins.
   */
  async make(deal: NewDeal): Promise<void> {
    const now = new Date(this.#nowMs());
    const row = {
      ...this.#parts.fields.seal('acceptor_deals', deal.user_id, deal),
      escrow: null,
      status: 'opening' as const,
      created_at: now,
      updated_at: now,
      marked_at: null,
      refusal: null,
    };
    const made = await this.#parts.queries.transaction().execute(async (transaction) => {
      // Locks the user: requests at once would all count too few open deals.
      await transaction
        .selectFrom('users')
        .select('id')
        .where('id', '=', BigInt(deal.user_id))
        .forNoKeyUpdate()
        .execute();
      const inserted = await transaction
        .insertInto('acceptor_deals')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'request_key']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted === undefined) return undefined;
      const { count } = await transaction
        .selectFrom('acceptor_deals')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('user_id', '=', inserted.user_id)
        .where('status', 'in', OPEN_DEALS)
        .executeTakeFirstOrThrow();
      if (count > BigInt(MAX_OPEN_DEALS)) throw new Refusal('deals_too_many');
      return inserted;
    });
    if (made === undefined) return this.#requireSame(deal);
    const rejection = await this.#open(made).catch((error: unknown) => this.#forget(made, error));
    if (rejection !== undefined) throw new Refusal(refusalOf(made, rejection));
  }

  /**
   * Removes a deal whose maker is answered that nothing was done, so that it does not appear later,
   * and throws that answer. If a round has resumed the deal meanwhile, it stays, and its maker is
   * answered with its result.
   */
  async #forget({ id, updated_at }: Deal, error: unknown): Promise<Rejection | undefined> {
    if (!hasDoneNothing(error)) throw error;
    const { queries } = this.#parts;
    const gone = await queries
      .deleteFrom('acceptor_deals')
      .where('id', '=', id)
      .where('status', '=', 'opening')
      .where('updated_at', '=', updated_at)
      .executeTakeFirst();
    if (gone.numDeletedRows > 0n) throw error;
    const { refusal } = await queries
      .selectFrom('acceptor_deals')
      .select('refusal')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return refusal ?? undefined;
  }

  /**
   * Does an act of one side. Refuses a forbidden act; another user's deal is answered like an
   * unknown one.
   */
  async act(id: number, user: UserId, act: DealAct): Promise<void> {
    const { queries } = this.#parts;
    const { deal, role } = await ownDeal(queries, id, user);
    const next = ACTS[deal.type][deal.status]?.[role][act];
    if (next === undefined) throw new Refusal('deal_act_refused', { field: 'act' });
    const moved = await this.#move(deal, next);
    if (moved === undefined) throw new Refusal('deal_act_refused', { field: 'act' });
    const rejection = await this.#settle(moved);
    if (rejection !== undefined) throw new Refusal(rejection);
  }

  /**
   * Ends a dispute: the coins go to the buyer, or back. Refuses without a dispute: of two rulings,
   * and of a ruling and a side that gives in, the first counts.
   * @param alongside further writes of the same transaction
   * @returns the deal, and whether the coins have moved; else they move once they may leave
   */
  async rule(
    id: number,
    { ruling, reason, operator }: Verdict,
    alongside: (transaction: Queries) => Promise<void>,
  ): Promise<{ deal: Deal; hasMoved: boolean }> {
    const now = new Date(this.#nowMs());
    const deal = await this.#parts.queries.transaction().execute(async (transaction) => {
      const ruled = await transaction
        .updateTable('acceptor_deals')
        .set({
          status: ruling === 'pay' ? 'paying' : 'returning',
          updated_at: now,
          ruling,
          ruling_reason: reason,
          ruled_by: BigInt(operator),
          ruled_at: now,
        })
        .where('id', '=', BigInt(id))
        .where('status', '=', 'disputed')
        .returningAll()
        .executeTakeFirst();
      if (ruled === undefined) throw new Refusal('deal_not_disputed', { field: 'id' });
      await notify(
        transaction,
        this.#notificationsOf(ruled, ruling === 'pay' ? 'deal_paid' : 'deal_returned'),
      );
      await alongside(transaction);
      return ruled;
    });
    return { deal, hasMoved: (await this.#settle(deal)) === undefined };
  }

  async #round(): Promise<void> {
    const { queries } = this.#parts;
    const nowMs = this.#nowMs();
    const open = await queries
      .selectFrom('acceptor_deals')
      .selectAll()
      .where('status', 'in', ['opening', 'waiting', 'marked', 'paying', 'returning'])
      .orderBy('id')
      .execute();
    // A deal that fails must not block the others.
    for (const deal of open)
      await this.#lookAt(deal, nowMs).catch((error: unknown) =>
        this.#parts.warn(`deal ${deal.id} could not go on: ${String(error)}`),
      );
  }

  async #lookAt(deal: Deal, nowMs: number): Promise<void> {
    const isOld = deal.updated_at.getTime() + RESUME_MS <= nowMs;
    const isDue = (ms: number | undefined): boolean => ms !== undefined && ms <= nowMs;
    if (deal.status === 'opening' && isOld) {
      // Marked as resumed first, so that its maker no longer removes it.
      const taken = await this.#move(deal, 'opening');
      if (taken !== undefined) await this.#open(taken);
    } else if ((deal.status === 'paying' || deal.status === 'returning') && isOld)
      await this.#takeUp(deal, deal.status);
    else if (isDue(returnsMs(deal))) await this.#takeUp(deal, 'returning', { ended_by_time: true });
    else if (isDue(disputesMs(deal))) await this.#move(deal, 'disputed');
  }

  /** Settles a deal that no other process is settling: only one wins the move. */
  async #takeUp(deal: Deal, to: 'paying' | 'returning', more: Change = {}): Promise<void> {
    const taken = await this.#move(deal, to, more);
    if (taken !== undefined) await this.#settle(taken);
  }

  /**
   * Holds the coins under the deal's transfer id: if repeated, the core returns the escrow that
   * holds them.
   * @returns the core's rejection, if any
   */
  async #open(deal: Deal) {
    const { queries, engine, currency } = this.#parts;
    const limit = deal.day_limit === null ? {} : { dayLimit: deal.day_limit as Amount };
    const transfer = await transferOf(queries, 'deal', deal.id);
    const { outcome } = await engine.submit({
      kind: 'custody.hold',
      user: Number(deal.seller_id),
      currency: currency(),
      amount: deal.amount as Amount,
      ...limit,
      transfer,
    });
    // No command ends an escrow before its number is in the deal: the table was changed by hand, or
    // the core's command.
    if (!outcome.ok && outcome.rejection === 'transfer_exists')
      throw new Error(`the coins of deal ${deal.id} were held before, and wait no more`);
    if (outcome.ok) await this.#move(deal, 'waiting', { escrow: BigInt(outcome.id ?? 0) });
    else await this.#move(deal, 'failed', { refusal: outcome.rejection });
    return outcome.ok ? undefined : outcome.rejection;
  }

  /** Tells the core of the decision. If the escrow has already ended, the core was told before. */
  async #settle(deal: Deal) {
    if (deal.status !== 'paying' && deal.status !== 'returning') return undefined;
    const isPaid = deal.status === 'paying';
    const { outcome } = await this.#parts.engine.submit({
      kind: 'custody.payHold',
      escrow: Number(deal.escrow),
      recipient: isPaid ? Number(deal.buyer_id) : 0,
      ...(deal.ruled_by === null ? {} : { operator: Number(deal.ruled_by) }),
    });
    if (!outcome.ok && outcome.rejection !== 'escrow_not_found') {
      // The seller's confirmation counts only if the coins may leave now: a frozen seller has to
      // confirm again. A ruling stands.
      if (deal.ruling === null && isPaid) await this.#move(deal, beforeConfirmation(deal));
      return outcome.rejection;
    }
    await this.#move(deal, isPaid ? 'confirmed' : 'rejected');
    return undefined;
  }

  /** Moves to the next state, unless another process was faster. */
  async #move(
    { id, status: from, updated_at }: Deal,
    to: DealStatus,
    more: Change = {},
  ): Promise<Deal | undefined> {
    const now = new Date(this.#nowMs());
    return this.#parts.queries.transaction().execute(async (transaction) => {
      const moved = await transaction
        .updateTable('acceptor_deals')
        .set(({ fn, ref, val }) => ({
          ...{ status: to, updated_at: now, ...more },
          // After a confirmation that could not count, the times of the first mark and dispute
          // stay.
          ...(to === 'marked' ? { marked_at: fn.coalesce(ref('marked_at'), val(now)) } : {}),
          ...(to === 'disputed' ? { disputed_at: fn.coalesce(ref('disputed_at'), val(now)) } : {}),
        }))
        .where('id', '=', id)
        .where('status', '=', from)
        .where('updated_at', '=', updated_at)
        .returningAll()
        .executeTakeFirst();
      const kind = moved === undefined ? undefined : toldAt(moved);
      if (moved !== undefined && kind !== undefined)
        await notify(transaction, this.#notificationsOf(moved, kind));
      return moved;
    });
  }

  /** Both sides get the same notification. */
  #notificationsOf(deal: Deal, kind: DealKind): Notification[] {
    const facts = {
      subject: Number(deal.id),
      currency: this.#parts.currency(),
      amount: String(deal.amount),
      reason: deal.ruling_reason,
    };
    return [deal.seller_id, deal.buyer_id].map((user) => ({
      user,
      kind,
      cause: `deal-${deal.id}-${kind}`,
      facts,
      at: deal.updated_at,
    }));
  }

  async #requireSame({ user_id, request_key, seller_id, ...wanted }: NewDeal): Promise<void> {
    const { queries, fields } = this.#parts;
    const row = await queries
      .selectFrom('acceptor_deals')
      .select([...WANTED, 'refusal'])
      .where('user_id', '=', user_id)
      .where('request_key', '=', request_key ?? null)
      .executeTakeFirstOrThrow();
    const known = fields.open('acceptor_deals', user_id, row);
    if (WANTED.some((field) => known[field] !== wanted[field]))
      throw new Refusal('idempotency_key_reused');
    if (known.refusal !== null) throw new Refusal(refusalOf({ user_id, seller_id }, known.refusal));
  }
}

/** A deal of one of its sides. Another user's deal is refused like an unknown one. */
export async function ownDeal(
  queries: Queries,
  id: number,
  user: UserId,
): Promise<{ readonly deal: Deal; readonly role: Role }> {
  const deal = await queries
    .selectFrom('acceptor_deals')
    .selectAll()
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  const role =
    Number(deal?.seller_id) === user
      ? 'seller'
      : Number(deal?.buyer_id) === user
        ? 'buyer'
        : undefined;
  if (deal === undefined || role === undefined)
    throw new Refusal('deal_not_found', { field: 'id' });
  return { deal, role };
}

/** Rejections about an acceptor's account, which customers must not learn. */
const ACCEPTORS_OWN: ReadonlySet<Rejection> = new Set<Rejection>([
  'account_frozen',
  'withdrawals_held',
  'withdrawals_under_review',
  'withdrawals_frozen',
  'debt_unpaid',
  'balance_insufficient',
]);

/** The reason why the coins could not be held, for the customer who makes the deal. */
function refusalOf(
  { user_id, seller_id }: Pick<NewDeal, 'user_id' | 'seller_id'>,
  rejection: Rejection,
): Rejection | 'acceptor_unavailable' {
  return BigInt(user_id) !== BigInt(seller_id) && ACCEPTORS_OWN.has(rejection)
    ? 'acceptor_unavailable'
    : rejection;
}

/** The state of a deal before its seller confirmed. */
function beforeConfirmation({ disputed_at, marked_at }: Deal): DealStatus {
  if (disputed_at !== null) return 'disputed';
  return marked_at === null ? 'waiting' : 'marked';
}
