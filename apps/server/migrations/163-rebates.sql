-- Shares of fees for inviters. Rebuilt from the journal. Times are milliseconds UTC of the engine, days are days of UTC since the epoch.

-- Each share that was paid.
create table rebate_lines (
  id bigint primary key,            -- number of the line, from 1
  day integer not null,
  payer_id bigint not null,         -- who paid the fees
  level integer not null,           -- 1 to 3
  user_id bigint not null,          -- who got the share
  currency integer not null,
  worth bigint not null,            -- of the payer's fees of the day, in units of the currency
  rate_bps integer not null,        -- share of that, hundredths of a percent
  amount bigint not null,
  time_ms bigint not null
);
create index rebate_lines_own on rebate_lines (user_id, id desc);

-- Verified users who were invited, or who invited others, as the core has them.
create table rebate_members (
  user_id bigint primary key,
  is_member boolean not null        -- false: not verified any more
);
