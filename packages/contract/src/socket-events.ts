import { Type, type Static } from 'typebox';
import { CANDLE_PERIODS, CANDLE_SOURCES } from './candle-period.ts';
import { OwnMessage } from './inbox.ts';
import { LeverTradeEvent } from './margin.ts';
import { MicroOrder } from './seconds.ts';

/**
 * The real-time feed: Socket.IO at `/wss/socket.io/`.
 *
 * A socket that never subscribes gets every public event, at most once a second each (depth as
 * whole snapshots, bars of trades only). One that emits `subscribe` gets just what it asked for, at
 * up to 20 a second: first the present state, then each change. Everything in an event is durable.
 * `seq` is the engine's sequence number that the event reflects and never decreases within one kind
 * of event of one market; `ts` is the engine's time of it, milliseconds UTC.
 */
export const SOCKET_PATH = '/wss/socket.io/';

const DecimalOut = Type.String({ description: 'plain decimal' });
const Pair = { legal_id: Type.Integer(), currency_id: Type.Integer() };
const Stamp = { seq: Type.Integer(), ts: Type.Integer({ description: 'milliseconds UTC' }) };

/** Figures of the last 24 hours of one pair. */
export const DayMarketEvent = Type.Object({
  ...Pair,
  now_price: DecimalOut,
  change: Type.String({
    description: 'percent over 24 hours, 2 decimals, with a minus where it fell',
  }),
  volume: Type.String({ description: 'base quantity of 24 hours' }),
  high: DecimalOut,
  low: DecimalOut,
  ...Stamp,
});
export type DayMarketEvent = Static<typeof DayMarketEvent>;

/** Like `daymarket` with what a page about one pair shows besides. */
export const MarketDetailEvent = Type.Object({
  ...Pair,
  symbol: Type.String({ description: 'coin/legal, for example BTC/USDT' }),
  last_price: DecimalOut,
  open: Type.String({ description: 'price 24 hours ago' }),
  high: DecimalOut,
  low: DecimalOut,
  change: Type.String({
    description: 'percent over 24 hours, 2 decimals, with a minus where it fell',
  }),
  volume: Type.String({ description: 'base quantity of 24 hours' }),
  total: Type.String({ description: 'worth of that volume in legal currency' }),
  index_price: Type.String({ description: "'0' before the first" }),
  index_stale: Type.Boolean(),
  ...Stamp,
});
export type MarketDetailEvent = Static<typeof MarketDetailEvent>;

/**
 * What of a market an operator can change: its own rules, those of leveraged contracts, those of
 * seconds contracts.
 */
export const MARKET_RULES = ['market', 'lever', 'micro'] as const;

/**
 * An operator has changed the rules of a pair: the present ones, as the list of markets has them,
 * and which of them are new. It comes with `daymarket`. Terms that stand in no list (`lever/deal`,
 * `microtrade/seconds` ...) are asked for again.
 */
export const MarketRulesEvent = Type.Object({
  ...Pair,
  changed: Type.Array(Type.Enum([...MARKET_RULES]), { minItems: 1 }),
  status: Type.Enum(['open', 'cancel_only', 'closed']),
  is_display: Type.Enum([0, 1]),
  tick_size: DecimalOut,
  lot_size: DecimalOut,
  min_total: DecimalOut,
  max_number: DecimalOut,
  maker_fee: Type.String({ description: 'percent of what the maker receives' }),
  taker_fee: Type.String({ description: 'percent of what the taker receives' }),
  open_microtrade: Type.Enum([0, 1]),
  lever_share_num: DecimalOut,
  spread: DecimalOut,
  lever_trade_fee: DecimalOut,
  proportion: DecimalOut,
  ...Stamp,
});
export type MarketRulesEvent = Static<typeof MarketRulesEvent>;

const TradeRow = {
  id: Type.Integer(),
  time: Type.Integer({ description: 'milliseconds UTC' }),
  price: DecimalOut,
  amount: Type.String({ description: 'base quantity' }),
  direction: Type.Enum(['buy', 'sell'], { description: "the taker's side" }),
};
/** Most trades in one `transaction` event. Of more in one frame the newest are sent. */
export const TRADES_PER_EVENT = 20;

