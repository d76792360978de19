-- What one operator proposes and another decides.
CREATE TABLE proposals (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Path of the call, and its input as it was read: JSON.
  call            text NOT NULL,
  input           text NOT NULL,
  -- What it does, as the audit log will have it. It happens only while this is still so.
  action          text NOT NULL,
  subject         text NOT NULL,
  before          text NOT NULL,
  after           text NOT NULL,
  reason          text NOT NULL,
  -- One that waits for too long has lapsed, whatever stands here.
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'rejected', 'failed', 'taken_back')),
  proposed_by     bigint NOT NULL REFERENCES operators (id),
  proposed_at     timestamptz NOT NULL,
  decided_by      bigint REFERENCES operators (id),
  decided_at      timestamptz,
  decision_reason text NOT NULL DEFAULT '',
  CHECK (decided_by <> proposed_by)
);
CREATE INDEX proposals_waiting ON proposals (id) WHERE state = 'waiting';
