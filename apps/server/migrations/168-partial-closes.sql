-- Parts of contract positions that were closed while the rest stayed open. Rebuilt from the journal.
alter table positions add column closed_lots bigint not null default 0;      -- of parts, not of the last close
alter table positions add column parts_overnight bigint not null default 0;  -- taken for the nights of parts
-- The profit is the sum of all parts and the last close; 0 until something was closed.
update positions set profit = 0 where profit is null;
alter table positions alter column profit set default 0, alter column profit set not null;