/**
 * The newest trade of a pair, and in `list` all trades since the last event, newest first. Ids rise
 * and tell repeats.
 */
export const TransactionEvent = Type.Object({
  ...Pair,
  ...TradeRow,
  list: Type.Array(Type.Object(TradeRow), { minItems: 1, maxItems: TRADES_PER_EVENT }),
  ...Stamp,
});
export type TransactionEvent = Static<typeof TransactionEvent>;

/** The current bar. */
export const KlineEvent = Type.Object({
  ...Pair,
  symbol: Type.String(),
  period: Type.Enum(CANDLE_PERIODS),
  source: Type.Enum(CANDLE_SOURCES),
  time: Type.Integer({ description: 'start of the bar, milliseconds UTC' }),
  open: DecimalOut,
  high: DecimalOut,
  low: DecimalOut,
  close: DecimalOut,
  volume: Type.String({ description: 'base quantity, 0 for the index' }),
  ...Stamp,
});
export type KlineEvent = Static<typeof KlineEvent>;

/** Most levels of each side in a `market_depth` snapshot. */
export const SNAPSHOT_LEVELS = 500;
const Levels = Type.Array(Type.Tuple([DecimalOut, DecimalOut]));

/**
 * The book of a pair. A `snapshot` replaces what one has. A `change` gives the new quantity (not a
 * difference) of each level that changed, in no order, quantity '0' where the level is gone.
 *
 * To keep a book: take a snapshot (the first event after `subscribe`, or the HTTP call), then for
 * each change
 * - `seq <= book.seq`: older than the book, skip it;
 * - `prev_seq > book.seq`: one was missed, take a new snapshot (emit `subscribe` again);
 * - else apply it and set `book.seq = seq`. Then `depthChecksum` of the book equals `checksum`, or
 *   take a new snapshot.
 */
export const MarketDepthEvent = Type.Object({
  ...Pair,
  symbol: Type.String(),
  kind: Type.Enum(['snapshot', 'change']),
  prev_seq: Type.Integer({ description: '`seq` of the change before; of a snapshot its own' }),
  bids: Levels,
  asks: Levels,
  checksum: Type.Integer({
    description: 'CRC-32 over the best 25 levels of each side after it, see depth-checksum.ts',
  }),
  ...Stamp,
});
export type MarketDepthEvent = Static<typeof MarketDepthEvent>;

/** `update_balance_{user}`: the four wallets of each currency in which something moved. */
export const UpdateBalanceEvent = Type.Object({
  balances: Type.Array(
    Type.Object({
      currency: Type.Integer({ description: 'currency id' }),
      currency_name: Type.String(),
      legal_balance: DecimalOut,
      lock_legal_balance: DecimalOut,
      change_balance: DecimalOut,
      lock_change_balance: DecimalOut,
      micro_balance: DecimalOut,
      lock_micro_balance: DecimalOut,
      lever_balance: DecimalOut,
      lock_lever_balance: DecimalOut,
    }),
  ),
  ...Stamp,
});
export type UpdateBalanceEvent = Static<typeof UpdateBalanceEvent>;

/** `orders_{user}`: the present state of each own order that changed. */
export const OrdersEvent = Type.Object({
  orders: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...Pair,
      currency_name: Type.String(),
      legal_name: Type.String(),
      type: Type.Enum(['in', 'out'], { description: 'buy or sell' }),
      price: Type.String({ description: "limit; '0' for a market order" }),
      number: Type.String({ description: 'remaining quantity' }),
      total_number: Type.String({ description: 'quantity as placed' }),
      complete_number: Type.String({ description: 'quantity that traded' }),
      create_time_ms: Type.Integer({ description: 'milliseconds UTC' }),
      status: Type.Enum(['open', 'filled', 'partly_filled', 'cancelled'], {
        description: '`partly_filled`: ended with a part traded; an order that rests is `open`',
      }),
      reason: Type.String({ description: "why it ended, '' while it is open" }),
    }),
  ),
  ...Stamp,
});
export type OrdersEvent = Static<typeof OrdersEvent>;

