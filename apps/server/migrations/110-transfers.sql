-- Ids of what the server moves money for by itself: each row has one, given before the core is told of it. The core lets each take effect
-- once for ever. Rows are never removed: a number that is given again would be taken for done.
create table transfers (
  kind text not null,       -- payment, adjustment, prize, deal, cost
  number bigint not null check (number > 0), -- of the kind, without gaps
  subject text not null,    -- payment_intents.id, adjustments.id, contest_entries.id, acceptor_deals.id; of a cost, the chain's transaction
  given_at timestamptz not null default now(),
  primary key (kind, number),
  unique (kind, subject)
);

-- What an earlier version was in the middle of has no id, and might have been told to the core: it would be told again. Payments and deals
-- are in the middle for seconds, so the earlier version is asked to end them. Prizes and adjustments are where the statement knows them.
do $$
begin
  if exists (select from payment_intents where status = 'crediting') or exists (select from acceptor_deals where status = 'opening') then
    raise exception 'payments or deals are under way: start the previous version, wait half a minute, and stop it with SIGTERM';
  end if;
  if (select head_seq from journal_fence) > (select seq from projection_position)
    and (exists (select from contest_entries where prize_state = 'paying') or exists (select from adjustments where state = 'proposed')) then
    raise exception 'the histories lag behind the journal: start the previous version, wait until it is ready, and stop it with SIGTERM';
  end if;
end $$;
update contest_entries set prize_state = 'paid'
where prize_state = 'paying'
  and exists (select from statements where user_id = contest_entries.user_id and reason = 'credit' and reference = 'contest-' || season || '-prize');
update contest_entries set prize_state = 'open' where prize_state = 'paying';
update adjustments set state = 'approved', decided_at = now()
where state = 'proposed'
  and exists (select from statements where user_id = adjustments.user_id and reason = 'credit' and reference = 'adjustment-' || id);

-- The core was told under a key of each try; it is told under the transfer id now.
alter table contest_entries drop column prize_tries;
comment on column payment_intents.attempt is 'rises each time the payment goes back to crediting, so that a late answer to an earlier try changes nothing';
