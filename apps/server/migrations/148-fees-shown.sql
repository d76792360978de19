-- The fee that the owner of a withdrawal confirmed. A withdrawal to an address of another customer shows it until it is paid, so that asking tells nobody whose address it is.
create table confirmed_fees (
  withdrawal bigint primary key,
  fee bigint not null
);
insert into confirmed_fees (withdrawal, fee)
select withdrawal, max(fee) from withdrawal_confirmations where withdrawal is not null and fee is not null group by withdrawal;
