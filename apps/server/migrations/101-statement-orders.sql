-- A statement says which order a trade and its fee belong to, and in which market.
alter table statements add column order_id bigint, add column market integer;
update statements set order_id = fills.order_id, market = fills.market
from fills where statements.reason in ('trade', 'fee') and statements.reference = '' and fills.trade = statements.subject and fills.user_id = statements.user_id;
