-- What the two sides of a deal say while it is disputed, with pictures that they uploaded (table pictures).
create table deal_statements (
  id bigint generated always as identity primary key,
  deal bigint not null references acceptor_deals (id),
  user_id bigint not null references users (id),
  text text not null,
  pictures uuid[] not null,
  created_at timestamptz not null
);
create index deal_statements_of_deal on deal_statements (deal, id);
