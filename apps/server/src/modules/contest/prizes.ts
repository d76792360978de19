import type { Amount } from '@meridian/money/amount';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Audit } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { requireOther } from '../account/own-account.ts';
import type { ReviewState } from '../account/account-tables.ts';
import { refusalOf, transferOf } from '../../transfers/transfers.ts';
import type { EntryRow } from './contest-tables.ts';
import { priceCurrency } from './play-catalog.ts';

type PrizeState = 'none' | 'needs_identity' | 'waiting' | 'paid';

interface PrizeParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
}

/** The state of a final prize, for display. */
export function prizeStateOf(
  { prize_state: state }: Pick<EntryRow, 'prize_state'>,
  reviewState: ReviewState,
): PrizeState {
  if (state === 'none' || state === 'paid') return state;
  return reviewState === 'approved' ? 'waiting' : 'needs_identity';
}

/** A prize to be paid. */
type Due = Pick<EntryRow, 'id' | 'season' | 'user_id' | 'rank' | 'prize'>;

/**
 * Pays the unpaid prizes of a season to participants with an approved identity, from the house's
 * spot wallet. Calls must not overlap. Refuses an operator who is, or is close to, one of them
 * (`own_account`), a ranking that is not final, and a house with less than the sum: then none is
 * paid. A prize that a stop interrupted is finished first: the core knows by its transfer id
 * whether it was paid (L10).
 */
export async function payPrizes(
  parts: PrizeParts,
  {
    season,
    operator,
    audit,
  }: { readonly season: bigint; readonly operator: number; readonly audit: Audit },
): Promise<{ paid: number; units: bigint; waiting: number }> {
  const { queries, live } = parts;
  const { ranked_at: rankedAt } = await queries
    .selectFrom('contest_seasons')
    .select('ranked_at')
    .where('id', '=', season)
    .executeTakeFirst()
    .then((row) => row ?? notFound());
  if (rankedAt === null) throw new Refusal('contest_not_ended', { field: 'id' });
  const won = await queries
    .selectFrom('contest_entries')
    .innerJoin('users', 'users.id', 'contest_entries.user_id')
    .selectAll('contest_entries')
    .select('users.review_status')
    .where('season', '=', season)
    .where('prize_state', 'in', ['open', 'paying'])
    .orderBy('rank')
    .execute();
  const interrupted = won.filter(({ prize_state: state }) => state === 'paying');
  const open = won.filter(({ prize_state: state }) => state === 'open');
  const due = open.filter(({ review_status: status }) => status === 'approved');
  const waiting = open.length - due.length;
  const paid: Due[] = [];
  for (const { user_id: winner } of [...interrupted, ...due])
    await requireOther(queries, operator, winner);
  if (interrupted.length > 0)
    await audit({
      action: 'contest.pay_again',
      subject: `contest ${season}`,
      after: { users: interrupted.map(({ user_id }) => Number(user_id)) },
    });
  for (const entry of interrupted) if (await pay(parts, entry)) paid.push(entry);
  const currency = priceCurrency(live);
  if (sumOf(due) > live.balance(SYSTEM.house, 'spot', currency.id).available)
    throw new Refusal('house_insufficient');
  // The log before the commands, so that no payment is missing from it.
  const before = { open: won.length, waiting };
  await audit({
    action: 'contest.pay',
    subject: `contest ${season}`,
    before,
    after: {
      paid: due.map(({ user_id, rank, prize }) => ({
        user: Number(user_id),
        rank,
        usdt: formatDecimal(prize, currency.scale),
      })),
    },
  });
  for (const entry of due) if (await pay(parts, entry)) paid.push(entry);
  return { paid: paid.length, units: sumOf(paid), waiting };
}

/**
 * @returns whether this call paid it; else it was paid before. Refuses with the core's rejection,
 *   and then leaves the prize open
 */
async function pay(
  { queries, engine, live }: PrizeParts,
  { id, season, user_id: user, prize }: Due,
): Promise<boolean> {
  const set = (state: EntryRow['prize_state']) =>
    queries
      .updateTable('contest_entries')
      .set({ prize_state: state })
      .where('id', '=', id)
      .execute();
  const transfer = await transferOf(queries, 'prize', id);
  await set('paying');
  const credit = {
    user: Number(user),
    wallet: 'spot',
    currency: priceCurrency(live).id,
    amount: prize as Amount,
    reference: `contest-${season}-prize`,
  } as const;
  const { outcome } = await engine.submit({ kind: 'ledger.credit', ...credit, transfer });
  const refusal = refusalOf(outcome);
  if (refusal !== undefined) {
    await set('open');
    throw new Refusal(refusal);
  }
  await set('paid');
  return outcome.ok;
}

function sumOf(entries: readonly Due[]): bigint {
  return entries.reduce((total, { prize }) => total + prize, 0n);
}

function notFound(): never {
  throw new Refusal('contest_not_found', { field: 'id' });
}
