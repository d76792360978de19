-- The fee of the network when the confirmation began: the withdrawal is charged no more. Null for those begun before this column, which end within minutes.
alter table withdrawal_confirmations add column fee bigint;
