-- Entries of the operators' log whose hash needs the server's key: who has only the database cannot make one. Older entries have a plain hash.
ALTER TABLE audit_log ADD COLUMN keyed boolean NOT NULL DEFAULT false;

-- The history of sign-ins and changes of security only grows.
CREATE FUNCTION security_events_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of security is append-only';
END $$;
CREATE TRIGGER security_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON security_events EXECUTE FUNCTION security_events_is_append_only();
