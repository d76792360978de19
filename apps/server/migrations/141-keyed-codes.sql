-- Codes are kept under a hash that needs the server's lasting key: six digits, and ten letters too, can be found by who tries all of them on a plain one.
-- Those under way are for ten minutes, so they end here; whoever waits for one asks again.
update verification_codes set expires_at = least(expires_at, now());

-- Whether a recovery code is kept so. The next start makes it so for the others, of their old hash.
alter table recovery_codes add column keyed boolean not null default false;