/** `closed_microorder`: an own seconds contract has ended. Only to the owner's sockets. */
export const ClosedMicroOrderEvent = Type.Object({ ...MicroOrder.properties, ...Stamp });
export type ClosedMicroOrderEvent = Static<typeof ClosedMicroOrderEvent>;

/**
 * There are new messages to the owner of the account: what they say, the inbox tells in the
 * language of who asks.
 */
export const MessagesEvent = Type.Object({
  unread: Type.Integer({
    description: 'messages that were not read; 100 stands for a hundred and more',
  }),
  messages: Type.Array(
    Type.Object({
      id: OwnMessage.properties.id,
      kind: OwnMessage.properties.kind,
      topic: OwnMessage.properties.topic,
    }),
  ),
  ...Stamp,
});
export type MessagesEvent = Static<typeof MessagesEvent>;

/** Answer to `login`: personal events follow. */
export const LoginEvent = Type.Object({ user_id: Type.Integer(), ...Stamp });
export type LoginEvent = Static<typeof LoginEvent>;

/**
 * Why the server did not do what a client's event asked for. It stays connected, except after
 * `too_many_events`.
 */
export const SOCKET_REFUSALS = [
  'unknown_event',
  'malformed',
  'unknown_pair',
  'session_invalid',
  'too_many_subscriptions',
  'too_many_events',
] as const;
export type SocketRefusal = (typeof SOCKET_REFUSALS)[number];
export const RefusedEvent = Type.Object({
  event: Type.String(),
  code: Type.Enum(SOCKET_REFUSALS),
  ...Stamp,
});
export type RefusedEvent = Static<typeof RefusedEvent>;

/**
 * All events that the server sends, by name. Personal ones have the user id in their names:
 * `update_balance_100001`.
 */
export const SERVER_EVENTS = {
  daymarket: DayMarketEvent,
  market_rules: MarketRulesEvent,
  market_detail: MarketDetailEvent,
  transaction: TransactionEvent,
  kline: KlineEvent,
  market_depth: MarketDepthEvent,
  'update_balance_{user}': UpdateBalanceEvent,
  'orders_{user}': OrdersEvent,
  lever_trade: LeverTradeEvent,
  closed_microorder: ClosedMicroOrderEvent,
  messages: MessagesEvent,
  login: LoginEvent,
  refused: RefusedEvent,
} as const;

export function balanceEventName(user: number): string {
  return `update_balance_${user}`;
}

export function ordersEventName(user: number): string {
  return `orders_${user}`;
}

/**
 * What `subscribe` and `unsubscribe` carry. `daymarket` is about all pairs at once, and brings
 * `market_rules` too. Subscribing again repeats the present state.
 */
export const Subscription = Type.Union([
  Type.Object({ channel: Type.Literal('daymarket') }),
  Type.Object({ channel: Type.Enum(['market_depth', 'transaction', 'market_detail']), ...Pair }),
  Type.Object({
    channel: Type.Literal('kline'),
    ...Pair,
    period: Type.Enum(CANDLE_PERIODS),
    source: Type.Optional(Type.Enum(CANDLE_SOURCES, { description: '`trade` by default' })),
  }),
]);
export type Subscription = Static<typeof Subscription>;

/**
 * `login`: a session token, also possible as `auth: {token}` of the handshake. A bare user id,
 * which older clients send, is accepted and gives nothing.
 */
export const LoginRequest = Type.Union([
  Type.Object({ token: Type.String({ minLength: 1, maxLength: 512 }) }),
  Type.String({ maxLength: 64 }),
  Type.Integer(),
]);
export type LoginRequest = Static<typeof LoginRequest>;

/** All events that a client may send. */
export const CLIENT_EVENTS = {
  login: LoginRequest,
  subscribe: Subscription,
  unsubscribe: Subscription,
} as const;
export type ClientEventName = keyof typeof CLIENT_EVENTS;
