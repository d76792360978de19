-- The answer of the core to what a confirmation was used for: who asks again is answered from here, whatever the core still remembers.
alter table withdrawal_confirmations add column withdrawal bigint;
alter table withdrawal_confirmations add column refusal text;
