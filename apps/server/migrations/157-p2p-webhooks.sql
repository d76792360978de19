-- Endpoints of merchants of the marketplace that are told of their deals.
create table p2p_webhooks (
  user_id bigint primary key references users (id),
  -- Sealed, like the secret that signs: an address may hold a token of its receiver.
  url text not null,
  secret text not null,
  is_enabled boolean not null,
  -- Messages before are not told: when it was set first, or switched on again.
  since timestamptz not null,
  -- What was looked at: steps until this time of the engine, messages until this row of p2p_chat_rows.
  told_ms bigint not null,
  told_chat_row bigint not null,
  changed_at timestamptz not null
);

-- What an endpoint is told, once for each step and message. A rebuild of the read models keeps it, so that nothing is told again.
create table p2p_deliveries (
  id bigint generated always as identity primary key,
  -- The receiver's name of it, by which it knows a second attempt.
  event uuid not null unique,
  user_id bigint not null references users (id),
  -- 0 of a test.
  deal bigint not null,
  -- The step, message or test, unique among those of a deal for this user.
  cause text not null,
  kind text not null,
  -- The body as it is sent: no personal data.
  body text not null,
  state text not null check (state in ('waiting', 'delivered', 'given_up', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- Of the last attempt. The status is 0 where there was no answer, and `failure` says why.
  sent_at timestamptz,
  status integer not null default 0,
  duration_ms integer not null default 0,
  failure text not null default '',
  created_at timestamptz not null,
  unique (user_id, deal, cause)
);
create index p2p_deliveries_newest on p2p_deliveries (user_id, id desc);
create index p2p_deliveries_waiting on p2p_deliveries (user_id, deal, id) where state = 'waiting';
create index p2p_deliveries_old on p2p_deliveries (created_at) where state <> 'waiting';
create index p2p_steps_time on p2p_steps (at_ms);
