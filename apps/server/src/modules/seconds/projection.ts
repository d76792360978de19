import type { Applied } from '@meridian/core/events';
import type { TicketClosed, TicketOpened } from '@meridian/core/seconds/seconds-events';
import type { ClientBase } from 'pg';
import { column } from '../../projector/columns.ts';
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

/** What a batch writes to `tickets` and `ticks`. */
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

const INSERT_TICKETS = `
insert into tickets (id, user_id, market, currency, direction, seconds, stake, fee, fee_bps, payout, payout_bps, opened_ms, due_ms, max_tick_age_ms, policy, open_delay_ms, min_sources)
select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[], $5::text[], $6::integer[], $7::bigint[], $8::bigint[], $9::integer[],
  $10::bigint[], $11::integer[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::integer[])`;

const CLOSE_TICKETS = `
update tickets set
  result = ended.result, open_tick = ended.open_tick, open_ticks = ended.open_ticks, settle_tick = ended.settle_tick, settle_ticks = ended.settle_ticks,
  charged = ended.charged, profit = ended.profit, closed_seq = ended.closed_seq, closed_ms = ended.closed_ms
from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
  as ended (id, result, open_tick, open_ticks, settle_tick, settle_ticks, charged, profit, closed_seq, closed_ms)
where tickets.id = ended.id and tickets.result is null`;

/** Prices of a row stand in one text: arrays of a column would have to be of one length. */
const INSERT_TICKS = `
insert into ticks (seq, time_ms, markets, prices, quoted, sources)
select seq, time_ms, string_to_array(markets, ' ')::integer[], string_to_array(prices, ' ')::bigint[], string_to_array(quoted, ' ')::bigint[], sources
from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::integer[]) as row (seq, time_ms, markets, prices, quoted, sources)`;

/** Writes the rows in the caller's transaction. */
async function writeSeconds(
  client: ClientBase,
  { opened, closed, ticks }: SecondsRows,
): Promise<void> {
  if (opened.length > 0) {
    const values = [
      column(opened, (row) => row.ticket),
      column(opened, (row) => row.user),
      column(opened, (row) => row.market),
      column(opened, (row) => row.currency),
      column(opened, (row) => row.direction),
      column(opened, (row) => row.seconds),
      column(opened, (row) => row.stake),
      column(opened, (row) => row.fee),
      column(opened, (row) => row.feeBps),
      column(opened, (row) => row.profit),
      column(opened, (row) => row.payoutBps),
      column(opened, (row) => row.openedMs),
      column(opened, (row) => row.dueMs),
      column(opened, (row) => row.maxTickAgeMs),
      column(opened, (row) => row.policy),
      column(opened, (row) => row.openDelayMs),
      column(opened, (row) => row.minSources),
    ];
    await client.query({ name: 'insert-tickets', text: INSERT_TICKETS, values });
  }
  if (closed.length > 0) {
    const values = [
      column(closed, (row) => row.ticket),
      column(closed, (row) => row.result),
      column(closed, (row) => row.openTick),
      column(closed, (row) => row.openTicks),
      column(closed, (row) => row.settleTick),
      column(closed, (row) => row.settleTicks),
      column(closed, (row) => row.fee),
      column(closed, (row) => row.profit),
      column(closed, (row) => row.seq),
      column(closed, (row) => row.timeMs),
    ];
    const { rowCount } = await client.query({ name: 'close-tickets', text: CLOSE_TICKETS, values });
    if (rowCount !== closed.length)
      throw new Error(`${closed.length} tickets were closed, ${rowCount} were open in the table`);
  }
  if (ticks.length > 0) {
    const lists = (['markets', 'prices', 'quoted'] as const).map((name) =>
      ticks.map((row) => row[name].join(' ')),
    );
    const values = [
      column(ticks, (row) => row.seq),
      column(ticks, (row) => row.timeMs),
      ...lists,
      column(ticks, (row) => row.sources),
    ];
    await client.query({ name: 'insert-ticks', text: INSERT_TICKS, values });
  }
}

export const secondsProjection: Projection = {
  tables: ['tickets', 'ticks'],
  open: (client) => async (batch) => await writeSeconds(client, projectSeconds(batch)),
};
