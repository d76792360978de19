-- The average price of a position that was closed in parts. Rebuilt from the journal.
alter table positions add column parts_lot_ticks bigint not null default 0;  -- lots times index of each part, added up
-- Of parts from before: what their profit says. A profit that the house still owes is missing here until a rebuild.
update positions set parts_lot_ticks = closed_lots * entry_ticks + case side when 'long' then 1 else -1 end * (profit - coalesce(bad_debt, 0)) / unit
  - coalesce((lots - closed_lots) * (close_ticks - entry_ticks), 0)
where closed_lots > 0 and unit > 0;
