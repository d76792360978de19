-- Of how many venues a price is decides whether it opens a ticket.

-- How many venues the index of the open price is made of at least.
alter table tickets add column min_sources integer not null default 1;

-- Of how many venues the prices of the command are. Null in rows from before, when no ticket asked.
alter table ticks add column sources integer;
