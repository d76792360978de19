-- The early exit of a product, as it was listed: a renewal needs it. Null for none.
alter table earn_listings add column early_keep_bps integer;
-- Earlier listings did not say it: the first lock that was sold by one did.
update earn_listings set early_keep_bps = (
  select early_keep_bps from earn_locks
  where earn_locks.product = earn_listings.product and bought_ms >= time_ms
  order by id limit 1
);
