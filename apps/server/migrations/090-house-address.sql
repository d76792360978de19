-- The house brings its capital in through addresses of its own, and is no customer: whose address it is, the core's numbers say
-- (3 is the house, customers begin at 100000).
alter table deposit_addresses drop constraint deposit_addresses_user_id_fkey;
