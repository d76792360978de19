-- Withdrawals that were signed and can never be mined: two operators give them back, each with the transaction that took their nonce or
-- an input. The first one asks, the second one does it.
create table withdrawal_losses (
  withdrawal bigint primary key,
  hash text not null,               -- the other transaction, as the first operator named it
  reason text not null,
  asked_by bigint not null references operators (id),
  asked_at timestamptz not null,
  confirmed_by bigint references operators (id),
  confirmed_at timestamptz
);
