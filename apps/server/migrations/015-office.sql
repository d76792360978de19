-- Who runs the place. Operators are no customers: their own accounts, their own sessions.
CREATE TABLE operators (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account       text NOT NULL UNIQUE,
  name          text NOT NULL,
  role          text NOT NULL,
  password_hash text NOT NULL,
  -- The authenticator's secret, encrypted; the one that is not in use yet; the step of the last code that was taken.
  totp_secret   bytea,
  totp_pending  bytea,
  totp_step     bigint NOT NULL DEFAULT 0,
  disabled_at   timestamptz,
  created_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE operator_sessions (
  id           uuid PRIMARY KEY,
  token_hash   bytea NOT NULL UNIQUE,
  operator_id  bigint NOT NULL REFERENCES operators (id),
  address      text NOT NULL,
  device       text NOT NULL,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ended_at     timestamptz
);
CREATE INDEX operator_sessions_of ON operator_sessions (operator_id) WHERE ended_at IS NULL;

-- What operators did. Each row's hash covers the row and the hash before it.
CREATE TABLE audit_log (
  id          bigint PRIMARY KEY,
  operator_id bigint NOT NULL,
  action      text NOT NULL,
  subject     text NOT NULL,
  before      text NOT NULL,
  after       text NOT NULL,
  address     text NOT NULL,
  created_at  timestamptz NOT NULL,
  hash        bytea NOT NULL
);
CREATE INDEX audit_log_of_subject ON audit_log (subject, id DESC);
CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log EXECUTE FUNCTION audit_log_is_append_only();

-- Payments to customers from the house's account: one operator proposes, another decides.
CREATE TABLE adjustments (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     bigint NOT NULL REFERENCES users (id),
  wallet      text NOT NULL,
  currency    integer NOT NULL,
  -- Smallest units.
  amount      bigint NOT NULL CHECK (amount > 0),
  reason      text NOT NULL,
  state       text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'approved', 'rejected')),
  proposed_by bigint NOT NULL REFERENCES operators (id),
  proposed_at timestamptz NOT NULL,
  decided_by  bigint REFERENCES operators (id),
  decided_at  timestamptz,
  CHECK (decided_by <> proposed_by)
);
CREATE INDEX adjustments_open ON adjustments (id) WHERE state = 'proposed';

-- The list of users answers a search by how a name begins.
CREATE INDEX users_account_prefix ON users (account text_pattern_ops);
CREATE INDEX users_email_prefix ON users (email text_pattern_ops);
CREATE INDEX users_mobile_prefix ON users (mobile text_pattern_ops);
CREATE INDEX users_number_prefix ON users (account_number text_pattern_ops);
