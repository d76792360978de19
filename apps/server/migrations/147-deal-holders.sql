-- Whom and at which bank a sale is paid: a bank transfer needs all three. Sealed, '' where the deal is older or its way has none.
alter table acceptor_deals add column deal_holder text not null default '';
alter table acceptor_deals add column deal_bank text not null default '';
