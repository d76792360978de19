-- An isolated position comes near to its liquidation by itself: its warnings are told apart from
-- those of the account. 0 is the account's cross margin.
alter table margin_warnings add column position bigint not null default 0;
alter table margin_warnings drop constraint margin_warnings_pkey;
alter table margin_warnings add primary key (user_id, currency, position);
