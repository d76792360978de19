-- Links in notices of changes of security by which the owner freezes the account. Each is good once; only the SHA-256 of its token is kept.
create table freeze_links (
  token_hash bytea primary key,
  user_id bigint not null references users (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index freeze_links_expired on freeze_links (expires_at);
