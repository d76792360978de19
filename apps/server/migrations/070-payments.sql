-- Payments in CNY through the gateway: an intent for each, written before anybody is sent there.
create table payment_intents (
  id bigint generated always as identity primary key,
  order_id text not null unique,   -- what the gateway knows it by: random, nothing can be guessed from it
  user_id bigint not null references users (id),
  account text not null,           -- the payer's, at the gateway
  money bigint not null check (money > 0),   -- cents of CNY
  amount bigint not null check (amount > 0), -- units of USDT that it buys
  rate text not null,              -- CNY for one USDT, fixed when it was made
  lang text not null,
  -- waiting: for the gateway. crediting: paid, the core is being told. short: paid, and the house had too little.
  -- late: paid after it had ended. credited, refunded, expired, refused: over.
  status text not null default 'waiting' check (status in ('waiting', 'crediting', 'short', 'late', 'credited', 'refunded', 'expired', 'refused')),
  attempt integer not null default 1, -- of telling the core: each has a key of its own, and one that was refused never credits
  note text not null default '',   -- why the core would not; why an operator decided as they did
  gateway_id text unique,          -- the gateway's number of the payment: one payment pays one intent
  request_key text,                -- of the call that made it
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null,
  decided_by bigint references operators (id),
  unique (user_id, request_key)
);
create index payment_intents_user on payment_intents (user_id, id desc);
create index payment_intents_open on payment_intents (status, id) where status in ('waiting', 'crediting', 'short', 'late');
