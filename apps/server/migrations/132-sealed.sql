-- Each picture is encrypted with a key of its own, which rests sealed: a new SECRET_KEY then seals the small keys anew, not the pictures.
-- Null: a picture of an earlier version, which the next start seals.
alter table pictures add column data_key bytea;

-- Keys that stay when SECRET_KEY changes, sealed under it: of the operators' log, of the hashes by which the same document is found.
create table lasting_keys (
  name text primary key,
  sealed bytea not null
);
