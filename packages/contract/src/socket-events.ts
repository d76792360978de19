import { Type, type Static } from 'typebox';
import { CANDLE_PERIODS, CANDLE_SOURCES } from './market/candle-period.ts';
import { LeverTradeEvent } from './margin/calls.ts';
import { Pair, Stamp } from './schema/event.ts';
import {
  DayMarketEvent,
  MarketDetailEvent,
  MarketRulesEvent,
  TransactionEvent,
  KlineEvent,
  MarketDepthEvent,
} from './market/events.ts';
import { UpdateBalanceEvent } from './wallet/events.ts';
import { OrdersEvent } from './spot/events.ts';
import { ClosedMicroOrderEvent } from './seconds/events.ts';
import { EarnLockEvent, EarnSavingEvent, EarnTermsEvent } from './earn/events.ts';
import { MessagesEvent } from './inbox/events.ts';
import { ConvertEvent, ConvertTermsEvent } from './convert/events.ts';
import { LoanEvent } from './loan/events.ts';
import { P2pChatEvent, P2pDealEvent } from './p2p/events.ts';

/**
 * The real-time feed: Socket.IO at `/wss/socket.io/`.
 *
 * A socket that never subscribes gets every public event, at most once a second each (depth as
 * whole snapshots, bars of trades only). A socket that emits `subscribe` gets only its
 * subscriptions, at up to 20 a second: first the present state, then each change. Everything in an
 * event is durable. `seq` is the engine's sequence number that the event reflects and never
 * decreases within one kind of event of one market; `ts` is the engine's time of it, milliseconds
 * UTC.
 */
export const SOCKET_PATH = '/wss/socket.io/';
/** Answer to `login`: personal events follow. */
export const LoginEvent = Type.Object({ user_id: Type.Integer(), ...Stamp });
export type LoginEvent = Static<typeof LoginEvent>;
/**
 * Why the server refused a client's event. The socket stays connected, except after
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
 * All events that the server sends, by name. Names of personal events contain the user id:
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
  earn_terms: EarnTermsEvent,
  earn_lock: EarnLockEvent,
  earn_saving: EarnSavingEvent,
  loan: LoanEvent,
  messages: MessagesEvent,
  p2p_deal: P2pDealEvent,
  p2p_chat: P2pChatEvent,
  convert: ConvertEvent,
  convert_terms: ConvertTermsEvent,
  login: LoginEvent,
  refused: RefusedEvent,
} as const;
/**
 * Payload of `subscribe` and `unsubscribe`. `daymarket` covers all pairs at once, and brings
 * `market_rules` and `earn_terms` too. A repeated subscription repeats the present state.
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
 * which older clients send, is accepted and has no effect.
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
