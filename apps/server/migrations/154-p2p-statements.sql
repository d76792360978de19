-- What the two sides of an appeal say and show, and why operators ruled: rows that people wrote, which no rebuild makes again.

-- Files that people upload as evidence: private, each encrypted with a key of its own, which is sealed. Pictures are encoded anew.
create table p2p_evidence (
  id uuid primary key,
  user_id bigint not null references users (id),
  -- image/jpeg, application/pdf or video/mp4: what the content is, whatever it was called.
  type text not null,
  bytes integer not null,
  -- SHA-256 of the content as it opens, hexadecimal.
  hash text not null,
  content bytea not null,
  data_key bytea not null,
  created_at timestamptz not null
);
create index p2p_evidence_of_user on p2p_evidence (user_id, created_at desc);

create table p2p_statements (
  id bigint generated always as identity primary key,
  appeal bigint not null,
  user_id bigint not null references users (id),
  -- Sealed.
  text text not null,
  files uuid[] not null,
  -- The key under which the statement was sent; the same one again is the same statement.
  request_key text,
  created_at timestamptz not null,
  unique (appeal, user_id, request_key)
);

-- The reasons of operators, one for each ruling that they asked for: the core may refuse one, and take another. Both
-- sides read that of the ruling that counts, of the operator who ruled first.
create table p2p_rulings (
  appeal bigint not null,
  operator bigint not null,
  to_buyer bigint not null,
  fault text not null,
  bond_cut bigint not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (appeal, operator, to_buyer, fault, bond_cut)
);
