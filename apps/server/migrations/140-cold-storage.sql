-- Addresses of cold storage, as two operators registered them.
CREATE TABLE cold_addresses (
  network integer NOT NULL,
  address text NOT NULL,
  added_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (network, address)
);

-- A move to cold storage counts once its transaction was seen in the chain. `height` is the block that is said to have it, `note` why it is not seen yet.
ALTER TABLE cold_moves ADD COLUMN network integer;
ALTER TABLE cold_moves ADD COLUMN height bigint;
ALTER TABLE cold_moves ADD COLUMN seen_at timestamptz;
ALTER TABLE cold_moves ADD COLUMN note text NOT NULL DEFAULT '';
-- What two operators had said before goes on being counted: its blocks are not known.
UPDATE cold_moves SET seen_at = created_at;
