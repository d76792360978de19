-- Which customers an operator is, or is close to: they decide on nothing of theirs. A mail address or a phone number counts before anybody has it.
CREATE TABLE operator_links (
  operator_id bigint NOT NULL REFERENCES operators (id),
  kind        text NOT NULL CHECK (kind IN ('user', 'email', 'mobile')),
  -- Number of the customer, mail address in lower case, or phone number.
  value       text NOT NULL,
  declared_by bigint NOT NULL REFERENCES operators (id),
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (operator_id, kind, value)
);
