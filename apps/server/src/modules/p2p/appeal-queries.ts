import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { AppealId, AppealReason, DealId, Party } from '@meridian/core/p2p/p2p-commands';
import type { Appeal } from '@meridian/core/p2p/p2p-events';
import type { Queries } from '../../database/database.ts';

/** An appeal as the tables have it, with the two sides of its deal. */
export interface AppealRow {
  readonly id: AppealId;
  readonly deal: DealId;
  readonly buyer: UserId;
  readonly seller: UserId;
  readonly currency: CurrencyId;
  readonly by: Party;
  readonly reason: AppealReason;
  readonly state: Appeal['state'];
  readonly isAfterEnd: boolean;
  readonly amount: bigint;
  readonly openedMs: number;
  readonly answerDueMs: number;
  readonly answeredMs: number;
  readonly changedMs: number;
  /** Of an open appeal a ruling that a second operator has not confirmed yet. */
  readonly ruling:
    | {
        readonly toBuyer: bigint;
        readonly fault: Party | 'nobody';
        readonly bondCut: bigint;
        readonly operator: number;
        readonly confirmedBy: number | undefined;
      }
    | undefined;
}

/** Appeals with their deals, to be narrowed down. */
function appeals(queries: Queries) {
  return queries
    .selectFrom('p2p_appeals')
    .innerJoin('p2p_deals', 'p2p_deals.id', 'p2p_appeals.deal')
    .selectAll('p2p_appeals')
    .select(['p2p_deals.buyer', 'p2p_deals.seller', 'p2p_deals.currency']);
}

/** An appeal of any user. */
export async function appealById(queries: Queries, id: AppealId): Promise<AppealRow | undefined> {
  const row = await appeals(queries).where('p2p_appeals.id', '=', BigInt(id)).executeTakeFirst();
  return row && appealOf(row);
}

/** All appeals on a deal, newest first. */
export async function appealsOfDeal(queries: Queries, deal: DealId): Promise<AppealRow[]> {
  const found = await appeals(queries)
    .where('p2p_appeals.deal', '=', BigInt(deal))
    .orderBy('p2p_appeals.id', 'desc')
    .execute();
  return found.map(appealOf);
}

/** A page of the appeals on a user's deals, newest first. @param deal 0: on all of them */
export async function appealsOfUser(
  queries: Queries,
  user: UserId,
  { deal, page, rows }: { readonly deal: DealId; readonly page: number; readonly rows: number },
): Promise<AppealRow[]> {
  const id = BigInt(user);
  let own = appeals(queries).where(({ or, eb }) =>
    or([eb('p2p_deals.buyer', '=', id), eb('p2p_deals.seller', '=', id)]),
  );
  if (deal !== 0) own = own.where('p2p_appeals.deal', '=', BigInt(deal));
  const found = await own
    .orderBy('p2p_appeals.id', 'desc')
    .limit(rows)
    .offset((page - 1) * rows)
    .execute();
  return found.map(appealOf);
}

/** A page of the appeals in a state, or of all: open ones oldest first, others newest first. */
export async function appealsIn(
  queries: Queries,
  state: Appeal['state'] | undefined,
  { page, rows }: { readonly page: number; readonly rows: number },
): Promise<{ readonly list: AppealRow[]; readonly total: number }> {
  const all = queries
    .selectFrom('p2p_appeals')
    .select(({ fn }) => fn.countAll<bigint>().as('count'));
  const wanted = appeals(queries);
  const { count } = await (
    state === undefined ? all : all.where('state', '=', state)
  ).executeTakeFirstOrThrow();
  const found = await (state === undefined ? wanted : wanted.where('p2p_appeals.state', '=', state))
    .orderBy('p2p_appeals.id', state === 'open' ? 'asc' : 'desc')
    .limit(rows)
    .offset((page - 1) * rows)
    .execute();
  return { list: found.map(appealOf), total: Number(count) };
}

/** Rulings on a deal. */
export interface PastRulings {
  readonly rulings: number;
  readonly lastRuledMs: number;
}

/** The rulings on deals; deals without any are missing. */
export async function pastRulings(
  queries: Queries,
  deals: readonly DealId[],
): Promise<ReadonlyMap<DealId, PastRulings>> {
  if (deals.length === 0) return new Map();
  const rows = await queries
    .selectFrom('p2p_appeals')
    .select(['deal', 'changed_ms'])
    .where('deal', 'in', deals.map(BigInt))
    .where('state', '=', 'ruled')
    .execute();
  const past = new Map<DealId, PastRulings>();
  for (const { deal, changed_ms } of rows) {
    const { rulings, lastRuledMs } = past.get(Number(deal)) ?? NO_RULINGS;
    past.set(Number(deal), {
      rulings: rulings + 1,
      lastRuledMs: Math.max(lastRuledMs, Number(changed_ms)),
    });
  }
  return past;
}

export const NO_RULINGS: PastRulings = { rulings: 0, lastRuledMs: 0 };

/** A ruling as its reason is found: an operator may have asked for another one before. */
interface Ruled {
  readonly appeal: AppealId | bigint;
  readonly operator: number | bigint;
  readonly toBuyer: bigint;
  readonly fault: Party | 'nobody';
  readonly bondCut: bigint;
}

/** @returns the reason that an operator gave for a ruling, '' for a ruling that nobody asked for */
export async function rulingReasons(
  queries: Queries,
  ids: readonly AppealId[],
): Promise<(ruled: Ruled) => string> {
  const nameOf = ({ appeal, operator, toBuyer, fault, bondCut }: Ruled): string =>
    [appeal, operator, toBuyer, fault, bondCut].join(' ');
  if (ids.length === 0) return () => '';
  const rows = await queries
    .selectFrom('p2p_rulings')
    .selectAll()
    .where('appeal', 'in', ids.map(BigInt))
    .execute();
  const reasons = new Map(
    rows.map(({ to_buyer: toBuyer, bond_cut: bondCut, ...row }) => [
      nameOf({ ...row, toBuyer, bondCut }),
      row.reason,
    ]),
  );
  return (ruled) => reasons.get(nameOf(ruled)) ?? '';
}

type FoundAppeal = Awaited<ReturnType<ReturnType<typeof appeals>['execute']>>[number];

function appealOf(row: FoundAppeal): AppealRow {
  const { by, reason, state, currency, amount, to_buyer, fault, bond_cut, operator } = row;
  const isRuled = to_buyer !== null && fault !== null && bond_cut !== null && operator !== null;
  return {
    id: Number(row.id),
    deal: Number(row.deal),
    buyer: Number(row.buyer),
    seller: Number(row.seller),
    currency,
    by,
    reason,
    state,
    isAfterEnd: row.is_after_end,
    amount,
    openedMs: Number(row.opened_ms),
    answerDueMs: Number(row.answer_due_ms),
    answeredMs: Number(row.answered_ms),
    changedMs: Number(row.changed_ms),
    ruling: isRuled
      ? {
          toBuyer: to_buyer,
          fault,
          bondCut: bond_cut,
          operator: Number(operator),
          confirmedBy: row.confirmed_by === null ? undefined : Number(row.confirmed_by),
        }
      : undefined,
  };
}
