-- Notifications on devices (Web Push).

-- Browsers that get messages while no page is open. A row goes with its session, when its owner takes it back, when the push service knows
-- it no more, and when somebody else subscribes the same browser: then it is theirs.
create table push_subscriptions (
  id text primary key,          -- SHA-256 of the endpoint, base64url
  user_id bigint not null references users (id),
  session uuid not null,        -- that subscribed last: once it is ended, nothing is sent
  endpoint text not null,       -- sealed, as the keys are: who has it can send to the browser
  p256dh text not null,
  auth text not null,
  service text not null,        -- host of the push service
  device text not null,         -- browser and system
  created_at timestamptz not null,
  told_at timestamptz,          -- of the last message that the service took
  failures integer not null default 0 -- since then
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at desc);

-- Messages on their way to devices. What was sent stays for a day: it is counted.
create table push_deliveries (
  id bigint generated always as identity primary key,
  notification bigint not null references notifications (id) on delete cascade,
  subscription text not null references push_subscriptions (id) on delete cascade,
  user_id bigint not null,
  message_count integer not null, -- 1: the message; more: so many at once, of which it is the last
  attempts integer not null default 0, -- begun
  due_at timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (notification, subscription)
);
create index push_deliveries_due on push_deliveries (due_at) where sent_at is null;
create index push_deliveries_of_user on push_deliveries (user_id, created_at);
create index push_deliveries_of_subscription on push_deliveries (subscription);

-- Null: as if nothing was chosen.
alter table message_settings alter column mail drop not null;
alter table message_settings add column push boolean;
