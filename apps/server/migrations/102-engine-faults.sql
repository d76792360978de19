-- Commands on which the core broke an invariant: never journaled, and refused until an operator releases them. The engine writes a row when
-- it halts; what it could not write it leaves in a file, and the next start brings it here.
create table engine_faults (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null,  -- engine time
  seq bigint not null,               -- the number that the command would have had
  kind text not null,
  user_id bigint,
  idempotency_key text,
  fingerprint text not null,         -- of what a repetition has in common with it, see quarantine/fault-record.ts
  command text not null,             -- as the journal would have kept it
  invariant text not null,           -- '' where something else was thrown
  message text not null,
  markets integer[],                 -- index.set: those whose prices broke it, null until it was looked for
  released_at timestamptz,
  released_by bigint references operators (id),
  release_reason text not null default '',
  unique (occurred_at, seq, fingerprint)
);
create index engine_faults_held on engine_faults (id) where released_at is null;
