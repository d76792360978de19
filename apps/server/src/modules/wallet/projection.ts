import type { CurrencyId, MarketId, OrderId, UserId } from '@meridian/core/ids';
import type { Applied, Event } from '@meridian/core/events';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import { sql } from 'kysely';
import { insertInto } from '../../projector/row-statements.ts';
import type { Projection } from '../../projector/projection.ts';
import type { StatementReason } from './statement-kinds.ts';

/** A row of `statements`; see the migration for units. */
interface Statement {
  readonly id: number;
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly reason: StatementReason;
  readonly subject: number;
  readonly reference: string;
  /** Of a trade and its fee; null for all else. */
  readonly order: OrderId | null;
  readonly market: MarketId | null;
  readonly seq: number;
  readonly timeMs: number;
}

/**
 * Accounts that only collect fees: each fee is already a row of its payer, and there are two for
 * each trade.
 */
export const COLLECTORS: readonly UserId[] = [SYSTEM.fees, SYSTEM.rounding];

type Traded = Extract<Event, { type: 'traded' }>;
const NO_ORDER = { order: null, market: null };

/**
 * The rows of `statements` that a batch writes. @param lastId highest id so far: theirs go on from
 * it
 */
function projectWallet(batch: readonly Applied[], lastId: number): Statement[] {
  const statements: Statement[] = [];
  for (const { seq, timeMs, events } of batch) {
    // A trade comes before its postings.
    let trade: Traded | undefined;
    for (const event of events) {
      if (event.type === 'traded') trade = event;
      if (event.type !== 'posted' || COLLECTORS.includes(event.user)) continue;
      const amount = event.available + event.held;
      if (amount === 0n) continue;
      const { user, wallet, currency, reason, subject, reference } = event;
      const balanceAfter = event.availableAfter + event.heldAfter;
      const of =
        trade !== undefined && isOfTrade(event, trade)
          ? {
              order: user === trade.makerUser ? trade.makerOrder : trade.takerOrder,
              market: trade.market,
            }
          : NO_ORDER;
      statements.push({
        id: ++lastId,
        user,
        wallet,
        currency,
        amount,
        balanceAfter,
        // Holds and releases change no sum.
        reason: reason as StatementReason,
        subject,
        reference,
        ...of,
        seq,
        timeMs,
      });
    }
  }
  return statements;
}

function isOfTrade(
  { reason, subject, reference }: Extract<Event, { type: 'posted' }>,
  trade: Traded,
): boolean {
  const isOfSpot =
    reason === 'trade' || reason === 'makerRebate' || (reason === 'fee' && reference === '');
  return isOfSpot && subject === trade.trade;
}

const INSERT_STATEMENTS = insertInto<'statements', Statement>('insert-statements', 'statements', {
  user_id: ['bigint', (row) => row.user],
  id: ['bigint', (row) => row.id],
  wallet: ['word', (row) => row.wallet],
  currency: ['integer', (row) => row.currency],
  amount: ['bigint', (row) => row.amount],
  balance_after: ['bigint', (row) => row.balanceAfter],
  reason: ['word', (row) => row.reason],
  subject: ['bigint', (row) => row.subject],
  reference: ['text', (row) => row.reference],
  order_id: ['bigint', (row) => row.order],
  market: ['integer', (row) => row.market],
  seq: ['bigint', (row) => row.seq],
  time_ms: ['bigint', (row) => row.timeMs],
});

/** Ids of statements go on from the highest one, which is stored beside the position. */
export const walletProjection: Projection = {
  tables: ['statements'],
  reset: async (transaction) => {
    await sql`update projection_position set last_statement = 0`.execute(transaction);
  },
  open: async (client) => {
    const { rows } = await client.query<{ last_statement: string }>(
      'select last_statement from projection_position',
    );
    let lastId = Number(rows[0]?.last_statement);
    return async (batch) => {
      const statements = projectWallet(batch, lastId);
      const last = statements.at(-1);
      if (last === undefined) return;
      await INSERT_STATEMENTS.write(client, statements);
      await client.query({
        name: 'move-statements',
        text: 'update projection_position set last_statement = $1',
        values: [last.id],
      });
      lastId = last.id;
    };
  },
};
