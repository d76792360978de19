-- New coins that are introduced with their plan.
create table launch_coins (
  id bigint generated always as identity primary key,
  name text not null,
  -- Null before the coin is listed.
  currency bigint unique,
  -- Its place in the list.
  place integer not null,
  -- Whole coins in all, and USDT for one.
  planned numeric(38, 8) not null check (planned > 0),
  start_price numeric(38, 8) not null check (start_price > 0),
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  -- Address of the white paper, '' without one.
  paper text not null,
  is_shown boolean not null
);
