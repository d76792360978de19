-- The name that a user gave an order; null where there is none.
alter table orders add column client_order_id text;
