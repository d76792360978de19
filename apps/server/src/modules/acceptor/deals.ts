import { AUTO_CONFIRM_MINUTES, UNPAID_HOURS, type DealAct, type Ruling } from '@meridian/contract/acceptor';
import type { MESSAGE_KINDS } from '@meridian/contract/inbox';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { Rejection } from '@meridian/core/rejections';
import type { Amount } from '@meridian/money/amount';
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { Rounds } from '../../rounds.ts';
import { transferOf } from '../../transfers/transfers.ts';
import { notify, type Notification } from '../inbox/notify.ts';
import type { AcceptorTables, DealStatus } from './acceptor-tables.ts';

export type Deal = Selectable<AcceptorTables['acceptor_deals']>;
export type NewDeal = Pick<Insertable<AcceptorTables['acceptor_deals']>, 'acceptor' | 'user_id' | 'seller_id' | 'buyer_id' | 'type' | 'way' | 'mobile' | 'deal_account' | 'hes_account' | 'money' | 'amount' | 'request_key' | 'day_limit'>;
export type Side = 'user' | 'acceptor';
type DealKind = (typeof MESSAGE_KINDS)['deals'][number];

/** How an operator ends a dispute. */
interface Verdict {
  readonly ruling: Ruling;
  readonly reason: string;
  readonly operator: number;
}

const MINUTE_MS = 60_000;
/** A deal that was interrupted between two steps is taken up after that. */
const RESUME_MS = 10_000;
const LOOK_MS = 5_000;

/** What each side may do with a deal, by its state, and what becomes of it. */
const ACTS: Readonly<Record<Deal['type'], Readonly<Partial<Record<DealStatus, Readonly<Record<Side, Readonly<Partial<Record<DealAct, DealStatus>>>>>>>>>> = {
  buy: { waiting: { acceptor: { confirm: 'paying', reject: 'returning' }, user: { reject: 'returning' } } },
  sell: {
    waiting: { acceptor: { mark: 'marked', reject: 'returning' }, user: {} },
    marked: { acceptor: {}, user: { confirm: 'paying', dispute: 'disputed' } },
    disputed: { acceptor: { reject: 'returning' }, user: { confirm: 'paying' } },
  },
};

export function actsOf({ type, status }: Pick<Deal, 'type' | 'status'>, side: Side): DealAct[] {
  return Object.keys(ACTS[type][status]?.[side] ?? {}) as DealAct[];
}

/** When a sale confirms by itself; undefined where it does not. */
export function confirmsMs({ type, status, marked_at }: Pick<Deal, 'type' | 'status' | 'marked_at'>): number | undefined {
  return type === 'sell' && status === 'marked' && marked_at !== null ? marked_at.getTime() + AUTO_CONFIRM_MINUTES * MINUTE_MS : undefined;
}

/** What the sides of a deal are told when it has come to a state. */
const TOLD: Readonly<Partial<Record<DealStatus, DealKind>>> = { waiting: 'deal_opened', marked: 'deal_marked', disputed: 'deal_disputed', confirmed: 'deal_confirmed', rejected: 'deal_rejected' };

/** When a sale that the acceptor does not pay is over; undefined where that is no question. */
export function returnsMs({ type, status, created_at }: Pick<Deal, 'type' | 'status' | 'created_at'>): number | undefined {
  return type === 'sell' && status === 'waiting' ? created_at.getTime() + UNPAID_HOURS * 60 * MINUTE_MS : undefined;
}

interface DealsParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly currency: () => CurrencyId;
  readonly warn: (text: string) => void;
  readonly nowMs?: () => number;
}

/**
 * Owns the states of deals. The coins of a deal wait in the core from its beginning (`custody.hold`) and go once
 * (`custody.payHold`). What is decided is written before the core is told, so that a stop between the two changes nothing: the
 * deal is taken up again, and the core does the same thing once.
 */
export class Deals {
  /** Confirms what is due, gives back what was never paid, and takes up what was interrupted. */
  readonly rounds: Rounds;
  readonly #parts: DealsParts;
  readonly #nowMs: () => number;

