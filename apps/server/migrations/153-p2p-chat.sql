-- What the two sides of a deal, and the office, write to each other. A rebuild of the read models keeps it.
create table p2p_chats (
  deal bigint primary key,
  -- Number of the newest message. Whoever writes one locks this row, so that numbers become visible in their order.
  last_row integer not null default 0,
  buyer_read integer not null default 0,
  seller_read integer not null default 0
);

create table p2p_chat_rows (
  id bigint generated always as identity primary key,
  deal bigint not null references p2p_chats (deal),
  row integer not null,
  author text not null,
  -- 0: the office.
  user_id bigint not null,
  operator bigint,
  -- The client's own name of it: the same again is the same message.
  client_id text not null,
  -- Sealed.
  text text not null,
  picture uuid,
  flags text[] not null,
  created_at timestamptz not null,
  unique (deal, row),
  unique (deal, user_id, client_id)
);
create index p2p_chat_rows_user on p2p_chat_rows (user_id, id);
create index p2p_chat_rows_picture on p2p_chat_rows (picture) where picture is not null;

-- What a chat says of a step.
alter table p2p_steps
  add column pay_due_ms bigint not null default 0,
  add column ended_by text,
  add column to_buyer bigint not null default 0,
  -- Texts of the ad, at the opening: its automatic reply.
  add column texts bigint not null default 0;
