import type { SaleStateOut } from '@meridian/contract/sale/calls';
import type { UserId } from '@meridian/core/ids';
import type { SaleKind, SaleTerms } from '@meridian/core/sale/sale-commands';
import type { SnapshotSaleTerms } from '@meridian/core/sale/sale-snapshot';
import { decodeTerms } from '@meridian/core/sale/sale-terms';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import type { LiveView } from '../live-view.ts';
import type { SaleTables } from './sale-tables.ts';

/** Sales of a list, beside those that go on: the newest ones. */
const SALES_LISTED = 50;
/** Own commitments of a list: the newest ones. */
const OWN_LISTED = 100;
/** States after the numbers are decided and paid out. */
const PAID_OUT: ReadonlySet<SaleStateOut> = new Set(['vesting', 'done', 'missed']);

/** A sale as people see it. Amounts are smallest units. */
export interface ShownSale {
  readonly terms: SaleTerms;
  /** The hashed text of the terms, and its hash in the journal. */
  readonly text: string;
  readonly hash: string;
  readonly title: string;
  readonly about: string;
  readonly paper: string;
  /** Title, about, paper and codes of the currencies, as their hash is in the terms. */
  readonly words: string;
  /** Why it was cancelled, in the words of an operator; '' where it was not. */
  readonly cancelled: string;
  readonly state: SaleStateOut;
  readonly entries: number;
  readonly committed: bigint;
  /** The part of `committed` within the cap of each person. */
  readonly demanded: bigint;
  /** 0 until the numbers are decided. */
  readonly sold: bigint;
  readonly paid: bigint;
  /** Whether its entries are published, so that anybody can recompute it. */
  readonly isPublished: boolean;
}

export type OwnEntry = Selectable<SaleTables['sale_entries']>;

export interface SaleReads {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly gate: ProjectionGate;
  readonly now: () => number;
}

/** Both kinds where it is undefined. */
function ofKind(kind: SaleKind | undefined): RawBuilder<boolean> {
  return kind === undefined ? sql`true` : sql`sales.terms::jsonb ->> 'kind' = ${kind}`;
}

/** All that go on, and the newest of the others. */
function listed(live: LiveView, kind: SaleKind | undefined): RawBuilder<boolean> {
  const going = live.sale.sales().map(({ terms }) => terms.id);
  return sql`${ofKind(kind)} and (sales.id = any(${going}::bigint[]) or sales.id in (
    select id from sales where ${ofKind(kind)} order by id desc limit ${SALES_LISTED}))`;
}

/**
 * Sales that the engine took, the newest first: those that go on as the live view has them.
 * @param which `ids`, or a list: of one kind, or of both
 */
export async function shownSales(
  { queries, live, gate, now }: SaleReads,
  { ids, kind }: { readonly ids?: readonly number[]; readonly kind?: SaleKind } = {},
): Promise<ShownSale[]> {
  await gate.reached(live.seq);
  const rows = await queries
    .selectFrom('sale_texts')
    .innerJoin('sales', 'sales.id', 'sale_texts.id')
    .selectAll('sales')
    .select(['title', 'about', 'paper', 'words', 'cancelled'])
    .where(ids === undefined ? listed(live, kind) : sql<boolean>`sales.id = any(${ids}::bigint[])`)
    .orderBy('sales.id', 'desc')
    .execute();
  return rows.map(({ terms: text, terms_hash: hash, title, about, paper, words, ...row }) => {
    const terms = termsIn(text);
    const running = live.sale.sale(terms.id);
    const state = stateNow(terms, running?.state ?? row.state, now());
    return {
      ...{ terms, text, hash, title, about, paper, words, state },
      cancelled: state === 'cancelled' ? (row.cancelled ?? '') : '',
      entries: row.entries ?? running?.entries.size ?? 0,
      committed: row.committed ?? running?.committed ?? 0n,
      demanded: row.demanded ?? running?.demanded ?? 0n,
      sold: row.sold ?? 0n,
      paid: row.paid ?? 0n,
      isPublished: isPublished(live, row),
    };
  });
}

/** Commitments of a user to sales of a kind, the newest first. */
export async function ownEntries(
  queries: Queries,
  user: UserId,
  kind: SaleKind,
): Promise<OwnEntry[]> {
  return queries
    .selectFrom('sale_entries')
    .innerJoin('sales', 'sales.id', 'sale')
    .selectAll('sale_entries')
    .where('user_id', '=', BigInt(user))
    .where(ofKind(kind))
    .orderBy('sale_entries.id', 'desc')
    .limit(OWN_LISTED)
    .execute();
}

/**
 * The terms, their hash and the settled entries, with which anybody can recompute a sale; undefined
 * for a sale that is not paid out, or never was.
 * @param after the number of the entry that comes before the first one
 */
export async function publishedEntries(
  { queries, live, gate }: SaleReads,
  { sale, after, limit }: { readonly sale: number; readonly after: number; readonly limit: number },
) {
  await gate.reached(live.seq);
  const found = await queries
    .selectFrom('sales')
    .select(['id', 'state', 'sold', 'terms', 'terms_hash'])
    .where('id', '=', BigInt(sale))
    .executeTakeFirst();
  if (found === undefined || !isPublished(live, found)) return undefined;
  const rows = await queries
    .selectFrom('sale_entries')
    .select(['id', 'committed', 'allotted', 'paid', 'refunded'])
    .where('sale', '=', BigInt(sale))
    .where('state', '=', 'settled')
    .where('id', '>', BigInt(after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return { terms: found.terms, hash: found.terms_hash, rows };
}

/** Whether every entry has its result: a sale that was missed gives back entry by entry. */
function isPublished(
  live: LiveView,
  { id, state, sold }: Pick<Selectable<SaleTables['sales']>, 'id' | 'state' | 'sold'>,
): boolean {
  if (sold === null || !PAID_OUT.has(state)) return false;
  return (live.sale.sale(Number(id))?.entries.size ?? 0) === 0;
}

function termsIn(text: string): SaleTerms {
  return decodeTerms(JSON.parse(text) as SnapshotSaleTerms);
}

/** The state by the clock, where no tick has come since. */
function stateNow(
  { opensMs, closesMs }: SaleTerms,
  state: Exclude<SaleStateOut, 'deciding'>,
  now: number,
): SaleStateOut {
  if (state !== 'announced' && state !== 'open') return state;
  if (now >= closesMs) return 'deciding';
  return now >= opensMs ? 'open' : 'announced';
}
