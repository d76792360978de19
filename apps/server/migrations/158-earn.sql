-- Products that pay interest as history reads them. All of it is rebuilt from the journal. Amounts are smallest units of their
-- currency, rates billionths of the principal for a day, days Shanghai days counted from the epoch, times milliseconds UTC of
-- the engine.

-- Every set of terms that a product was listed with: what rate was wanted on a day.
create table earn_listings (
  product integer not null,
  seq bigint not null,
  rate_ppb bigint not null,
  days integer not null,
  least bigint not null,        -- bounds of one purchase, both included
  most bigint not null,
  is_open boolean not null,
  time_ms bigint not null,
  primary key (product, seq)
);

-- Every lock with the terms that it was bought with, and what it was paid.
create table earn_locks (
  id bigint primary key,
  user_id bigint not null,
  product integer not null,
  kind text not null,           -- wealth, pledge
  currency integer not null,
  principal bigint not null,
  rate_ppb bigint not null,
  days integer not null,
  early_keep_bps integer,       -- null without early exit
  bought_ms bigint not null,
  from_day integer not null,    -- the first that earns
  renews_lock bigint not null,  -- the lock that this one renews, 0 for none
  renews boolean not null,
  paid_days integer not null,
  paid bigint not null,
  ended_by text,                -- null while it runs, then: matured, exited
  ended_ms bigint,
  kept bigint,                  -- interest that its owner has kept
  forfeited bigint,             -- interest that went back to the source
  renewed_by bigint             -- the lock that renews it, 0 for none
) with (fillfactor = 80);
create index earn_locks_owner on earn_locks (user_id, kind, id desc);
create index earn_locks_ended on earn_locks (ended_ms) where forfeited > 0;

-- The interest of each day of each lock.
create table earn_interest (
  id bigint primary key,        -- number of the command, and place of the event in it
  lock bigint not null,
  user_id bigint not null,
  product integer not null,
  currency integer not null,
  day integer not null,
  paid_days integer not null,   -- of the lock so far
  amount bigint not null
);
create unique index earn_interest_once on earn_interest (lock, day);
create index earn_interest_owner on earn_interest (user_id, day desc);
create index earn_interest_days on earn_interest (day);

-- What changed the source of a product otherwise than interest to customers.
create table earn_funds (
  id bigint primary key,        -- number of the command, and place of the event in it
  product integer not null,
  currency integer not null,
  cause text not null,          -- budget, loans
  amount bigint not null,       -- below zero for what was taken back
  time_ms bigint not null
);
create index earn_funds_time on earn_funds (time_ms);

-- Every change of what a user has in savings, with what was there afterwards.
create table earn_savings (
  id bigint primary key,        -- number of the command, and place of the event in it
  user_id bigint not null,
  product integer not null,
  currency integer not null,
  cause text not null,          -- saved, auto, redeemed, collected
  amount bigint not null,       -- principal that moved
  interest bigint not null,     -- that was paid with it
  earning bigint not null,      -- principal that earns afterwards
  pending bigint not null,      -- principal that begins to earn after `pending_day`
  pending_day integer not null,
  time_ms bigint not null
);
create index earn_savings_owner on earn_savings (user_id, product, id desc);

-- Days of savings that are over, with the rate that was paid.
create table earn_days (
  product integer not null,
  day integer not null,
  currency integer not null,
  rate_ppb bigint not null,
  earned bigint not null,       -- principal of all savers that earned
  paid bigint not null,         -- interest that left the source for it
  primary key (product, day)
);
