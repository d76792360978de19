alter table acceptor_deals
  add column day_limit bigint,      -- what the seller might let leave on the day of the deal, units of worth; null where it does not count
  add column refusal text,          -- why the coins were not held: a code of the catalogue
  add column disputed_at timestamptz,
  add column ruling text,           -- pay, return: how an operator ended the dispute
  add column ruling_reason text not null default '',
  add column ruled_by bigint references operators (id),
  add column ruled_at timestamptz;
update acceptor_deals set disputed_at = updated_at where status = 'disputed';
