import { Type, type Static } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { CANDLE_PERIODS, CANDLE_SOURCES } from './candle-period.ts';
import { Id, Text } from '../schema/scalars.ts';
import { MARKET_FEES, SNAPSHOT_LEVELS } from './events.ts';
import { DecimalOut } from '../schema/answers.ts';

/**
 * Most bars of one answer: a server makes them in about ten milliseconds. A wider range gives the
 * newest ones; request the rest by `to`.
 */
export const MAX_BARS = 2_000;

/** Recent trades in a list of one market. */
export const RECENT_TRADES = 20;

/** Levels for each side of the book in `transaction/deal`. */
export const DEAL_LEVELS = 20;

const Flag = Type.Enum([0, 1]);
const Empty = Type.Object({});
const Pair = { legal_id: Id, currency_id: Id };

/**
 * A market in a list. The fields of the specification first; ours after `last_price`. Figures of
 * contracts (`lever_share_num`, `spread`, `lever_trade_fee`, `proportion`) are `'0'` where the
 * market has none; `spread` and `lever_trade_fee` are percent, `proportion` is the maintenance
 * ratio in percent.
 */
export const QuotationRow = Type.Object({
  id: Type.Integer({ description: 'market id' }),
  legal_id: Type.Integer(),
  currency_id: Type.Integer(),
  legal_name: Type.String(),
  currency_name: Type.String(),
  legal_decimals: Type.Integer({
    description: 'decimals that an amount of the legal currency can have',
  }),
  currency_decimals: Type.Integer({ description: 'and one of the coin' }),
  now_price: DecimalOut,
  change: Type.String({
    description: 'percent over 24 hours, 2 decimals, with a minus where it fell',
  }),
  volume: Type.String({ description: 'base quantity of 24 hours' }),
  high: DecimalOut,
  low: DecimalOut,
  cny_price: Type.String({ description: 'CNY for one base coin, 2 decimals, rounded down' }),
  logo: Type.String(),
  is_display: Flag,
  lever_share_num: DecimalOut,
  spread: DecimalOut,
  lever_trade_fee: DecimalOut,
  proportion: DecimalOut,
  open_microtrade: Flag,
  last_price: DecimalOut,
  index_price: Type.String({ description: "plain decimal, '0' before the first" }),
  tick_size: Type.String({ description: 'smallest price step' }),
  lot_size: Type.String({ description: 'smallest quantity step' }),
  min_total: Type.String({ description: 'least worth of an order in legal currency' }),
  max_number: Type.String({ description: 'largest quantity of an order' }),
  ...MARKET_FEES,
  status: Type.Enum(['open', 'cancel_only', 'closed']),
});
export type QuotationRow = Static<typeof QuotationRow>;

/** The markets of one legal currency. */
export const QuotationGroup = Type.Object({
  id: Type.Integer({ description: 'legal currency id' }),
  name: Type.String({ description: 'legal currency name, for example USDT' }),
  quotation: Type.Array(QuotationRow),
});
export type QuotationGroup = Static<typeof QuotationGroup>;

const CoinList = Type.Object({ coin_list: Type.Array(QuotationGroup) });

export const quotationNew = defineCall({
  method: 'GET',
  path: '/api/currency/quotation_new',
  access: 'optional',
  area: 'market',
  summary: 'All markets, grouped by legal currency',
  input: Empty,
  output: Type.Array(QuotationGroup),
});

export const quotationNewList = defineCall({
  method: 'POST',
  path: '/api/quotation_new',
  access: 'optional',
  area: 'market',
  summary: 'All markets, grouped by legal currency, as coin_list',
  input: Empty,
  output: CoinList,
});

export const quotationList = defineCall({
  method: 'POST',
  path: '/api/quotation',
  access: 'optional',
  area: 'market',
  summary: 'All markets, grouped by legal currency, as coin_list',
  input: Empty,
  output: CoinList,
});

/**
 * A bar of a chart. `history` marks bars from before the market's first trade here: they come from
 * the price feed.
 */
export const Bar = Type.Object({
  id: Type.Integer({ description: 'start, seconds UTC' }),
  time: Type.Integer({ description: 'start, milliseconds UTC' }),
  open: DecimalOut,
  high: DecimalOut,
  low: DecimalOut,
  close: DecimalOut,
  volume: Type.String({ description: 'base quantity' }),
  change: Type.String({ description: 'percent from open to close, 2 decimals' }),
  period: Type.String(),
  symbol: Type.String(),
  history: Type.Boolean(),
});
export type Bar = Static<typeof Bar>;

