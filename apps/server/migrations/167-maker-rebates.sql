-- What makers received of takers' fees: in the coin for a sell, in the quote currency for a buy. Rebuilt from the journal.
alter table orders add column rebate bigint not null default 0;   -- of all its fills
alter table fills add column rebate bigint not null default 0;    -- 0 of a taker
