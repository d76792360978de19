import type { Amount } from '@meridian/money/amount';
import type { OrderType, SelfTrade, TimeInForce } from '@meridian/core/spot/spot-commands';
import type { Side } from '@meridian/core/catalog/side';
import type { MarketId, OrderId, UserId } from '@meridian/core/ids';
import type { Applied } from '@meridian/core/events';
import type { CloseReason, OrderPlaced, Traded } from '@meridian/core/spot/spot-events';
import type { ClientBase } from 'pg';
import { column } from '../../projector/columns.ts';
import type { Projection } from '../../projector/projection.ts';

/** A row of `orders` that is new in this transaction; see the migration for units. */
interface PlacedOrder {
  readonly id: OrderId;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: OrderType;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  readonly clientOrderId: string | null;
  readonly placedSeq: number;
  readonly placedMs: number;
}

/**
 * What happened to an order in this transaction: sums are what it adds to the row, the rest
 * replaces.
 */
interface OrderChange {
  filledLots: number;
  filledNotional: bigint;
  fee: bigint;
  remainingLots: number;
  closeReason: CloseReason | null;
  closedSeq: number | null;
  closedMs: number | null;
}

interface Fill {
  readonly order: OrderId;
  readonly trade: number;
  readonly user: UserId;
  readonly market: MarketId;
  readonly side: Side;
  readonly role: 'maker' | 'taker';
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly notional: Amount;
  readonly fee: Amount;
  readonly seq: number;
  readonly timeMs: number;
}

interface SpotRows {
  readonly placed: Map<OrderId, PlacedOrder>;
  readonly changes: Map<OrderId, OrderChange>;
  readonly fills: Fill[];
}

/** The rows of `orders` and `fills` that a batch writes. */
function projectSpot(batch: readonly Applied[]): SpotRows {
  const rows: SpotRows = { placed: new Map(), changes: new Map(), fills: [] };
  for (const applied of batch) {
    for (const event of applied.events) {
      if (event.type === 'orderPlaced') place(rows, event, applied);
      else if (event.type === 'traded') trade(rows, event, applied);
      else if (event.type === 'orderRested' || event.type === 'orderReduced') {
        changeOf(rows, event.order).remainingLots = event.remainingLots;
      } else if (event.type === 'orderClosed') {
        const close = {
          remainingLots: 0,
          closeReason: event.reason,
          closedSeq: applied.seq,
          closedMs: applied.timeMs,
        };
        Object.assign(changeOf(rows, event.order), close);
      }
    }
  }
  return rows;
}

function place(rows: SpotRows, event: OrderPlaced, at: Applied): void {
  const {
    order: id,
    user,
    market,
    side,
    orderType: type,
    priceTicks,
    quantityLots,
    timeInForce,
    postOnly,
    selfTrade,
    clientOrderId = null,
  } = event;
  rows.placed.set(id, {
    id,
    user,
    market,
    side,
    type,
    priceTicks,
    quantityLots,
    timeInForce,
    postOnly,
    selfTrade,
    clientOrderId,
    placedSeq: at.seq,
    placedMs: at.timeMs,
  });
}

function trade(rows: SpotRows, event: Traded, at: Applied): void {
  const { trade: id, market, priceTicks, quantityLots, notional, takerSide } = event;
  const common = {
    trade: id,
    market,
    priceTicks,
    quantityLots,
    notional,
    seq: at.seq,
    timeMs: at.timeMs,
  };
  const makerSide = takerSide === 'buy' ? 'sell' : 'buy';
  rows.fills.push(
    {
      ...common,
      order: event.makerOrder,
      user: event.makerUser,
      side: makerSide,
      role: 'maker',
      fee: event.makerFee,
    },
    {
      ...common,
      order: event.takerOrder,
      user: event.takerUser,
      side: takerSide,
      role: 'taker',
      fee: event.takerFee,
    },
  );
  const maker = changeOf(rows, event.makerOrder);
  maker.remainingLots = event.makerRemainingLots;
  addFill(maker, event, event.makerFee);
  // What remains of the taker is told by the event that ends its arrival: it rests or it closes.
  addFill(changeOf(rows, event.takerOrder), event, event.takerFee);
}

function addFill(change: OrderChange, event: Traded, fee: Amount): void {
  change.filledLots += event.quantityLots;
  change.filledNotional += event.notional;
  change.fee += fee;
}