export const newTimeshar = defineCall({
  method: 'GET',
  path: '/api/currency/new_timeshar',
  access: 'optional',
  cost: 10,
  area: 'market',
  summary: 'Bars of a market, oldest first; the last one is live',
  input: Type.Object({
    symbol: Text(32, 'coin/legal, for example BTC/USDT'),
    from: Type.Optional(Id),
    to: Type.Optional(Id),
    period: Type.Optional(Type.Enum(CANDLE_PERIODS, { description: '1day by default' })),
    source: Type.Optional(Type.Enum(CANDLE_SOURCES, { description: '`trade` by default' })),
  }),
  output: Type.Object({ code: Type.Literal(1), data: Type.Array(Bar) }),
  envelope: 'bare',
});

/** A public trade of the market. `direction` is the taker's side. */
export const RecentTrade = Type.Object({
  id: Type.Integer(),
  time: Type.Integer({ description: 'milliseconds UTC' }),
  price: DecimalOut,
  amount: Type.String({ description: 'base quantity' }),
  direction: Type.Enum(['buy', 'sell']),
});
export type RecentTrade = Static<typeof RecentTrade>;

export const newTradehistory = defineCall({
  method: 'GET',
  path: '/api/currency/new_tradehistory',
  access: 'optional',
  area: 'market',
  summary: 'The newest 20 trades of a market, newest first',
  input: Type.Object(Pair),
  output: Type.Array(RecentTrade),
});

/** A price level. `sum` is the quantity from the best price to this one. */
export const DealLevel = Type.Object({ price: DecimalOut, number: DecimalOut, sum: DecimalOut });

export const transactionDeal = defineCall({
  method: 'POST',
  path: '/api/transaction/deal',
  access: 'optional',
  area: 'market',
  summary: 'Book, last price and newest trades of a market, with what the caller has available',
  input: Type.Object(Pair),
  output: Type.Object({
    in: Type.Array(DealLevel, { description: 'buy orders, best price first' }),
    out: Type.Array(DealLevel, { description: 'sell orders, best price first' }),
    last_price: DecimalOut,
    user_currency: Type.String({ description: "available base currency, '0' without a session" }),
    user_legal: Type.String({ description: "available legal currency, '0' without a session" }),
    cny_price: Type.String({ description: 'CNY for one base coin' }),
    user_cny: Type.String({ description: 'CNY worth of user_currency and user_legal' }),
    complete: Type.Array(RecentTrade),
    seq: Type.Integer({ description: 'the change of the exchange that this answer reflects' }),
  }),
});

export const currencyDetail = defineCall({
  method: 'GET',
  path: '/api/currency/detail',
  access: 'optional',
  area: 'market',
  summary: "What a coin is, in the caller's language",
  input: Type.Object({ id: Id }),
  output: Type.Object({
    id: Type.Integer(),
    name: Type.String({ description: 'code, for example BTC' }),
    full_name: Type.String({ description: 'for example Bitcoin' }),
    desc: Type.String(),
    logo: Type.String(),
  }),
});

const CurrencyRow = Type.Object({ id: Type.Integer(), name: Type.String(), logo: Type.String() });

export const currencyList = defineCall({
  method: 'GET',
  path: '/api/currency/list',
  access: 'optional',
  area: 'market',
  summary: 'Legal currencies: those that markets are quoted in or the marketplace sells',
  input: Empty,
  output: Type.Object({ legal: Type.Array(CurrencyRow) }),
});

export const userCurrencyList = defineCall({
  method: 'GET',
  path: '/api/currency/user_currency_list',
  access: 'private',
  area: 'market',
  summary: 'All currencies that a wallet can hold',
  input: Empty,
  output: Type.Array(CurrencyRow),
});

export const marketDepth = defineCall({
  method: 'GET',
  path: '/api/market/depth',
  access: 'optional',
  area: 'market',
  summary: `Snapshot of a book, at most ${SNAPSHOT_LEVELS} levels a side, to start the market_depth feed from`,
  input: Type.Object({ ...Pair, limit: Type.Optional(Id) }),
  output: Type.Object({
    symbol: Type.String(),
    legal_id: Type.Integer(),
    currency_id: Type.Integer(),
    seq: Type.Integer(),
    ts: Type.Integer({ description: 'milliseconds UTC' }),
    bids: Type.Array(Type.Tuple([DecimalOut, DecimalOut]), {
      description: 'price and quantity, best first',
    }),
    asks: Type.Array(Type.Tuple([DecimalOut, DecimalOut]), {
      description: 'price and quantity, best first',
    }),
    checksum: Type.Integer({
      description: 'CRC-32 over the best 25 levels of each side, see depth-checksum.ts',
    }),
  }),
});
