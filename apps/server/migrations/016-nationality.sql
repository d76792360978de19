-- Nationality as ISO 3166-1 numeric, told at registration and never changed. Null where it was not told.
ALTER TABLE users ADD COLUMN country_id smallint;