  constructor(parts: DealsParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
    this.rounds = new Rounds(() => this.#look(), { everyMs: LOOK_MS, onTrouble: (trouble) => parts.warn(`deals with acceptors could not be looked at: ${trouble}`) });
  }

  /** Makes a deal and holds the seller's coins. The same request key twice makes one deal. Refuses where the coins are not there. */
  async make(deal: NewDeal): Promise<void> {
    const now = new Date(this.#nowMs());
    const row = { ...deal, escrow: null, status: 'opening' as const, created_at: now, updated_at: now, marked_at: null, refusal: null };
    const made = await this.#parts.queries.insertInto('acceptor_deals').values(row).onConflict((conflict) => conflict.columns(['user_id', 'request_key']).doNothing()).returningAll().executeTakeFirst();
    if (made === undefined) return this.#requireSame(deal);
    const rejection = await this.#open(made);
    if (rejection !== undefined) throw new Refusal(rejection);
  }

  /** Does what one side may do now. Refuses what it may not; somebody else's deal answers like none. */
  async act(id: number, user: UserId, act: DealAct): Promise<void> {
    const { queries } = this.#parts;
    const found = await queries.selectFrom('acceptor_deals').innerJoin('acceptors', 'acceptors.id', 'acceptor_deals.acceptor').selectAll('acceptor_deals').select('acceptors.user_id as acceptor_user').where('acceptor_deals.id', '=', BigInt(id)).executeTakeFirst();
    const side = found === undefined ? undefined : Number(found.user_id) === user ? 'user' : Number(found.acceptor_user) === user ? 'acceptor' : undefined;
    if (found === undefined || side === undefined) throw new Refusal('deal_not_found', { field: 'id' });
    const next = ACTS[found.type][found.status]?.[side][act];
    if (next === undefined) throw new Refusal('deal_act_refused', { field: 'act' });
    const moved = await this.#move(found, next);
    if (moved === undefined) throw new Refusal('deal_act_refused', { field: 'act' });
    const rejection = await this.#settle(moved);
    if (rejection !== undefined) throw new Refusal(rejection);
  }

  /**
   * Ends a dispute: the coins go to who bought them, or back. Refuses where none waits: of two rulings, and of a ruling and a side that
   * gives in, the first counts. @param alongside what belongs into the same transaction
   * @returns the deal, and whether the coins have moved; else they do once they may leave
   */
  async rule(id: number, { ruling, reason, operator }: Verdict, alongside: (transaction: Queries) => Promise<void>): Promise<{ deal: Deal; hasMoved: boolean }> {
    const now = new Date(this.#nowMs());
    const deal = await this.#parts.queries.transaction().execute(async (transaction) => {
      const ruled = await transaction
        .updateTable('acceptor_deals')
        .set({ status: ruling === 'pay' ? 'paying' : 'returning', updated_at: now, ruling, ruling_reason: reason, ruled_by: BigInt(operator), ruled_at: now })
        .where('id', '=', BigInt(id))
        .where('status', '=', 'disputed')
        .returningAll()
        .executeTakeFirst();
      if (ruled === undefined) throw new Refusal('deal_not_disputed', { field: 'id' });
      await notify(transaction, this.#toldOf(ruled, ruling === 'pay' ? 'deal_paid' : 'deal_returned', [ruled.seller_id, ruled.buyer_id]));
      await alongside(transaction);
      return ruled;
    });
    return { deal, hasMoved: (await this.#settle(deal)) === undefined };
  }

  async #look(): Promise<void> {
    const { queries } = this.#parts;
    const nowMs = this.#nowMs();
    const open = await queries.selectFrom('acceptor_deals').selectAll().where('status', 'in', ['opening', 'waiting', 'marked', 'paying', 'returning']).orderBy('id').execute();
    for (const deal of open) {
      const isOld = deal.updated_at.getTime() + RESUME_MS <= nowMs;
      const dueMs = confirmsMs(deal);
      const backMs = returnsMs(deal);
      const isUnpaid = backMs !== undefined && backMs <= nowMs;
      if (deal.status === 'opening' && isOld) await this.#open(deal);
      else if ((deal.status === 'paying' || deal.status === 'returning') && isOld) await this.#settle(deal);
      else if (isUnpaid || (dueMs !== undefined && dueMs <= nowMs)) {
        const moved = await this.#move(deal, isUnpaid ? 'returning' : 'paying');
        if (moved !== undefined) await this.#settle(moved);
      }
    }
  }

  /** Holds the coins under the deal's transfer id: asked again, the core names the escrow that holds them. @returns why it would not */
  async #open(deal: Deal) {
    const { queries, engine, currency } = this.#parts;
    const limit = deal.day_limit === null ? {} : { dayLimit: deal.day_limit as Amount };
    const transfer = await transferOf(queries, 'deal', deal.id);
    const { outcome } = await engine.submit({ kind: 'custody.hold', user: Number(deal.seller_id), currency: currency(), amount: deal.amount as Amount, ...limit, transfer });
    // Nobody ends an escrow before its number stands in the deal: somebody has changed the table, or the core's command.
    if (!outcome.ok && outcome.rejection === 'transfer_exists') throw new Error(`the coins of deal ${deal.id} were held before, and wait no more`);
    if (outcome.ok) await this.#move(deal, 'waiting', { escrow: BigInt(outcome.id ?? 0) });
    else await this.#move(deal, 'failed', { refusal: outcome.rejection });
    return outcome.ok ? undefined : outcome.rejection;
  }

  /** Tells the core what was decided. That the coins are gone already means that it was told before. */
  async #settle(deal: Deal) {
    if (deal.status !== 'paying' && deal.status !== 'returning') return undefined;
    const isPaid = deal.status === 'paying';
    const { outcome } = await this.#parts.engine.submit({ kind: 'custody.payHold', escrow: Number(deal.escrow), recipient: isPaid ? Number(deal.buyer_id) : 0 });
    if (!outcome.ok && outcome.rejection !== 'escrow_not_found') return outcome.rejection;
    await this.#move(deal, isPaid ? 'confirmed' : 'rejected');
    return undefined;
  }

  /** To the next state, unless somebody was faster. */
  async #move({ id, status: from }: Deal, to: DealStatus, more: { readonly escrow?: bigint; readonly refusal?: Rejection } = {}): Promise<Deal | undefined> {
    const now = new Date(this.#nowMs());
    return this.#parts.queries.transaction().execute(async (transaction) => {
      const moved = await transaction
      .updateTable('acceptor_deals')
      .set({ status: to, updated_at: now, ...more, ...(to === 'marked' ? { marked_at: now } : {}), ...(to === 'disputed' ? { disputed_at: now } : {}) })
      .where('id', '=', id)
      .where('status', '=', from)
      .returningAll()
      .executeTakeFirst();
      const kind = TOLD[to];
      // A ruling has told both sides already, with its reason.
      if (moved !== undefined && kind !== undefined && moved.ruling === null) await notify(transaction, this.#toldOf(moved, kind, await sidesToTell(transaction, moved)));
      return moved;
    });
  }

