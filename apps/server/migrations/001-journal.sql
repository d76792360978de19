-- The truth: one row for each command, in the order in which they happened. docs/ARCHITECTURE.md tells how it is used.
-- hash = sha256(hash of the row before (32 zero bytes before the first) || seq || epoch || time_ms || payload),
-- the three numbers as 8 bytes big-endian, the payload as UTF-8.
CREATE TABLE journal (
  seq     bigint PRIMARY KEY,
  epoch   bigint NOT NULL,
  time_ms bigint NOT NULL,
  payload text   NOT NULL,
  hash    bytea  NOT NULL
);

-- One row. Every append locks it, checks that its engine still holds the newest epoch and moves the head, in the same
-- statement: two engines can never both write, and rows missing at the end of the journal are noticed.
CREATE TABLE journal_fence (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch     bigint NOT NULL,
  head_seq  bigint NOT NULL,
  head_hash bytea  NOT NULL
) WITH (fillfactor = 20);
INSERT INTO journal_fence (epoch, head_seq, head_hash) VALUES (0, 0, decode(repeat('00', 32), 'hex'));

-- The state after command seq, so that a start need not replay everything. body: gzip of the snapshot's JSON.
CREATE TABLE journal_snapshots (
  seq          bigint PRIMARY KEY,
  state_hash   bytea NOT NULL,
  journal_hash bytea NOT NULL,
  body         bytea NOT NULL,
  body_hash    bytea NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE journal_snapshots ALTER COLUMN body SET STORAGE EXTERNAL;
