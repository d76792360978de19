-- Accounts that their owners have closed. What names the owner rests here, sealed, until it is erased; users has nothing of it any more.
alter table users add column closed_at timestamptz;
create table closed_accounts (
  user_id   bigint primary key references users (id),
  -- Mail address, phone number and account, sealed; '' once erased.
  contact   text not null,
  closed_at timestamptz not null,
  -- When the rest is erased, unless a hold keeps it.
  erase_at  timestamptz not null,
  erased_at timestamptz
);
create index closed_accounts_due on closed_accounts (erase_at) where erased_at is null;

-- Customers whose data must be kept: nothing of theirs is erased while a row stands here.
create table legal_holds (
  user_id bigint primary key references users (id),
  reason  text not null,
  set_by  bigint not null references operators (id),
  set_at  timestamptz not null
);

-- Who took their data along, and the session that may read it.
create table data_exports (
  id         bigint generated always as identity primary key,
  user_id    bigint not null references users (id),
  session_id uuid not null,
  created_at timestamptz not null
);
create index data_exports_of_user on data_exports (user_id, created_at desc);
create index pictures_created on pictures (created_at);
