import { REVIEW_STATUS } from '@meridian/contract/identity';
import type { Amount } from '@meridian/money/amount';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Audit } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../../live/live-view.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { keyOf } from './contest.ts';
import type { EntryRow } from './contest-tables.ts';
import { priceCurrency } from './play-catalog.ts';

type PrizeState = 'none' | 'needs_identity' | 'waiting' | 'paid';

interface PrizeParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
}

/** What became of a final prize, as people see it. */
export function prizeStateOf({ prize_state: state }: Pick<EntryRow, 'prize_state'>, reviewStatus: number): PrizeState {
  if (state === 'none' || state === 'paid') return state;
  return reviewStatus === REVIEW_STATUS.approved ? 'waiting' : 'needs_identity';
}

/**
 * Pays what is won in a season and not paid, to those whose identity is approved, from the house's spot wallet. Call it one after the
 * other. Refuses before the ranking is final, and where the house has less than all of it: then nobody is paid.
 */
export async function payPrizes({ queries, engine, live }: PrizeParts, season: bigint, audit: Audit): Promise<{ paid: number; units: bigint; waiting: number }> {
  const { ranked_at: rankedAt } = await queries.selectFrom('contest_seasons').select('ranked_at').where('id', '=', season).executeTakeFirst().then((row) => row ?? notFound());
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
  const payable = won.filter(({ review_status }) => review_status === REVIEW_STATUS.approved);
  const waiting = won.length - payable.length;
  const given = await alreadyGiven({ queries, live }, season, payable);
  const due = payable.filter(({ user_id }) => !given.has(user_id));
  const currency = priceCurrency(live);
  const sum = due.reduce((total, { prize }) => total + prize, 0n);
  if (sum > live.balance(SYSTEM.house, 'spot', currency.id).available) throw new Refusal('house_insufficient');
  // The log before the commands: nothing happens that it does not know of.
  const before = { open: won.length, waiting };
  await audit({ action: 'contest.pay', subject: `contest ${season}`, before, after: { paid: due.map(({ user_id, rank, prize }) => ({ user: Number(user_id), rank, usdt: formatDecimal(prize, currency.scale) })) } });
  for (const { id, user_id, prize, prize_tries: tries } of payable) {
    if (!given.has(user_id)) {
      await queries.updateTable('contest_entries').set({ prize_state: 'paying' }).where('id', '=', id).execute();
      const user = Number(user_id);
      const credit = { user, wallet: 'spot', currency: currency.id, amount: prize as Amount, reference: `contest-${season}-prize` } as const;
      const { outcome } = await engine.submit({ kind: 'ledger.credit', ...credit, key: keyOf(`contest-${season}-prize-${user}`, tries) });
      if (!outcome.ok) {
        // The core remembers refusals under their key: the next try needs another.
        await queries.updateTable('contest_entries').set({ prize_state: 'open', prize_tries: tries + 1 }).where('id', '=', id).execute();
        throw new Refusal(outcome.rejection);
      }
    }
    await queries.updateTable('contest_entries').set({ prize_state: 'paid' }).where('id', '=', id).execute();
  }
  return { paid: due.length, units: sum, waiting };
}

/** Whose prize was paid although a stop kept that from being noted. The statement remembers longer than the core's keys. */
async function alreadyGiven({ queries, live }: Pick<PrizeParts, 'queries' | 'live'>, season: bigint, payable: readonly Pick<EntryRow, 'user_id' | 'prize_state'>[]): Promise<ReadonlySet<bigint>> {
  const interrupted = payable.filter(({ prize_state }) => prize_state === 'paying').map(({ user_id }) => user_id);
  if (interrupted.length === 0) return new Set();
  await new ProjectionGate(queries).reached(live.seq);
  const rows = await queries.selectFrom('statements').select('user_id').where('user_id', 'in', interrupted).where('reason', '=', 'credit').where('reference', '=', `contest-${season}-prize`).execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

function notFound(): never {
  throw new Refusal('contest_not_found', { field: 'id' });
}
