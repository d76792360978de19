-- Margin orders and positions as the events tell them: a projection, rebuilt from the journal like orders.
create table positions (
  id bigint primary key,
  user_id bigint not null,
  market integer not null,
  side text not null,                 -- long, short
  status smallint not null,           -- 0 waits, 1 open, 3 closed, 4 revoked
  leverage integer not null,
  lots bigint not null,
  unit bigint not null,               -- quote units of one tick times one lot; 0 while it waits
  price_ticks bigint not null,        -- of an order; 0 at the market
  index_ticks bigint not null,        -- it was opened at; 0 while it waits
  entry_ticks bigint not null,        -- with the spread
  margin bigint not null,             -- quote units, like all amounts here
  fee bigint not null,
  take_profit_ticks bigint not null,
  stop_loss_ticks bigint not null,
  overnight bigint not null,          -- of all nights; what was taken, once closed
  placed_ms bigint not null,
  opened_ms bigint,
  ended_ms bigint,
  reason text,                        -- why it ended
  close_ticks bigint,
  profit bigint,                      -- what the user really gained or lost
  bad_debt bigint                     -- part of the loss that insurance and house bore
);
create index positions_user on positions (user_id, id desc);
create index positions_ended on positions (user_id, status, ended_ms desc) where ended_ms is not null;
