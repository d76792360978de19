-- Our words for how a position stands; before, the numbers of the wire: 0 waits, 1 open, 3 closed, 4 revoked.
alter table positions alter column status type text using
  case status when 0 then 'waiting' when 1 then 'open' when 3 then 'closed' else 'cancelled' end;