function changeOf(rows: SpotRows, order: OrderId): OrderChange {
  let change = rows.changes.get(order);
  if (change === undefined) {
    change = {
      filledLots: 0,
      filledNotional: 0n,
      fee: 0n,
      remainingLots: 0,
      closeReason: null,
      closedSeq: null,
      closedMs: null,
    };
    rows.changes.set(order, change);
  }
  return change;
}

/**
 * Writes the rows in the caller's transaction. Orders that were placed in this batch are written
 * once, as it left them.
 */
async function writeSpot(client: ClientBase, rows: SpotRows): Promise<void> {
  const placed = [...rows.placed.values()];
  if (placed.length > 0)
    await insertOrders(
      client,
      placed,
      placed.map(({ id }) => changeOf(rows, id)),
    );
  const changed = [...rows.changes].filter(([id]) => !rows.placed.has(id));
  if (changed.length > 0) await updateOrders(client, changed);
  if (rows.fills.length > 0) await insertFills(client, rows.fills);
}

const INSERT_ORDERS = `
insert into orders (id, user_id, market, side, type, price_ticks, quantity_lots, time_in_force, post_only, self_trade, placed_seq,
  placed_ms, client_order_id, filled_lots, filled_notional, fee, remaining_lots, close_reason, closed_seq, closed_ms)
select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
  $9::boolean[], $10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[],
  $18::text[], $19::bigint[], $20::bigint[])`;

async function insertOrders(
  client: ClientBase,
  placed: readonly PlacedOrder[],
  changes: readonly OrderChange[],
): Promise<void> {
  const values = [
    column(placed, (row) => row.id),
    column(placed, (row) => row.user),
    column(placed, (row) => row.market),
    column(placed, (row) => row.side),
    column(placed, (row) => row.type),
    column(placed, (row) => row.priceTicks),
    column(placed, (row) => row.quantityLots),
    column(placed, (row) => row.timeInForce),
    column(placed, (row) => row.postOnly),
    column(placed, (row) => row.selfTrade),
    column(placed, (row) => row.placedSeq),
    column(placed, (row) => row.placedMs),
    column(placed, (row) => row.clientOrderId),
    ...changeColumns(changes),
  ];
  await client.query({ name: 'insert-orders', text: INSERT_ORDERS, values });
}

const UPDATE_ORDERS = `
update orders set
  filled_lots = orders.filled_lots + change.filled_lots,
  filled_notional = orders.filled_notional + change.filled_notional,
  fee = orders.fee + change.fee,
  remaining_lots = change.remaining_lots,
  close_reason = change.close_reason,
  closed_seq = change.closed_seq,
  closed_ms = change.closed_ms
from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[])
  as change (id, filled_lots, filled_notional, fee, remaining_lots, close_reason, closed_seq, closed_ms)
where orders.id = change.id`;

async function updateOrders(
  client: ClientBase,
  changed: readonly (readonly [OrderId, OrderChange])[],
): Promise<void> {
  const values = [
    column(changed, ([id]) => id),
    ...changeColumns(changed.map(([, change]) => change)),
  ];
  const { rowCount } = await client.query({ name: 'update-orders', text: UPDATE_ORDERS, values });
  if (rowCount !== changed.length)
    throw new Error(`${changed.length} orders changed, ${rowCount} were in the table`);
}

function changeColumns(changes: readonly OrderChange[]): string[] {
  return [
    column(changes, (row) => row.filledLots),
    column(changes, (row) => row.filledNotional),
    column(changes, (row) => row.fee),
    column(changes, (row) => row.remainingLots),
    column(changes, (row) => row.closeReason),
    column(changes, (row) => row.closedSeq),
    column(changes, (row) => row.closedMs),
  ];
}

const INSERT_FILLS = `
insert into fills (order_id, trade, user_id, market, side, role, price_ticks, quantity_lots, notional, fee, seq, time_ms)
select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
  $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])`;

async function insertFills(client: ClientBase, fills: readonly Fill[]): Promise<void> {
  const values = [
    column(fills, (row) => row.order),
    column(fills, (row) => row.trade),
    column(fills, (row) => row.user),
    column(fills, (row) => row.market),
    column(fills, (row) => row.side),
    column(fills, (row) => row.role),
    column(fills, (row) => row.priceTicks),
    column(fills, (row) => row.quantityLots),
    column(fills, (row) => row.notional),
    column(fills, (row) => row.fee),
    column(fills, (row) => row.seq),
    column(fills, (row) => row.timeMs),
  ];
  await client.query({ name: 'insert-fills', text: INSERT_FILLS, values });
}

export const spotProjection: Projection = {
  tables: ['orders', 'fills'],
  open: (client) => async (batch) => await writeSpot(client, projectSpot(batch)),
};
