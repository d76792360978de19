-- Acceptors are users who take and give money outside for coins. Money is in cents of CNY, rates in CNY for one USDT with four decimals.
create table acceptors (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references users (id),
  name text not null,
  recharge_amount bigint not null, -- most of a deal that buys coins
  recharge_rate bigint not null,
  cash_amount bigint not null,     -- most of a deal that sells coins
  cash_rate bigint not null,
  wechat_nickname text not null default '',
  wechat_account text not null default '',
  ali_nickname text not null default '',
  ali_account text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  bank_address text not null default '',
  is_open boolean not null default true,
  created_at timestamptz not null default now()
);

create table acceptor_deals (
  id bigint generated always as identity primary key,
  acceptor bigint not null references acceptors (id),
  user_id bigint not null references users (id),
  seller_id bigint not null,       -- whose coins wait
  buyer_id bigint not null,        -- who gets them
  type text not null,              -- buy, sell: what the user does
  way text not null,
  mobile text not null,
  deal_account text not null,
  hes_account text not null,
  money bigint not null,
  amount bigint not null,          -- units of USDT
  escrow bigint,                   -- number in the core, once the coins wait
  -- opening: the coins are being held. waiting, marked, disputed: for a person. paying, returning: decided, the core is being told.
  -- confirmed, rejected, failed (the coins were not there): over.
  status text not null,
  request_key text,                -- of the call that made it
  created_at timestamptz not null,
  updated_at timestamptz not null,
  marked_at timestamptz,
  unique (user_id, request_key)
);
create index acceptor_deals_user on acceptor_deals (user_id, id desc);
create index acceptor_deals_acceptor on acceptor_deals (acceptor, id desc);
create index acceptor_deals_open on acceptor_deals (status, id) where status not in ('confirmed', 'rejected', 'failed');

create table regional_agents (
  user_id bigint primary key references users (id),
  city_name text not null,
  district_name text not null
);
