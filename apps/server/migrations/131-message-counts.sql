-- How many messages strangers have caused, under keyed hashes of receivers, networks and prefixes. A row counts until its window has ended, and goes then.
create table message_counts (
  key     bytea primary key,
  sent    integer not null,
  ends_at timestamptz not null
);
create index message_counts_ended on message_counts (ends_at);

-- The calling code of the phone that the code went to as a text message; '' where it went by mail or nowhere. Codes that nobody uses are how texts are sold.
alter table verification_codes add column area_code text not null default '';
create index verification_codes_texts on verification_codes (created_at) where area_code <> '';
