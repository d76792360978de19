-- Withdrawals as the events of custody tell them: a projection, rebuilt from the journal like orders.
create table withdrawals (
  id bigint primary key,
  user_id bigint not null,
  network integer not null,
  currency integer not null,
  amount bigint not null,       -- fee included
  fee bigint not null,
  address text not null,
  recipient bigint not null,    -- 0 outside
  worth bigint not null,        -- smallest units of USDT
  approvals_needed smallint not null,
  approvers bigint[] not null,
  status text not null,         -- requested, approved, signed, settled, failed, rejected, cancelled, inSite
  transaction text not null,    -- of the chain, once settled, else ''
  requested_ms bigint not null,
  ended_ms bigint               -- null while open
);
create index withdrawals_user on withdrawals (user_id, id desc);
create index withdrawals_status on withdrawals (status, id);

-- What follows is no projection: the journal does not have it.

-- Why the risk rules wanted a closer look, when it was asked for.
create table withdrawal_risks (
  withdrawal bigint primary key,
  flags text[] not null
);

-- What only the server needs to know of a network; its terms of money stand in the core.
create table network_terms (
  network integer primary key,
  confirmations integer not null,
  hot_ceiling bigint not null,
  is_deposit_open boolean not null
);

-- One address a user on each branch of keys. The index is the place in the tree.
create table deposit_addresses (
  branch text not null,         -- ethereum, bitcoin, omni, tron
  index bigint not null,
  user_id bigint not null references users (id),
  address text not null unique,
  created_at timestamptz not null,
  primary key (branch, index),
  unique (branch, user_id)
);

-- Blocks that the watcher has read, as far back as it follows a change of the chain.
create table chain_blocks (
  chain text not null,
  height bigint not null,
  hash text not null,
  parent text not null,
  time_ms bigint not null,
  primary key (chain, height)
);

-- What the watcher has seen for us on a chain. The name (network, transaction, output) is the core's name of a deposit.
create table seen_deposits (
  id bigint generated always as identity primary key,
  network integer not null,
  chain text not null,
  transaction text not null,
  output bigint not null,
  user_id bigint not null,
  address text not null,
  amount bigint not null,       -- units of the exchange
  chain_amount numeric not null, -- units of the chain
  height bigint not null,       -- block that holds it now
  status text not null,         -- pending, credited, reversed, ignored
  note text not null,           -- why it was ignored
  seen_at timestamptz not null,
  unique (network, transaction, output)
);
create index seen_deposits_user on seen_deposits (user_id, id desc);
create index seen_deposits_open on seen_deposits (chain, height) where status in ('pending', 'credited');

-- Outputs of ours (Bitcoin) that exist on the current chain; spent ones keep the block that spent them.
create table owned_outputs (
  name text primary key,        -- txid:index
  transaction text not null,
  output bigint not null,
  address text not null,
  owner bigint not null,
  amount numeric not null,
  block text not null,
  height bigint not null,
  spent_height bigint
);

-- Transactions of ours: one row an intention, for ever. What is signed is kept, so that sending again sends the same bytes.
create table chain_transfers (
  id bigint generated always as identity primary key,
  kind text not null,           -- withdrawal, sweep, fuel
  withdrawal bigint unique,     -- of kind withdrawal
  chain text not null,
  asset text not null,
  address text not null,        -- where it goes
  amount numeric not null,      -- units of the chain
  source text not null,         -- address whose nonce it uses, '' where outputs are spent
  nonce bigint,
  unsigned jsonb,
  signed jsonb,
  earlier jsonb not null default '[]', -- signed transactions that this one replaced: one of them may be mined instead
  status text not null,         -- waiting, built, signed, broadcast, done, failed
  note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index chain_transfers_open on chain_transfers (chain, id) where status not in ('done', 'failed');

create table withdrawal_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  network integer not null,
  address text not null,
  notes text not null,
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index withdrawal_addresses_once on withdrawal_addresses (user_id, network, address) where removed_at is null;

create table deposit_claims (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  currency integer not null,
  amount bigint not null,
  from_address text not null,
  hash text not null,
  network text not null,
  picture uuid,
  status text not null default 'open', -- open, matched, rejected
  reason text not null default '',
  created_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz
);
create index deposit_claims_user on deposit_claims (user_id, id desc);
create index deposit_claims_status on deposit_claims (status, id);

-- Coins that people moved between the hot wallet and cold storage.
create table cold_moves (
  id bigint generated always as identity primary key,
  currency integer not null,
  amount bigint not null,       -- to cold above zero, to hot below
  hash text not null unique,
  operator bigint not null,
  created_at timestamptz not null
);

alter table users add column withdraws_to_book_only boolean not null default false;
