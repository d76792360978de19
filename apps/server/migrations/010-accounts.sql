-- Who customers are, and how they are known. Their money is in the journal only.
CREATE SEQUENCE user_ids START 100000;

CREATE TABLE users (
  id             bigint PRIMARY KEY DEFAULT nextval('user_ids'),
  -- What they log in with: a mail address in lower case, or a phone number.
  account        text NOT NULL UNIQUE,
  kind           text NOT NULL CHECK (kind IN ('email', 'mobile')),
  country_code   text NOT NULL,
  password_hash  text NOT NULL,
  extension_code text NOT NULL UNIQUE,
  referrer_id    bigint REFERENCES users (id),
  account_number text NOT NULL UNIQUE,
  -- Identity: 0 not submitted, 1 under review, 2 approved.
  review_status  smallint NOT NULL DEFAULT 0 CHECK (review_status IN (0, 1, 2)),
  created_at     timestamptz NOT NULL DEFAULT now()
);
ALTER SEQUENCE user_ids OWNED BY users.id;

-- Only the SHA-256 of a token is kept.
CREATE TABLE sessions (
  id           uuid PRIMARY KEY,
  token_hash   bytea NOT NULL UNIQUE,
  user_id      bigint NOT NULL REFERENCES users (id),
  address      text NOT NULL,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  ended_at     timestamptz
);
CREATE INDEX sessions_of_user ON sessions (user_id) WHERE ended_at IS NULL;

-- Verification codes. Only the newest of a receiver and purpose counts.
CREATE TABLE verification_codes (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receiver   text NOT NULL,
  purpose    text NOT NULL CHECK (purpose IN ('register', 'forget')),
  code_hash  bytea NOT NULL,
  tries      smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX verification_codes_newest ON verification_codes (receiver, purpose, id DESC);

-- Demo mode: mails and text messages land here instead of leaving.
CREATE TABLE outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  receiver   text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('mail', 'sms')),
  subject    text NOT NULL,
  body       text NOT NULL,
  code       text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX outbox_newest ON outbox (receiver, id DESC);

-- Demo mode: uses of the faucet, for its limit. What it paid is in the journal.
CREATE TABLE faucet_uses (
  user_id    bigint NOT NULL REFERENCES users (id),
  key        text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
