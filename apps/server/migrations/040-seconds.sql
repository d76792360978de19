-- Seconds contracts as history reads them. All of it is rebuilt from the journal. Amounts are smallest units of their currency,
-- prices ticks of their market, times milliseconds UTC of the engine.

-- Every ticket with the rule of its opening and, once it is closed, with the two ticks that settled it.
create table tickets (
  id bigint primary key,
  user_id bigint not null,
  market integer not null,
  currency integer not null,
  direction text not null,      -- up, down
  seconds integer not null,
  stake bigint not null,
  fee bigint not null,          -- held; charged if it is won or lost
  fee_bps integer not null,
  payout bigint not null,       -- profit if it is won
  payout_bps integer not null,
  opened_ms bigint not null,
  due_ms bigint not null,
  max_tick_age_ms bigint not null,
  policy bigint not null,       -- the insurance that its result counts for, 0 for none
  result text,                  -- null while it runs, then: won, lost, drawn, void
  open_tick bigint,             -- sequence number of the tick's command, 0 for none
  open_ticks bigint,
  settle_tick bigint,
  settle_ticks bigint,
  charged bigint,
  profit bigint,                -- signed
  closed_seq bigint,
  closed_ms bigint
) with (fillfactor = 80);
create index tickets_history on tickets (user_id, closed_seq desc, id desc) where closed_seq is not null;
create index tickets_closed on tickets (closed_ms) where result in ('won', 'lost');

-- Every accepted set of index prices: what tickets are settled by. One row for each command.
create table ticks (
  seq bigint primary key,
  time_ms bigint not null,
  markets integer[] not null,
  prices bigint[] not null      -- in ticks, of the market in the same place
);
create index ticks_time on ticks (time_ms);
