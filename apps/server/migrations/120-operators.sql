-- Operators are invited: they have no password until they join, and decide nothing for some time from then on.
alter table operators alter column password_hash drop not null;
alter table operators
  -- Who invited them first; null: added on the machine itself.
  add column invited_by bigint references operators (id),
  -- Since when they have been who they are: joining, a new role, being let in again. Null until they join.
  add column active_since timestamptz,
  -- Addresses and networks from which they may log in, separated by commas; empty: from anywhere.
  add column addresses text not null default '';
update operators set active_since = created_at;

-- Links by which operators join. Each is good once; only the SHA-256 of its token is kept. Its rows say for ever who let whom in.
create table operator_invitations (
  token_hash bytea primary key,
  operator_id bigint not null references operators (id),
  invited_by bigint not null references operators (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was used, or replaced by another one.
  used_at timestamptz
);
create index operator_invitations_of on operator_invitations (operator_id);
