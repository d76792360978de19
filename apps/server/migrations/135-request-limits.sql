-- What the processes of the exchange have counted of each network, user and so on. Not logged: losing it costs nothing but memory of the last minutes.
create unlogged table request_limits (
  -- Which limit.
  kind text not null,
  key text not null,
  -- When everything that was asked for will have been paid off by waiting.
  until_at timestamptz not null,
  -- What the last process added to it: the statement that adds needs it.
  added_ms double precision not null,
  primary key (kind, key)
);
create index request_limits_until on request_limits (until_at);
