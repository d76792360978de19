-- What the core decides of a withdrawal that is asked for: whether it is odd, so that nothing else of its user leaves until operators have
-- decided, and when a first payment to an address leaves by itself (0: it waits for no time).
alter table withdrawals add column is_reviewed boolean not null default false, add column waits_until_ms bigint not null default 0;
create index withdrawals_reviewed on withdrawals (user_id) where is_reviewed and status = 'requested';
