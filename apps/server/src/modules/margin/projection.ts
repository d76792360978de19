import type { Applied } from '@meridian/core/events';
import type {
  MarginOrderEnd,
  MarginOrderPlaced,
  PositionEnd,
  PositionOpened,
} from '@meridian/core/margin/margin-events';
import type { ClientBase } from 'pg';
import { insertInto, update } from '../../projector/row-statements.ts';
import type { Projection } from '../../projector/projection.ts';
import type { PositionStatus } from './margin-tables.ts';

/**
 * The event that begins a row: an order, or a position that was opened (from an order, whose row it
 * then replaces, or at once).
 */
interface Begun {
  readonly event: MarginOrderPlaced | PositionOpened;
  readonly timeMs: number;
}

/** Changes of a row; null where a value stays. */
interface Change {
  status: PositionStatus | null;
  takeProfitTicks: number | null;
  stopLossTicks: number | null;
  overnight: bigint | null;
  endedMs: number | null;
  reason: MarginOrderEnd | PositionEnd | null;
  closeTicks: number | null;
  badDebt: bigint | null;
  added: bigint | null;
  /** Added to the sums of the row. */
  profit: bigint;
  closedLots: number;
  /** Lots times the index that closed them, of parts. */
  partsLotTicks: bigint;
  partsOvernight: bigint;
}

interface Changed {
  readonly id: number;
  readonly change: Change;
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
            status: 'cancelled',
            endedMs: timeMs,
            reason: event.reason,
          });
          break;
        case 'isolatedMarginChanged':
          changeOf(rows, event.position).added = event.added;
          break;
        case 'positionReduced': {
          const change = changeOf(rows, event.position);
          change.profit += event.profit;
          change.closedLots += event.lots;
          change.partsLotTicks += BigInt(event.lots) * BigInt(event.closeTicks);
          change.partsOvernight += event.overnight;
          change.overnight = event.overnightLeft;
          break;
        }
        case 'positionClosed': {
          const { reason, closeTicks, profit, overnight, badDebt } = event;
          const change = changeOf(rows, event.position);
          Object.assign(change, {
            status: 'closed',
            endedMs: timeMs,
            reason,
            closeTicks,
            profit: change.profit + profit,
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
    badDebt: null,
    added: null,
    profit: 0n,
    closedLots: 0,
    partsLotTicks: 0n,
    partsOvernight: 0n,
  };
  changes.set(position, change);
  return change;
}

const opened = ({ event }: Begun): PositionOpened | undefined =>
  event.type === 'positionOpened' ? event : undefined;

const placed = ({ event }: Begun): MarginOrderPlaced | undefined =>
  event.type === 'marginOrderPlaced' ? event : undefined;

const BEGIN = insertInto<'positions', Begun>(
  'begin-positions',
  'positions',
  {
    id: ['bigint', ({ event }) => event.position],
    user_id: ['bigint', ({ event }) => event.user],
    market: ['integer', ({ event }) => event.market],
    side: ['word', ({ event }) => event.side],
    status: ['word', (row) => (opened(row) === undefined ? 'waiting' : 'open')],
    leverage: ['integer', ({ event }) => event.leverage],
    lots: ['bigint', ({ event }) => event.lots],
    unit: ['bigint', ({ event }) => event.unit],
    price_ticks: ['bigint', (row) => placed(row)?.priceTicks ?? 0],
    index_ticks: ['bigint', (row) => opened(row)?.indexTicks ?? 0],
    entry_ticks: ['bigint', ({ event }) => event.entryTicks],
    margin: ['bigint', ({ event }) => event.margin],
    fee: ['bigint', ({ event }) => event.fee],
    take_profit_ticks: ['bigint', (row) => placed(row)?.takeProfitTicks ?? 0],
    stop_loss_ticks: ['bigint', (row) => placed(row)?.stopLossTicks ?? 0],
    overnight: ['bigint', () => 0],
    is_isolated: ['boolean', ({ event }) => event.isIsolated],
    placed_ms: ['bigint', ({ timeMs }) => timeMs],
    opened_ms: ['bigint', (row) => (opened(row) === undefined ? null : row.timeMs)],
  },
  `on conflict (id) do update set status = excluded.status, index_ticks = excluded.index_ticks,
  entry_ticks = excluded.entry_ticks, margin = excluded.margin, fee = excluded.fee, opened_ms = excluded.opened_ms`,
);

const CHANGE = update<'positions', Changed>('change-positions', 'positions', {
  id: ['bigint', ({ id }) => id],
  status: ['word', ({ change }) => change.status, 'keep'],
  take_profit_ticks: ['bigint', ({ change }) => change.takeProfitTicks, 'keep'],
  stop_loss_ticks: ['bigint', ({ change }) => change.stopLossTicks, 'keep'],
  overnight: ['bigint', ({ change }) => change.overnight, 'keep'],
  ended_ms: ['bigint', ({ change }) => change.endedMs],
  reason: ['word', ({ change }) => change.reason],
  close_ticks: ['bigint', ({ change }) => change.closeTicks],
  profit: ['bigint', ({ change }) => change.profit, 'add'],
  closed_lots: ['bigint', ({ change }) => change.closedLots, 'add'],
  parts_lot_ticks: ['bigint', ({ change }) => change.partsLotTicks, 'add'],
  parts_overnight: ['bigint', ({ change }) => change.partsOvernight, 'add'],
  bad_debt: ['bigint', ({ change }) => change.badDebt],
  added: ['bigint', ({ change }) => change.added, 'keep'],
});

/**
 * Writes the rows in the caller's transaction. One statement may not touch a row twice: orders are
 * begun before positions.
 */
async function writeMargin(client: ClientBase, { begun, changes }: MarginRows): Promise<void> {
  await BEGIN.write(
    client,
    begun.filter((row) => opened(row) === undefined),
  );
  await BEGIN.write(
    client,
    begun.filter((row) => opened(row) !== undefined),
  );
  await CHANGE.write(
    client,
    [...changes].map(([id, change]) => ({ id, change })),
  );
}

export const marginProjection: Projection = {
  tables: ['positions'],
  open: (client) => async (batch) => await writeMargin(client, projectMargin(batch)),
};
