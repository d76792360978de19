import { Type, type Static } from 'typebox';
import { CANDLE_PERIODS, CANDLE_SOURCES } from './candle-period.ts';
import { DecimalOut } from '../schema/answers.ts';
import { Pair, Stamp } from '../schema/event.ts';

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
/** Like `daymarket`, with the further figures of a page about one pair. */
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
/** Rates of a market, in its row of the list and in the event of a change. */
export const MARKET_FEES = {
  maker_fee: Type.String({ description: 'percent of what the maker receives' }),
  taker_fee: Type.String({ description: 'percent of what the taker receives' }),
};
/**
 * Groups of a market's rules that an operator can change: its own, those of leveraged contracts,
 * those of seconds contracts.
 */
export const MARKET_RULES = ['market', 'lever', 'micro'] as const;
/**
 * An operator has changed the rules of a pair: the present rules, as in the list of markets, and
 * the groups that changed. It comes with `daymarket`. Clients fetch terms outside that list
 * (`lever/deal`, `microtrade/seconds` ...) again.
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
  ...MARKET_FEES,
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
/** Most trades in one `transaction` event. Of more trades in one frame the newest are sent. */
export const TRADES_PER_EVENT = 20;
/**
 * The newest trade of a pair, and in `list` all trades since the last event, newest first. Ids
 * rise, so that a client recognises repetitions.
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
 * The book of a pair. A `snapshot` replaces the client's book. A `change` gives the new quantity
 * (not a difference) of each level that changed, in no order, quantity '0' where the level is gone.
 *
 * To keep a book: take a snapshot (the first event after `subscribe`, or the HTTP call), then for
 * each change
 * - `seq <= book.seq`: older than the book, skip it;
 * - `prev_seq > book.seq`: a change is missing, take a new snapshot (emit `subscribe` again);
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
