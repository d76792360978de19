import type { CurrencyId, MarketId, OrderId, UserId } from '@meridian/core/ids';
import type { Applied, Event } from '@meridian/core/events';
import type { PostingReason } from '@meridian/core/ledger/posting';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { column } from '../../projector/columns.ts';
import type { Projection } from '../../projector/projection.ts';

/** A row of `statements`; see the migration for units. */
interface Statement {
  readonly id: number;
  readonly user: UserId;
  readonly wallet: Wallet;
  readonly currency: CurrencyId;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly reason: PostingReason;
  readonly subject: number;
  readonly reference: string;
  /** Of a trade and its fee; null for all else. */
  readonly order: OrderId | null;
  readonly market: MarketId | null;
  readonly seq: number;
  readonly timeMs: number;
}

/**
 * Accounts that only collect fees: each fee is already a row of who paid it, and there are two for
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
    // A trade comes before what it moved.
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
        reason,
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
  return (reason === 'trade' || (reason === 'fee' && reference === '')) && subject === trade.trade;
}

const INSERT_STATEMENTS = `
insert into statements (user_id, id, wallet, currency, amount, balance_after, reason, subject, reference, order_id, market, seq, time_ms)
select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[],
  $9::text[], $10::bigint[], $11::integer[], $12::bigint[], $13::bigint[])`;

/** Writes the rows in the caller's transaction. */
async function writeWallet(client: ClientBase, statements: readonly Statement[]): Promise<void> {
  const values = [
    column(statements, (row) => row.user),
    column(statements, (row) => row.id),
    column(statements, (row) => row.wallet),
    column(statements, (row) => row.currency),
    column(statements, (row) => row.amount),
    column(statements, (row) => row.balanceAfter),
    column(statements, (row) => row.reason),
    column(statements, (row) => row.subject),
    statements.map((row) => row.reference),
    column(statements, (row) => row.order),
    column(statements, (row) => row.market),
    column(statements, (row) => row.seq),
    column(statements, (row) => row.timeMs),
  ];
  await client.query({ name: 'insert-statements', text: INSERT_STATEMENTS, values });
}

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
      await writeWallet(client, statements);
      await client.query({
        name: 'move-statements',
        text: 'update projection_position set last_statement = $1',
        values: [last.id],
      });
      lastId = last.id;
    };
  },
};
