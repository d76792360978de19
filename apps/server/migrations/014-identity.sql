-- Who customers really are. 3: rejected, see the newest application for the reason.
ALTER TABLE users DROP CONSTRAINT users_review_status_check;
ALTER TABLE users ADD CONSTRAINT users_review_status_check CHECK (review_status IN (0, 1, 2, 3));

-- Pictures that people upload, encoded anew. Private: only signed links that expire lead to them.
CREATE TABLE pictures (
  id         uuid PRIMARY KEY,
  user_id    bigint NOT NULL REFERENCES users (id),
  content    bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX pictures_of_user ON pictures (user_id, created_at DESC);

CREATE TABLE identity_applications (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      bigint NOT NULL REFERENCES users (id),
  -- `identity`: name and document (level 2). `assets`: proof of assets (level 3).
  kind         text NOT NULL CHECK (kind IN ('identity', 'assets')),
  status       smallint NOT NULL DEFAULT 1 CHECK (status IN (1, 2, 3)),
  name         text NOT NULL DEFAULT '',
  card_type    text NOT NULL DEFAULT '',
  -- Number of the document, encrypted; and a keyed hash of it, by which the same document in two accounts is noticed.
  card_id      bytea,
  card_hash    text,
  pictures     uuid[] NOT NULL,
  -- Why it was rejected.
  reason       text NOT NULL DEFAULT '',
  submitted_at timestamptz NOT NULL,
  reviewed_at  timestamptz,
  reviewed_by  bigint
);
-- One that waits or is approved bars another, also one sent at the same moment.
CREATE UNIQUE INDEX identity_applications_open ON identity_applications (user_id, kind) WHERE status IN (1, 2);
CREATE INDEX identity_applications_queue ON identity_applications (status, id);
CREATE INDEX identity_applications_newest ON identity_applications (user_id, kind, id DESC);
CREATE INDEX identity_applications_document ON identity_applications (card_hash) WHERE card_hash IS NOT NULL;

-- How people are paid when they sell for money outside.
CREATE TABLE payment_methods (
  user_id         bigint PRIMARY KEY REFERENCES users (id),
  real_name       text NOT NULL,
  bank_name       text NOT NULL,
  bank_account    text NOT NULL,
  alipay_account  text NOT NULL,
  wechat_nickname text NOT NULL,
  wechat_account  text NOT NULL,
  updated_at      timestamptz NOT NULL
);
