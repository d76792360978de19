-- Loans against coins as history reads them. Rebuilt from the journal, except message_channels. Amounts are smallest units of their
-- currency, prices ticks of their market, times milliseconds UTC of the engine, ratios hundredths of a percent.

-- Every loan as its last event left it.
create table loans (
  id bigint primary key,
  user_id bigint not null,
  offer integer not null,
  market integer not null,      -- base: the collateral, quote: the coin that is lent
  product integer not null,     -- the savings that lend
  collateral integer not null,
  currency integer not null,
  rate_ppb integer not null,
  fund_bps integer not null,
  initial_bps integer not null,
  warn_bps integer[] not null,
  liquidation_bps integer not null,
  fee_bps integer not null,
  bound_bps integer not null,
  state text not null,          -- active, repaid, liquidated, lost
  pledged bigint not null,
  principal bigint not null,
  since_ms bigint not null,     -- interest is fixed up to here
  interest_ppb numeric not null, -- fixed and unpaid interest, billionths of a unit
  warnings integer not null,    -- that stand
  opened_ms bigint not null,
  ended_ms bigint not null      -- 0 while it is active
) with (fillfactor = 80);
create index loans_own on loans (user_id, id desc);
create index loans_state on loans (state, id desc);

-- Every step of a loan.
create table loan_events (
  id bigint primary key,        -- number of the command times 1,000,000, and the place of the event in it
  cause text not null,          -- of the notification that tells of it
  loan bigint not null,
  user_id bigint not null,
  currency integer not null,    -- of principal, interest, debt, proceeds and fee
  collateral integer not null,  -- of pledged and sold
  market integer not null,
  kind text not null,           -- borrowed, repaid, added, removed, calmed, covered, warned, liquidated, lost
  time_ms bigint not null,
  amount bigint not null,       -- coins that moved: principal, or collateral
  interest bigint not null,     -- that was paid
  pledged bigint not null,      -- afterwards
  principal bigint not null,    -- afterwards
  level integer not null,       -- of a warning, else 0
  mark_ticks bigint not null,   -- of a warning or a sale, else 0
  debt bigint not null,         -- at a warning, else 0
  order_id bigint not null,     -- of a sale, else 0
  sold bigint not null,
  proceeds bigint not null,
  fee bigint not null,
  by_insurance bigint not null, -- of a lost loan: who paid principal, and what nobody paid
  by_source bigint not null,
  by_house bigint not null,
  missing bigint not null
);
create index loan_events_loan on loan_events (loan, id desc);
create index loan_events_own on loan_events (user_id, id);

-- When a notification that must not be missed reached its owner, and how: beside the inbox, which has all of them.
create table message_channels (
  user_id bigint not null,
  cause text not null,          -- as in notifications
  channel text not null,        -- mail, socket
  told_at timestamptz not null,
  primary key (user_id, cause, channel)
);
