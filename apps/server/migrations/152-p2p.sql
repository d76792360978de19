-- The fiat marketplace. Amounts are in smallest units of the coin, fiat in 0.01 CNY, prices in 10^-8 CNY for one coin, times in milliseconds UTC.

-- Accounts that are paid into, as they were when an ad or a deal named them: they never change. Sealed.
create table p2p_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  way text not null,
  real_name text not null,
  bank_name text not null,
  account text not null,
  -- The same account of the same user is one row.
  content_hash text not null unique,
  created_at timestamptz not null default now()
);

-- Remark and automatic reply of ads: they never change either.
create table p2p_texts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  remark text not null,
  auto_reply text not null,
  content_hash text not null unique,
  created_at timestamptz not null default now()
);

-- Read models: the projector writes them from the events.
create table p2p_ads (
  id bigint primary key,
  user_id bigint not null,
  side text not null,
  currency integer not null,
  total bigint not null,
  surplus bigint not null,
  completed bigint not null,
  withdrawn bigint not null,
  state text not null,
  -- The terms as the journal keeps them.
  terms text not null,
  changed_ms bigint not null
);
create index p2p_ads_owner on p2p_ads (user_id, id desc);

create table p2p_deals (
  id bigint primary key,
  ad bigint not null,
  buyer bigint not null,
  seller bigint not null,
  taker text not null,
  currency integer not null,
  quantity bigint not null,
  price_ticks bigint not null,
  fiat bigint not null,
  account bigint not null,
  way text not null,
  state text not null,
  version integer not null,
  opened_ms bigint not null,
  pay_due_ms bigint not null,
  paid_ms bigint not null,
  release_due_ms bigint not null,
  ended_ms bigint not null,
  ended_by text,
  is_cancel_asked boolean not null,
  appeal bigint not null,
  to_buyer bigint not null
);
create index p2p_deals_buyer on p2p_deals (buyer, id desc);
create index p2p_deals_seller on p2p_deals (seller, id desc);
create index p2p_deals_ad on p2p_deals (ad, id desc);

-- What happened to a deal, in its order.
create table p2p_steps (
  deal bigint not null,
  version integer not null,
  cause text not null,
  at_ms bigint not null,
  primary key (deal, version)
);

create table p2p_appeals (
  id bigint primary key,
  deal bigint not null,
  by text not null,
  reason text not null,
  opened_ms bigint not null,
  answer_due_ms bigint not null,
  answered_ms bigint not null,
  amount bigint not null,
  is_after_end boolean not null,
  state text not null,
  to_buyer bigint,
  fault text,
  bond_cut bigint,
  operator bigint,
  confirmed_by bigint,
  changed_ms bigint not null
);
create index p2p_appeals_deal on p2p_appeals (deal);
create index p2p_appeals_state on p2p_appeals (state, id desc);
