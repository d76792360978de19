import type { Applied } from '@meridian/core/events';
import type { MarginOrderPlaced, PositionOpened } from '@meridian/core/margin/margin-events';
import { LEVER_STATUS } from '@meridian/contract/margin/calls';
import type { ClientBase } from 'pg';
import { column } from '../../projector/columns.ts';
import type { Projection } from '../../projector/projection.ts';

/**
 * What begins a row: an order, or a position that was opened (from an order, whose row it then
 * replaces, or at once).
 */
interface Begun {
  readonly event: MarginOrderPlaced | PositionOpened;
  readonly timeMs: number;
}

/** What changes in a row; null where it stays. */
interface Change {
  status: number | null;
  takeProfitTicks: number | null;
  stopLossTicks: number | null;
  overnight: bigint | null;
  endedMs: number | null;
  reason: string | null;
  closeTicks: number | null;
  profit: bigint | null;
  badDebt: bigint | null;
}

interface MarginRows {
  /** In order: an order may wait and open in one batch. */
  readonly begun: Begun[];
  readonly changes: Map<number, Change>;
}

/** The rows of `positions` that a batch writes. */
function projectMargin(batch: readonly Applied[]): MarginRows {
  const rows: MarginRows = { begun: [], changes: new Map() };
  for (const { events, timeMs } of batch) {
    for (const event of events) {
      switch (event.type) {
        case 'marginOrderPlaced':
        case 'positionOpened':
          rows.begun.push({ event, timeMs });
          break;
        case 'stopsSet':
          Object.assign(changeOf(rows, event.position), {
            takeProfitTicks: event.takeProfitTicks,
            stopLossTicks: event.stopLossTicks,
          });
          break;
        case 'overnightAccrued':
          changeOf(rows, event.position).overnight = event.overnight;
          break;
        case 'marginOrderCancelled':
          Object.assign(changeOf(rows, event.position), {
            status: LEVER_STATUS.revoked,
            endedMs: timeMs,
            reason: event.reason,
          });
          break;
        case 'positionClosed': {
          const { reason, closeTicks, profit, overnight, badDebt } = event;
          Object.assign(changeOf(rows, event.position), {
            status: LEVER_STATUS.closed,
            endedMs: timeMs,
            reason,
            closeTicks,
            profit,
            overnight,
            badDebt,
          });
          break;
        }
        default:
          break;
      }
    }
  }
  return rows;
}

function changeOf({ changes }: MarginRows, position: number): Change {
  const known = changes.get(position);
  if (known !== undefined) return known;
  const change: Change = {
    status: null,
    takeProfitTicks: null,
    stopLossTicks: null,
    overnight: null,
    endedMs: null,
    reason: null,
    closeTicks: null,
    profit: null,
    badDebt: null,
  };
  changes.set(position, change);
  return change;
}

const BEGIN = `
insert into positions (id, user_id, market, side, status, leverage, lots, unit, price_ticks, index_ticks, entry_ticks, margin, fee,
  take_profit_ticks, stop_loss_ticks, overnight, placed_ms, opened_ms)
select id, user_id, market, side, status, leverage, lots, unit, price_ticks, index_ticks, entry_ticks, margin, fee, 0, 0, 0, time_ms, opened_ms
from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[], $5::smallint[], $6::integer[], $7::bigint[], $8::bigint[], $9::bigint[],
  $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[])
  as row (id, user_id, market, side, status, leverage, lots, unit, price_ticks, index_ticks, entry_ticks, margin, fee, time_ms, opened_ms)
on conflict (id) do update set status = excluded.status, index_ticks = excluded.index_ticks,
  entry_ticks = excluded.entry_ticks, margin = excluded.margin, fee = excluded.fee, opened_ms = excluded.opened_ms`;

const CHANGE = `
update positions set
  status = coalesce(change.status, positions.status),
  take_profit_ticks = coalesce(change.take_profit_ticks, positions.take_profit_ticks),
  stop_loss_ticks = coalesce(change.stop_loss_ticks, positions.stop_loss_ticks),
  overnight = coalesce(change.overnight, positions.overnight),
  ended_ms = change.ended_ms, reason = change.reason, close_ticks = change.close_ticks, profit = change.profit, bad_debt = change.bad_debt
from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[])
  as change (id, status, take_profit_ticks, stop_loss_ticks, overnight, ended_ms, reason, close_ticks, profit, bad_debt)
where positions.id = change.id`;

/**
 * Writes the rows in the caller's transaction. One statement may not touch a row twice: orders are
 * begun before positions.
 */
async function writeMargin(client: ClientBase, { begun, changes }: MarginRows): Promise<void> {
  await begin(
    client,
    begun.filter(({ event }) => event.type === 'marginOrderPlaced'),
  );
  await begin(
    client,
    begun.filter(({ event }) => event.type === 'positionOpened'),
  );
  if (changes.size === 0) return;
  const changed = [...changes];
  const values = [
    column(changed, ([id]) => id),
    column(changed, ([, row]) => row.status),
    column(changed, ([, row]) => row.takeProfitTicks),
    column(changed, ([, row]) => row.stopLossTicks),
    column(changed, ([, row]) => row.overnight),
    column(changed, ([, row]) => row.endedMs),
    column(changed, ([, row]) => row.reason),
    column(changed, ([, row]) => row.closeTicks),
    column(changed, ([, row]) => row.profit),
    column(changed, ([, row]) => row.badDebt),
  ];
  const { rowCount } = await client.query({ name: 'change-positions', text: CHANGE, values });
  if (rowCount !== changed.length)
    throw new Error(`${changed.length} positions changed, ${rowCount} were in the table`);
}

async function begin(client: ClientBase, begun: readonly Begun[]): Promise<void> {
  if (begun.length === 0) return;
  const opened = ({ event }: Begun): PositionOpened | undefined =>
    event.type === 'positionOpened' ? event : undefined;
  const values = [
    column(begun, ({ event }) => event.position),
    column(begun, ({ event }) => event.user),
    column(begun, ({ event }) => event.market),
    column(begun, ({ event }) => event.side),
    column(begun, (row) => (opened(row) === undefined ? LEVER_STATUS.waiting : LEVER_STATUS.open)),
    column(begun, ({ event }) => event.leverage),
    column(begun, ({ event }) => event.lots),
    column(begun, ({ event }) => event.unit),
    column(begun, ({ event }) => (event.type === 'marginOrderPlaced' ? event.priceTicks : 0)),
    column(begun, (row) => opened(row)?.indexTicks ?? 0),
    column(begun, ({ event }) => event.entryTicks),
    column(begun, ({ event }) => event.margin),
    column(begun, ({ event }) => event.fee),
    column(begun, ({ timeMs }) => timeMs),
    column(begun, (row) => (opened(row) === undefined ? null : row.timeMs)),
  ];
  await client.query({ name: 'begin-positions', text: BEGIN, values });
}

export const marginProjection: Projection = {
  tables: ['positions'],
  open: (client) => async (batch) => await writeMargin(client, projectMargin(batch)),
};
