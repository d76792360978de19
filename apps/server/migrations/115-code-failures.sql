-- Wrong verification codes, over all codes of a receiver and purpose: ten within a day lock them for a day.
create table code_failures (
  id bigint generated always as identity primary key,
  receiver text not null,
  purpose text not null,
  failed_at timestamptz not null
);
create index code_failures_newest on code_failures (receiver, purpose, failed_at desc);

-- A code to bind an address is good in the session that asked for it.
alter table verification_codes add column session_id uuid;
