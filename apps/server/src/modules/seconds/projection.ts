import type { Applied } from '@meridian/core/events';
import type { TicketClosed, TicketOpened } from '@meridian/core/seconds/seconds-events';
import type { ClientBase } from 'pg';
import { insertInto, update } from '../../projector/row-statements.ts';
import type { Projection } from '../../projector/projection.ts';

type Opened = TicketOpened & { readonly openedMs: number };
type Closed = TicketClosed & { readonly seq: number; readonly timeMs: number };
interface TickRow {
  readonly seq: number;
  readonly timeMs: number;
  readonly markets: number[];
  readonly prices: number[];
  readonly quoted: number[];
  readonly sources: number;
}

/** Rows that a batch writes to `tickets` and `ticks`. */
interface SecondsRows {
  readonly opened: Opened[];
  readonly closed: Closed[];
  readonly ticks: TickRow[];
}

function projectSeconds(batch: readonly Applied[]): SecondsRows {
  const rows: SecondsRows = { opened: [], closed: [], ticks: [] };
  for (const { seq, timeMs, events } of batch) {
    let tick: TickRow | undefined;
    for (const event of events) {
      if (event.type === 'ticketOpened') rows.opened.push({ ...event, openedMs: timeMs });
      else if (event.type === 'ticketClosed') rows.closed.push({ ...event, seq, timeMs });
      else if (event.type === 'indexPriceSet') {
        if (tick === undefined)
          rows.ticks.push(
            (tick = { seq, timeMs, markets: [], prices: [], quoted: [], sources: event.sources }),
          );
        tick.markets.push(event.market);
        tick.prices.push(event.priceTicks);
        tick.quoted.push(event.quotedAtMs);
      }
    }
  }
  return rows;
}

const INSERT_TICKETS = insertInto<'tickets', Opened>('insert-tickets', 'tickets', {
  id: ['bigint', (row) => row.ticket],
  user_id: ['bigint', (row) => row.user],
  market: ['integer', (row) => row.market],
  currency: ['integer', (row) => row.currency],
  direction: ['word', (row) => row.direction],
  seconds: ['integer', (row) => row.seconds],
  stake: ['bigint', (row) => row.stake],
  fee: ['bigint', (row) => row.fee],
  fee_bps: ['integer', (row) => row.feeBps],
  payout: ['bigint', (row) => row.profit],
  payout_bps: ['integer', (row) => row.payoutBps],
  opened_ms: ['bigint', (row) => row.openedMs],
  due_ms: ['bigint', (row) => row.dueMs],
  max_tick_age_ms: ['bigint', (row) => row.maxTickAgeMs],
  policy: ['bigint', (row) => row.policy],
  open_delay_ms: ['bigint', (row) => row.openDelayMs],
  min_sources: ['integer', (row) => row.minSources],
});

const CLOSE_TICKETS = update<'tickets', Closed>(
  'close-tickets',
  'tickets',
  {
    id: ['bigint', (row) => row.ticket],
    result: ['word', (row) => row.result],
    open_tick: ['bigint', (row) => row.openTick],
    open_ticks: ['bigint', (row) => row.openTicks],
    settle_tick: ['bigint', (row) => row.settleTick],
    settle_ticks: ['bigint', (row) => row.settleTicks],
    charged: ['bigint', (row) => row.fee],
    profit: ['bigint', (row) => row.profit],
    closed_seq: ['bigint', (row) => row.seq],
    closed_ms: ['bigint', (row) => row.timeMs],
  },
  'tickets.result is null',
);

const INSERT_TICKS = insertInto<'ticks', TickRow>('insert-ticks', 'ticks', {
  seq: ['bigint', (row) => row.seq],
  time_ms: ['bigint', (row) => row.timeMs],
  markets: ['integers', (row) => row.markets],
  prices: ['bigints', (row) => row.prices],
  quoted: ['bigints', (row) => row.quoted],
  sources: ['integer', (row) => row.sources],
});

/** Writes the rows in the caller's transaction. */
async function writeSeconds(
  client: ClientBase,
  { opened, closed, ticks }: SecondsRows,
): Promise<void> {
  await INSERT_TICKETS.write(client, opened);
  await CLOSE_TICKETS.write(client, closed);
  await INSERT_TICKS.write(client, ticks);
}

export const secondsProjection: Projection = {
  tables: ['tickets', 'ticks'],
  open: (client) => async (batch) => await writeSeconds(client, projectSeconds(batch)),
};
