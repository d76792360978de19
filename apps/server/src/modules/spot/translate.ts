import type { CallInput } from '@meridian/contract/schema/call';
import {
  MODE,
  WAY,
  type FinishedOrder,
  type OpenOrder,
  type OrderStatus,
  type transactionIn,
} from '@meridian/contract/spot/calls';
import type { OrderReason } from '@meridian/contract/spot/order-reasons';
import type { OrdersEvent } from '@meridian/contract/spot/events';
import type {
  CancelOrder,
  OrderType,
  PlaceOrder,
  SelfTrade,
  TimeInForce,
} from '@meridian/core/spot/spot-commands';
import type { CloseReason } from '@meridian/core/spot/spot-events';
import type { Side } from '@meridian/core/catalog/side';
import type { UserId } from '@meridian/core/ids';
import type { Accepted } from '@meridian/core/outcome';
import type { PriceTicks } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import {
  formatPrice,
  formatQuantity,
  notional,
  parsePrice,
  parseQuantity,
} from '@meridian/money/market-scale';
import { divide } from '@meridian/money/rounding';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveOrder } from '../../live/live-orders.ts';
import { onGrid } from '../market/on-grid.ts';
import { pairIds, type Pair } from '../market/translate.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { FillRow, FinishedOrderRow } from './queries.ts';

export type PlaceOrderInput = CallInput<typeof transactionIn>;

const SELF_TRADE: Record<NonNullable<PlaceOrderInput['self_trade']>, SelfTrade> = {
  expire_taker: 'expireTaker',
  expire_maker: 'expireMaker',
  expire_both: 'expireBoth',
  decrement: 'decrement',
};

const WIRE_SELF_TRADE = {
  expireTaker: 'expire_taker',
  expireMaker: 'expire_maker',
  expireBoth: 'expire_both',
  decrement: 'decrement',
} as const satisfies Record<SelfTrade, string>;

const STATUS: Record<NonNullable<Accepted['status']>, OrderStatus> = {
  open: 'open',
  filled: 'filled',
  partlyFilled: 'partly_filled',
  cancelled: 'cancelled',
};

/**
 * The command that a call of `transaction/in` (buy) or `out` (sell) asks for. Refuses numbers that
 * are not on the market's grid.
 */
export function placeOrder(
  input: PlaceOrderInput,
  pair: Pair,
  by: { user: UserId; side: Side; key: string | undefined },
): PlaceOrder {
  const type = typeOf(Number(input.mode));
  const isMarketOrder = type === 'market';
  return {
    kind: 'spot.place',
    user: by.user,
    market: pair.market.id,
    side: by.side,
    type,
    quantityLots: onGrid(parseQuantity(input.num, pair.scale), 'num'),
    priceTicks: isMarketOrder ? (0 as PriceTicks) : limitPrice(input, pair),
    timeInForce: timeInForce(input, isMarketOrder),
    postOnly: Number(input.post_only ?? 0) === 1,
    selfTrade: SELF_TRADE[input.self_trade ?? 'expire_taker'],
    ...(input.client_order_id === undefined ? {} : { clientOrderId: input.client_order_id }),
    ...(by.key === undefined ? {} : { key: by.key }),
  };
}

/** Each type has a number on the wire, or this does not compile. */
const TYPES: Readonly<Record<OrderType, number>> = MODE;

function typeOf(mode: number): OrderType {
  const known = (Object.keys(TYPES) as OrderType[]).find((type) => TYPES[type] === mode);
  if (known === undefined) throw new Refusal('input_invalid', { field: 'mode' });
  return known;
}

function limitPrice(input: PlaceOrderInput, pair: Pair): PriceTicks {
  if (input.price === undefined) throw new Refusal('field_missing', { field: 'price' });
  return onGrid(parsePrice(input.price, pair.scale), 'price');
}

function timeInForce(input: PlaceOrderInput, isMarketOrder: boolean): TimeInForce {
  return input.time_in_force ?? (isMarketOrder ? 'ioc' : 'gtc');
}

/**
 * The command that a call of `transaction_del` asks for. No order has number 0, and the core would
 * call it malformed.
 */
export function cancelOrder(
  order: number,
  by: { user: UserId; key: string | undefined },
): CancelOrder {
  if (order === 0) throw new Refusal('order_not_found');
  return {
    kind: 'spot.cancel',
    user: by.user,
    order,
    ...(by.key === undefined ? {} : { key: by.key }),
  };
}

export interface OrderAnswer {
  readonly id: number;
  readonly status: OrderStatus;
  readonly complete_number: string;
  readonly complete_money: string;
}

/** The answer to an accepted order command. */
export function orderAnswer(outcome: Accepted, pair: Pair): OrderAnswer {
  return {
    id: outcome.order ?? 0,
    status: STATUS[outcome.status ?? 'open'],
    complete_number: formatQuantity(outcome.filledLots ?? 0, pair.scale),
    complete_money: formatDecimal(outcome.filledNotional ?? 0n, pair.scale.quoteScale),
  };
}

export function cancelStatus(outcome: Accepted): OrderStatus {
  return STATUS[outcome.status ?? 'cancelled'];
}

