-- Complaints of customers to customer service. A report of a trader is one of them.
create table complaints (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- deposit, withdrawal ... or trader: a report.
  subject text not null,
  -- The number of an order, as the customer typed it, '' without one. Sealed.
  order_number text not null,
  -- Of a report: the trader, the reason, and the ad or the deal that showed it. Only operators are told whose the account is.
  reported bigint references users (id),
  reason text,
  ad bigint,
  deal bigint,
  state text not null check (state in ('open', 'answered', 'closed')),
  -- Since when it waits for customer service.
  opened_at timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The key under which it was sent; the same one again is the same complaint.
  request_key text,
  unique (user_id, request_key)
);
create index complaints_of_user on complaints (user_id, id desc);
create index complaints_queue on complaints (opened_at) where state = 'open';
create index complaints_reported on complaints (reported) where reported is not null;

-- What the customer and customer service write to each other.
create table complaint_messages (
  id bigint generated always as identity primary key,
  complaint bigint not null references complaints (id),
  -- The customer of the complaint, whoever wrote: both sides' words leave with the customer's data.
  user_id bigint not null references users (id),
  -- The operator who wrote, null for the customer.
  operator bigint,
  -- Sealed.
  text text not null,
  pictures uuid[] not null,
  -- Null for the first message, which came with the complaint, and for answers.
  request_key text,
  created_at timestamptz not null,
  unique (complaint, request_key)
);
create index complaint_messages_of_complaint on complaint_messages (complaint, id);
create index complaint_messages_of_user on complaint_messages (user_id, id);
