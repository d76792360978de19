-- Conversions as history reads them. All of it is rebuilt from the journal. Amounts are smallest units of their currency, times
-- milliseconds UTC of the engine, spreads basis points against the index.

-- Every quote. A repeated question is answered with its first quote, also after that one has ended.
create table convert_quotes (
  id bigint primary key,
  user_id bigint not null,
  side text not null,           -- from, to: which of the two amounts was given
  from_currency integer not null,
  to_currency integer not null,
  paid bigint not null,
  received bigint not null,
  spread_bps integer not null,
  book_bps integer,             -- null where the book had too little
  made_ms bigint not null,
  expires_ms bigint not null,
  end_cause text                -- null while it is open, then: accepted, expired
) with (fillfactor = 90);

-- What was exchanged.
create table conversions (
  id bigint primary key,        -- 256 times the command's sequence number, and its place in the command
  user_id bigint not null,
  kind text not null,           -- quote, dust, plan
  subject bigint not null,      -- the quote or the plan, 0 for dust
  from_currency integer not null,
  to_currency integer not null,
  paid bigint not null,
  received bigint not null,
  spread_bps integer not null,
  book_bps integer,
  time_ms bigint not null
);
create index conversions_user on conversions (user_id, id desc);

-- Recurring purchases.
create table convert_plans (
  id bigint primary key,
  user_id bigint not null,
  from_currency integer not null,
  to_currency integer not null,
  amount bigint not null,       -- given at each time
  every_days integer not null,
  minute integer not null,      -- of the Shanghai day
  max_spread_bps integer not null,
  started_ms bigint not null,
  ended_ms bigint               -- null while it runs
);
create index convert_plans_user on convert_plans (user_id, id);

-- Their past times: converted, or skipped with a reason.
create table convert_plan_runs (
  plan bigint not null,
  due_ms bigint not null,
  paid bigint,
  received bigint,
  spread_bps integer,
  skipped text,                 -- null where it converted
  primary key (plan, due_ms)
);

-- Coins that the house gave the desk, below zero for what it took back.
create table convert_funds (
  seq bigint primary key,
  currency integer not null,
  amount bigint not null
);
