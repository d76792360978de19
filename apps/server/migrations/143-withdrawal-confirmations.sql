-- Withdrawals that their owners are asked to confirm, each with a ticket that is good for it alone. Only the SHA-256 of a ticket is kept.
create table withdrawal_confirmations (
  id uuid primary key,
  ticket_hash bytea not null unique,
  user_id bigint not null references users (id),
  session_id uuid not null,
  currency integer not null,
  network integer not null,
  amount bigint not null,           -- fee included
  address text not null,            -- as its chain writes it
  receiver text,                    -- where the code went; null where a second factor confirms
  tries smallint not null default 0, -- wrong ones
  created_at timestamptz not null,
  expires_at timestamptz not null,
  proven_at timestamptz,            -- once confirmed
  idempotency_key text              -- of the request that confirmed it: it alone may ask again
);
create index withdrawal_confirmations_expired on withdrawal_confirmations (expires_at);
create index withdrawal_confirmations_of_user on withdrawal_confirmations (user_id);

alter table verification_codes drop constraint verification_codes_purpose_check;
alter table verification_codes add constraint verification_codes_purpose_check check (purpose in ('register', 'forget', 'bind', 'withdraw'));
alter table ceremonies drop constraint ceremonies_purpose_check;
alter table ceremonies add constraint ceremonies_purpose_check check (purpose in ('add', 'login', 'step_up', 'withdraw'));
