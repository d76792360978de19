-- How old the quotes of a price are decides which one opens and which one settles a ticket.

-- By how much the quotes of the open price are younger than the opening, in milliseconds. Null: opened under the first rules, which
-- asked only that the tick came 100 ms after it.
alter table tickets add column open_delay_ms bigint;

-- Time of the oldest quote of each price, in the same place. Null in rows from before: there the time of the command counts.
alter table ticks add column quoted bigint[];
