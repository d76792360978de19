-- Deals end by themselves where nobody marked a payment in time; nothing releases coins by itself any more.
alter table acceptor_deals add column ended_by_time boolean not null default false;
