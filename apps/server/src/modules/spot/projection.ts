import type { Amount } from '@meridian/money/amount';
import type { Side } from '@meridian/core/catalog/side';
import type { MarketId, OrderId, UserId } from '@meridian/core/ids';
import type { Applied } from '@meridian/core/events';
import type { CloseReason, OrderPlaced, Traded } from '@meridian/core/spot/spot-events';
import type { ClientBase } from 'pg';
import { insertInto, update } from '../../projector/row-statements.ts';
import type { Projection } from '../../projector/projection.ts';

/** A row of `orders`, new or changed. */
interface Row {
  readonly change: OrderChange;
}

/** A row that is new in this transaction. */
interface PlacedOrder extends Row {
  readonly event: OrderPlaced;
  readonly at: Applied;
}

/** The changes of an order in this transaction: sums are added to the row, the rest replaces. */
interface OrderChange {
  filledLots: number;
  filledNotional: bigint;
  fee: bigint;
  rebate: bigint;
  remainingLots: number;
  closeReason: CloseReason | null;
  closedSeq: number | null;
  closedMs: number | null;
}

interface ChangedOrder extends Row {
  readonly id: OrderId;
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
  readonly rebate: Amount;
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
      if (event.type === 'orderPlaced')
        rows.placed.set(event.order, {
          event,
          at: applied,
          change: changeOf(rows, event.order),
        });
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
      rebate: event.makerRebate,
    },
    {
      ...common,
      order: event.takerOrder,
      user: event.takerUser,
      side: takerSide,
      role: 'taker',
      fee: event.takerFee,
      rebate: 0n as Amount,
    },
  );
  const maker = changeOf(rows, event.makerOrder);
  maker.remainingLots = event.makerRemainingLots;
  maker.rebate += event.makerRebate;
  addFill(maker, event, event.makerFee);
  // The event that ends the taker's arrival has its remaining lots: the order rests or it closes.
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
      rebate: 0n,
      remainingLots: 0,
      closeReason: null,
      closedSeq: null,
      closedMs: null,
    };
    rows.changes.set(order, change);
  }
  return change;
}

/** Columns of `orders` that change after the order was placed. */
const CHANGES = {
  filled_lots: ['bigint', ({ change }: Row) => change.filledLots, 'add'],
  filled_notional: ['bigint', ({ change }: Row) => change.filledNotional, 'add'],
  fee: ['bigint', ({ change }: Row) => change.fee, 'add'],
  rebate: ['bigint', ({ change }: Row) => change.rebate, 'add'],
  remaining_lots: ['bigint', ({ change }: Row) => change.remainingLots],
  close_reason: ['word', ({ change }: Row) => change.closeReason],
  closed_seq: ['bigint', ({ change }: Row) => change.closedSeq],
  closed_ms: ['bigint', ({ change }: Row) => change.closedMs],
} as const;

const INSERT_ORDERS = insertInto<'orders', PlacedOrder>('insert-orders', 'orders', {
  id: ['bigint', ({ event }) => event.order],
  user_id: ['bigint', ({ event }) => event.user],
  market: ['integer', ({ event }) => event.market],
  side: ['word', ({ event }) => event.side],
  type: ['word', ({ event }) => event.orderType],
  price_ticks: ['bigint', ({ event }) => event.priceTicks],
  quantity_lots: ['bigint', ({ event }) => event.quantityLots],
  time_in_force: ['word', ({ event }) => event.timeInForce],
  post_only: ['boolean', ({ event }) => event.postOnly],
  self_trade: ['word', ({ event }) => event.selfTrade],
  placed_seq: ['bigint', ({ at }) => at.seq],
  placed_ms: ['bigint', ({ at }) => at.timeMs],
  client_order_id: ['text', ({ event }) => event.clientOrderId ?? null],
  ...CHANGES,
});

const UPDATE_ORDERS = update<'orders', ChangedOrder>('update-orders', 'orders', {
  id: ['bigint', (row) => row.id],
  ...CHANGES,
});

const INSERT_FILLS = insertInto<'fills', Fill>('insert-fills', 'fills', {
  order_id: ['bigint', (row) => row.order],
  trade: ['bigint', (row) => row.trade],
  user_id: ['bigint', (row) => row.user],
  market: ['integer', (row) => row.market],
  side: ['word', (row) => row.side],
  role: ['word', (row) => row.role],
  price_ticks: ['bigint', (row) => row.priceTicks],
  quantity_lots: ['bigint', (row) => row.quantityLots],
  notional: ['bigint', (row) => row.notional],
  fee: ['bigint', (row) => row.fee],
  rebate: ['bigint', (row) => row.rebate],
  seq: ['bigint', (row) => row.seq],
  time_ms: ['bigint', (row) => row.timeMs],
});

/**
 * Writes the rows in the caller's transaction. Orders that were placed in this batch are written
 * once, as it left them.
 */
async function writeSpot(client: ClientBase, { placed, changes, fills }: SpotRows): Promise<void> {
  await INSERT_ORDERS.write(client, [...placed.values()]);
  const changed: ChangedOrder[] = [];
  for (const [id, change] of changes) if (!placed.has(id)) changed.push({ id, change });
  await UPDATE_ORDERS.write(client, changed);
  await INSERT_FILLS.write(client, fills);
}

export const spotProjection: Projection = {
  tables: ['orders', 'fills'],
  open: (client) => async (batch) => await writeSpot(client, projectSpot(batch)),
};
