-- Whether another device, an operator or the server ended the session: its device is new to the account from then on.
alter table sessions add column ended_elsewhere boolean not null default false;
