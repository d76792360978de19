-- Authenticators. Secrets are encrypted with a key that is not in the database.
CREATE TABLE totp_secrets (
  user_id   bigint PRIMARY KEY REFERENCES users (id),
  -- In use; null until a first code of it was right.
  secret    bytea,
  -- Shown to the owner, not yet in use.
  pending   bytea,
  -- The time step of the last code that was taken: it and older ones are refused.
  last_step bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  user_id   bigint NOT NULL REFERENCES users (id),
  code_hash bytea NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id            uuid PRIMARY KEY,
  user_id       bigint NOT NULL REFERENCES users (id),
  credential_id text NOT NULL UNIQUE,
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  name          text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Ceremonies of WebAuthn that have begun. Each is good for one use.
CREATE TABLE ceremonies (
  ticket_hash bytea PRIMARY KEY,
  purpose     text NOT NULL CHECK (purpose IN ('add', 'login', 'step_up')),
  -- Null for a login: nobody is known yet.
  user_id     bigint REFERENCES users (id),
  challenge   text NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX ceremonies_expired ON ceremonies (expires_at);

CREATE TABLE fund_passwords (
  user_id       bigint PRIMARY KEY REFERENCES users (id),
  password_hash text NOT NULL,
  -- Wrong ones since the last right one; five lock it.
  failures      smallint NOT NULL DEFAULT 0
);
