-- Isolated margin of contract positions. Rebuilt from the journal.
alter table positions add column is_isolated boolean not null default false;
alter table positions add column added bigint not null default 0;   -- margin beyond the initial one; what there was, once closed
