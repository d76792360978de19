-- Of what the office writes: the side that alone may read it, null for both.
alter table p2p_chat_rows add column to_side text check (to_side in ('buyer', 'seller'));
-- What one side does not see is counted off the numbers that it sees.
create index p2p_chat_rows_to_side on p2p_chat_rows (deal, row) where to_side is not null;
