-- What the projector keeps: history that is read by calls. All of it can be rebuilt from the journal (npm run rebuild),
-- except what candles have from the price feed.
-- Amounts are smallest units of their currency; prices are ticks and quantities lots of their market; times are
-- milliseconds UTC of the engine.

-- The last command whose rows are in the tables below. Changed in the transaction that writes them.
create table projection_position (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  last_statement bigint not null -- highest id in statements
);
insert into projection_position (seq, last_statement) values (0, 0);

create table orders (
  id bigint primary key,
  user_id bigint not null,
  market integer not null,
  side text not null,           -- buy, sell
  type text not null,           -- limit, market
  price_ticks bigint not null,  -- 0 for a market order
  quantity_lots bigint not null,
  filled_lots bigint not null,
  remaining_lots bigint not null, -- in the book; 0 once it has ended
  filled_notional bigint not null, -- quote units
  fee bigint not null,          -- base units of a buy, quote units of a sell
  time_in_force text not null,  -- gtc, ioc, fok
  post_only boolean not null,
  self_trade text not null,
  placed_seq bigint not null,
  placed_ms bigint not null,
  close_reason text,            -- null while open, then: filled, cancelled, ioc, selfTrade, slippage, band, hold, decrement
  closed_seq bigint,
  closed_ms bigint
) with (fillfactor = 80);
-- Ended orders of a user, newest first, next page by (closed_seq, id) < (x, y). Open orders are read from the live view.
create index orders_history on orders (user_id, closed_seq desc, id desc) where closed_seq is not null;

-- One row for each side of each trade, in the order of trades.
create table fills (
  order_id bigint not null,
  trade bigint not null,
  user_id bigint not null,
  market integer not null,
  side text not null,           -- of this order
  role text not null,           -- maker, taker
  price_ticks bigint not null,
  quantity_lots bigint not null,
  notional bigint not null,     -- quote units
  fee bigint not null,          -- base units of a buy, quote units of a sell
  seq bigint not null,
  time_ms bigint not null,
  primary key (order_id, trade)
);
-- The public trades of a market, newest first.
create index fills_market on fills (market, trade desc) where role = 'taker';

-- Each change of the sum (available and held) of an account, in order. Holds and releases change no sum and have no row, and
-- the accounts that only collect fees (fees, rounding) have none either: each fee is a row of who paid it.
create table statements (
  user_id bigint not null,
  id bigint not null,           -- rises with time, unique
  wallet text not null,         -- spot, margin, seconds, p2p
  currency integer not null,
  amount bigint not null,       -- signed
  balance_after bigint not null, -- available and held
  reason text not null,         -- deposit, credit, trade, fee
  subject bigint not null,      -- the trade of trade and fee, else 0
  reference text not null,      -- of a deposit or credit, else ''
  seq bigint not null,
  time_ms bigint not null,
  -- Newest first by user, whatever the currency. An index by currency as well would cost the projector a third of its speed.
  primary key (user_id, id)
);

-- What charts show: one row for each bar of a source and period in which there was a price; the others have no row.
create table candles (
  market integer not null,
  source text not null,         -- trade, index
  period text not null,         -- 1min, 5min, 15min, 30min, 60min, 1day, 1week, 1mon
  start_ms bigint not null,
  open_ticks bigint not null,
  high_ticks bigint not null,
  low_ticks bigint not null,
  close_ticks bigint not null,
  volume_lots numeric not null, -- 0 for the index
  quote_volume numeric not null, -- quote units
  history boolean not null,     -- nothing of it was traded (or set) here: it is all from the price feed
  earlier jsonb,                -- of a bar that is both: these columns as the feed told them, so that a rebuild can start there
  primary key (market, source, period, start_ms)
) with (fillfactor = 70);
