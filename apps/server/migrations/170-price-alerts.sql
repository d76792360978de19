-- Price alerts of customers: the last price of a market rises or falls to a price.
create table price_alerts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  market integer not null,
  direction text not null check (direction in ('rises', 'falls')),
  price_ticks bigint not null check (price_ticks > 0),
  -- Stays on after it was met.
  repeats boolean not null,
  is_on boolean not null,
  note text not null,
  -- Only later trades meet it. Null: it rests until the price was on the other side.
  armed_trade bigint,
  -- A repeated one is not armed before.
  rest_until timestamptz,
  met_count integer not null default 0,
  met_at timestamptz,
  created_at timestamptz not null
);
create index price_alerts_of_user on price_alerts (user_id, id desc);
create index price_alerts_on on price_alerts (market, price_ticks) where is_on;
create unique index price_alerts_once on price_alerts (user_id, market, direction, price_ticks) where is_on;

-- Trades up to this one were compared with all alerts: a start compares those after it. Locked while alerts are compared, and shared
-- while one is set.
create table price_alert_position (
  only_row boolean primary key default true check (only_row),
  trade bigint not null
);
insert into price_alert_position (trade) values (0);
