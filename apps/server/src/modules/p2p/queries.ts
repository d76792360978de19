import { hash } from 'node:crypto';
import { P2P_ROWS } from '@meridian/contract/p2p/calls';
import type { Side } from '@meridian/core/catalog/side';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { AdId, DealId, Party, PaymentWay } from '@meridian/core/p2p/p2p-commands';
import type { DealMover, DealState } from '@meridian/core/p2p/p2p-events';
import type { SnapshotAdTerms } from '@meridian/core/p2p/p2p-snapshot';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { P2pTables } from './p2p-tables.ts';

/** A deal as the tables have it. */
export interface DealRow {
  readonly id: DealId;
  readonly ad: AdId;
  readonly buyer: UserId;
  readonly seller: UserId;
  readonly taker: Party;
  readonly currency: CurrencyId;
  readonly quantity: bigint;
  readonly priceTicks: number;
  readonly fiat: bigint;
  readonly account: number;
  readonly way: PaymentWay;
  readonly state: DealState;
  readonly version: number;
  readonly openedMs: number;
  readonly payDueMs: number;
  readonly paidMs: number;
  readonly releaseDueMs: number;
  readonly endedMs: number;
  readonly endedBy: DealMover | undefined;
  readonly isCancelAsked: boolean;
  readonly appeal: number;
  /** Coins that the buyer has received. */
  readonly toBuyer: bigint;
}

/** A deal of any users. */
export async function dealById(queries: Queries, id: DealId): Promise<DealRow | undefined> {
  const row = await queries
    .selectFrom('p2p_deals')
    .selectAll()
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  return row && dealOf(row);
}

/** A page of a user's deals on either side, newest first. */
export async function dealsOfUser(
  queries: Queries,
  user: UserId,
  { page, state }: { readonly page: number; readonly state: DealState | undefined },
): Promise<DealRow[]> {
  const side = (column: 'buyer' | 'seller') => {
    const own = queries
      .selectFrom('p2p_deals')
      .selectAll()
      .where(column, '=', BigInt(user))
      .orderBy('id', 'desc')
      .limit(page * P2P_ROWS);
    return state === undefined ? own : own.where('state', '=', state);
  };
  // Each side reads its own index as far as the page needs.
  const [bought, sold] = await Promise.all([side('buyer').execute(), side('seller').execute()]);
  return [...bought, ...sold]
    .sort((a, b) => Number(b.id - a.id))
    .slice((page - 1) * P2P_ROWS, page * P2P_ROWS)
    .map(dealOf);
}

/** The fields of an ad that a deal needs, also of an ad that is over. */
export async function adById(
  queries: Queries,
  id: AdId,
): Promise<
  | {
      readonly id: AdId;
      readonly user: UserId;
      readonly side: Side;
      readonly currency: CurrencyId;
      readonly ways: readonly PaymentWay[];
      /** Of a private ad, otherwise ''. */
      readonly code: string;
    }
  | undefined
> {
  const row = await queries
    .selectFrom('p2p_ads')
    .select(['user_id', 'side', 'currency', 'terms'])
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { methods, code } = JSON.parse(row.terms) as SnapshotAdTerms;
  const { side, currency } = row;
  const ways = methods.map(({ way }) => way);
  return { id, user: Number(row.user_id), side, currency, ways, code };
}

/** A page of the deals of an ad, newest first. */
export async function dealsOfAd(
  queries: Queries,
  { ad, page }: { readonly ad: AdId; readonly page: number },
): Promise<DealRow[]> {
  const rows = await queries
    .selectFrom('p2p_deals')
    .selectAll()
    .where('ad', '=', BigInt(ad))
    .orderBy('id', 'desc')
    .limit(P2P_ROWS)
    .offset((page - 1) * P2P_ROWS)
    .execute();
  return rows.map(dealOf);
}

/** Remarks and automatic replies by number. */
export async function textsById(
  queries: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly remark: string; readonly autoReply: string }>> {
  const wanted = ids.filter((id) => id > 0).map(BigInt);
  if (wanted.length === 0) return new Map();
  const rows = await queries
    .selectFrom('p2p_texts')
    .selectAll()
    .where('id', 'in', wanted)
    .execute();
  return new Map(
    rows.map(({ id, remark, auto_reply }) => [Number(id), { remark, autoReply: auto_reply }]),
  );
}

/**
 * Keeps remark and automatic reply; their number, 0 where there is neither. The same texts of the
 * same user have one number.
 */
export async function keepTexts(
  queries: Queries,
  user: UserId,
  { remark, autoReply }: { readonly remark: string; readonly autoReply: string },
): Promise<number> {
  if (remark === '' && autoReply === '') return 0;
  const content_hash = hash('sha256', JSON.stringify([user, remark, autoReply]));
  const { id } = await queries
    .insertInto('p2p_texts')
    .values({ user_id: BigInt(user), remark, auto_reply: autoReply, content_hash })
    .onConflict((conflict) => conflict.column('content_hash').doUpdateSet({ remark }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** A row as the code has it. */
export function dealOf(row: Selectable<P2pTables['p2p_deals']>): DealRow {
  const { taker, currency, quantity, fiat, way, state, version } = row;
  return {
    id: Number(row.id),
    ad: Number(row.ad),
    buyer: Number(row.buyer),
    seller: Number(row.seller),
    taker,
    currency,
    quantity,
    priceTicks: Number(row.price_ticks),
    fiat,
    account: Number(row.account),
    way,
    state,
    version,
    openedMs: Number(row.opened_ms),
    payDueMs: Number(row.pay_due_ms),
    paidMs: Number(row.paid_ms),
    releaseDueMs: Number(row.release_due_ms),
    endedMs: Number(row.ended_ms),
    endedBy: row.ended_by ?? undefined,
    isCancelAsked: row.is_cancel_asked,
    appeal: Number(row.appeal),
    toBuyer: row.to_buyer,
  };
}