  #toldOf(deal: Deal, kind: DealKind, users: readonly bigint[]): Notification[] {
    const facts = { subject: Number(deal.id), currency: this.#parts.currency(), amount: String(deal.amount), reason: deal.ruling_reason, count: AUTO_CONFIRM_MINUTES };
    return users.map((user) => ({ user, kind, cause: `deal-${deal.id}-${kind}`, facts, at: deal.updated_at }));
  }

  async #requireSame({ user_id, request_key, acceptor, type, money }: NewDeal): Promise<void> {
    const known = await this.#parts.queries.selectFrom('acceptor_deals').select(['acceptor', 'type', 'money', 'refusal']).where('user_id', '=', user_id).where('request_key', '=', request_key ?? null).executeTakeFirstOrThrow();
    if (known.acceptor !== acceptor || known.type !== type || known.money !== money) throw new Refusal('idempotency_key_reused');
    if (known.refusal !== null) throw new Refusal(known.refusal);
  }
}

/** The acceptor is told of a new deal, the seller that the acceptor has paid, both how it ends and that it is disputed. */
async function sidesToTell(queries: Queries, { status, acceptor, seller_id, buyer_id }: Deal): Promise<bigint[]> {
  if (status === 'marked') return [seller_id];
  if (status !== 'waiting') return [seller_id, buyer_id];
  const { user_id } = await queries.selectFrom('acceptors').select('user_id').where('id', '=', acceptor).executeTakeFirstOrThrow();
  return [user_id];
}