function pairFields({ base, quote }: Pair) {
  return {
    currency_id: base.id,
    legal_id: quote.id,
    currency_name: base.code,
    legal_name: quote.code,
  };
}

export function openOrder(order: LiveOrder, pair: Pair): OpenOrder {
  const { scale } = pair;
  const {
    id,
    priceTicks,
    quantityLots,
    filledLots,
    remainingLots,
    placedAtMs,
    clientOrderId = '',
  } = order;
  return {
    id,
    client_order_id: clientOrderId,
    create_time: shanghaiTime(placedAtMs),
    create_time_ms: placedAtMs,
    ...pairFields(pair),
    type: order.side === 'buy' ? 'in' : 'out',
    price: formatPrice(priceTicks, scale),
    number: formatQuantity(remainingLots, scale),
    total_number: formatQuantity(quantityLots, scale),
    complete_number: formatQuantity(filledLots, scale),
    total_money: formatDecimal(notional(priceTicks, remainingLots, scale), scale.quoteScale),
  };
}

/** An ended order with its fills. */
export function finishedOrder(
  row: FinishedOrderRow,
  fills: readonly FillRow[],
  pair: Pair,
): Omit<FinishedOrder, 'status_name'> {
  const { scale } = pair;
  const isBuy = row.side === 'buy';
  const fee = formatDecimal(row.fee, isBuy ? scale.baseScale : scale.quoteScale);
  const rebate = formatDecimal(row.rebate, isBuy ? scale.quoteScale : scale.baseScale);
  return {
    id: row.id,
    client_order_id: row.clientOrderId ?? '',
    time: shanghaiTime(row.closedMs),
    time_ms: row.closedMs,
    create_time: shanghaiTime(row.placedMs),
    ...pairFields(pair),
    type: isBuy ? 'in' : 'out',
    way: isBuy ? WAY.buy : WAY.sell,
    mode: MODE[row.type],
    time_in_force: row.timeInForce,
    post_only: row.postOnly ? 1 : 0,
    self_trade: WIRE_SELF_TRADE[row.selfTrade],
    price: averagePrice(row, pair),
    limit_price: row.type === 'market' ? '' : formatPrice(row.priceTicks, scale),
    number: formatQuantity(row.filledLots, scale),
    total_number: formatQuantity(row.quantityLots, scale),
    total: formatDecimal(row.filledNotional, scale.quoteScale),
    in_fee: isBuy ? fee : '0',
    out_fee: isBuy ? '0' : fee,
    rebate,
    status:
      row.closeReason === 'filled' ? 'filled' : row.filledLots > 0 ? 'partly_filled' : 'cancelled',
    reason: row.closeReason satisfies OrderReason,
    fills: fills.map((fill) => orderFill(fill, isBuy, pair)),
  };
}

/**
 * The limit where nothing traded. Rounded half up to the quote currency's scale: it is only looked
 * at.
 */
function averagePrice(row: FinishedOrderRow, { scale }: Pair): string {
  if (row.filledLots === 0) return formatPrice(row.priceTicks, scale);
  const oneCoin = 10n ** BigInt(scale.baseScale);
  return formatDecimal(
    divide(row.filledNotional * oneCoin, BigInt(row.filledLots) * scale.lotSize, 'halfUp'),
    scale.quoteScale,
  );
}

function orderFill(fill: FillRow, isBuy: boolean, { scale }: Pair): FinishedOrder['fills'][number] {
  return {
    id: fill.trade,
    time_ms: fill.timeMs,
    price: formatPrice(fill.priceTicks, scale),
    number: formatQuantity(fill.quantityLots, scale),
    total: formatDecimal(fill.notional, scale.quoteScale),
    fee: formatDecimal(fill.fee, isBuy ? scale.baseScale : scale.quoteScale),
    rebate: formatDecimal(fill.rebate, isBuy ? scale.quoteScale : scale.baseScale),
    role: fill.role,
  };
}

/** An order as it is now; `reason` where it has ended. */
export interface OrderState {
  readonly order: LiveOrder;
  readonly reason: CloseReason | undefined;
}

export function orderRow({ order, reason }: OrderState, pair: Pair): OrdersEvent['orders'][number] {
  const { scale } = pair;
  return {
    id: order.id,
    ...pairIds(pair),
    currency_name: pair.base.code,
    legal_name: pair.quote.code,
    type: order.side === 'buy' ? 'in' : 'out',
    price: formatPrice(order.priceTicks, scale),
    number: formatQuantity(order.remainingLots, scale),
    total_number: formatQuantity(order.quantityLots, scale),
    complete_number: formatQuantity(order.filledLots, scale),
    create_time_ms: order.placedAtMs,
    status: liveOrderStatus(order, reason),
    reason: reason ?? '',
  };
}

function liveOrderStatus(
  order: LiveOrder,
  reason: CloseReason | undefined,
): OrdersEvent['orders'][number]['status'] {
  if (reason === undefined) return 'open';
  if (reason === 'filled') return 'filled';
  return order.filledLots > 0 ? 'partly_filled' : 'cancelled';
}
