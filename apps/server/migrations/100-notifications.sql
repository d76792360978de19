-- What customers are told. Rows that come from the journal are written by the projector, in the transaction of its position; the others
-- in the transaction of the change that they tell of. `cause` is what it was, once for ever: a rebuild of the read models tells nobody
-- anything twice. Rows are kept: that something was read is in no journal.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  cause text not null,          -- command and event ('1204-3'), or what changed ('deal-7-marked')
  kind text not null,           -- packages/contract/src/inbox.ts has all of them
  facts jsonb not null,         -- numbers as the tables have them (smallest units, ticks); made into words when somebody reads
  created_at timestamptz not null,
  read_at timestamptz,
  state text not null default 'new', -- new: not announced; mail: a mail is owed; done
  mail_due_at timestamptz,
  unique (user_id, cause)
);
create index notifications_newest on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_open on notifications (state, id) where state <> 'done';

-- What happened before there were notifications is told to nobody, also when the read models are rebuilt.
create table notification_start (
  only_row boolean primary key default true check (only_row),
  seq bigint not null
);
insert into notification_start (seq) select seq from projection_position;

-- What was said until now was read from the tables of what happened.
insert into notifications (user_id, cause, kind, facts, created_at, read_at, state)
select * from (
  select user_id, 'security-' || id, kind, jsonb_build_object('device', device, 'address', address), created_at, created_at, 'done'
  from security_events where kind not in ('login', 'login_failed', 'logout', 'session_ended', 'withdrawal_requested')
  union all
  select user_id, 'review-' || id, kind || case status when 2 then '_approved' else '_rejected' end, jsonb_build_object('reason', reason), reviewed_at, reviewed_at, 'done'
  from identity_applications where reviewed_at is not null
  union all
  select side, 'deal-' || id || '-ruling', case ruling when 'pay' then 'deal_paid' else 'deal_returned' end,
    jsonb_build_object('subject', id, 'amount', amount::text, 'currency', 3, 'reason', ruling_reason), ruled_at, ruled_at, 'done'
  from acceptor_deals cross join lateral unnest(array[seller_id, buyer_id]) as side where ruled_at is not null
) as earlier (user_id, cause, kind, facts, created_at, read_at, state)
order by created_at;

-- Topics whose mails the owner has chosen or turned away; the contract has what holds without a choice.
create table message_settings (
  user_id bigint not null references users (id),
  topic text not null,
  mail boolean not null,
  primary key (user_id, topic)
);

-- Why a withdrawal was turned away, in words for its owner; written before the core is told. The note is for operators.
create table withdrawal_rejections (
  withdrawal bigint primary key,
  reason text not null,
  note text not null,
  operator bigint not null,
  created_at timestamptz not null
);

-- How near to its liquidation the owner of a margin account was told to be: 0 not, 1 warning, 2 call.
create table margin_warnings (
  user_id bigint not null,
  currency integer not null,
  level smallint not null,
  said_count bigint not null,
  changed_at timestamptz not null,
  primary key (user_id, currency)
);

-- A mail that is sent again after a crash is the same mail.
alter table outbox add column message_key text unique;
