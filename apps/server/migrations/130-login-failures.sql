-- Failed logins and proofs, so that guessing is slowed over restarts and over all processes. Keys are keyed hashes: nobody reads here who mistyped what. Rows go when they are forgotten.
create table login_failures (
  key          bytea primary key,
  -- Failures that cost nothing yet.
  free         smallint not null,
  failures     integer not null,
  failed_at    timestamptz not null,
  forgotten_at timestamptz not null
);
create index login_failures_forgotten on login_failures (forgotten_at);
