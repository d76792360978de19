-- A person is known by a mail address, a phone number, or both; `account` is the one that they registered with.
-- Phone numbers: the national digits of mainland China, `+` and all digits of others.
ALTER TABLE users
  DROP CONSTRAINT users_account_key,
  ADD COLUMN email text UNIQUE,
  ADD COLUMN mobile text UNIQUE,
  -- In which language messages go to them.
  ADD COLUMN language text NOT NULL DEFAULT 'en',
  ADD COLUMN anti_phishing_code text NOT NULL DEFAULT '',
  ADD COLUMN withdrawals_held_until timestamptz,
  -- Set by an operator: no login, no session.
  ADD COLUMN frozen_at timestamptz;
UPDATE users SET email = CASE kind WHEN 'email' THEN account END, mobile = CASE kind WHEN 'mobile' THEN account END;
CREATE INDEX users_referrer ON users (referrer_id) WHERE referrer_id IS NOT NULL;

ALTER TABLE sessions
  -- Browser and system, as it called itself.
  ADD COLUMN device text NOT NULL DEFAULT '',
  -- When this session last proved anew who is there.
  ADD COLUMN stepped_up_at timestamptz;

ALTER TABLE verification_codes DROP CONSTRAINT verification_codes_purpose_check;
ALTER TABLE verification_codes ADD CONSTRAINT verification_codes_purpose_check CHECK (purpose IN ('register', 'forget', 'bind'));

-- What the owner of an account reads of sign-ins and changes. Never updated.
CREATE TABLE security_events (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    bigint NOT NULL REFERENCES users (id),
  kind       text NOT NULL,
  device     text NOT NULL,
  address    text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX security_events_newest ON security_events (user_id, id DESC);
