-- How the owner of a withdrawal confirmed it, for operators: a second factor, or a code to the mailbox or phone. Null before.
alter table withdrawal_confirmations add column method text;
alter table confirmed_fees add column method text, add column proven_at timestamptz;
