-- The contract contest. Amounts of play money are in its smallest units, prizes in those of USDT. See docs/decisions/0010-paper-trading.md.
create table contest_seasons (
  id bigint generated always as identity primary key,
  name text not null,
  -- closing: new positions are taken no more, what is open is closed, the play money goes back. ended: the ranking is final.
  state text not null default 'upcoming' check (state in ('upcoming', 'running', 'closing', 'ended')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  start_balance bigint not null check (start_balance > 0),
  prizes jsonb not null,           -- [{from, to, amount}]: ranks, and what each of them gets
  last_day integer not null default 0, -- the day (Asia/Shanghai, counted from the epoch) that the last snapshot began
  ranked_at timestamptz,           -- since when the entries have their final rank
  check (end_at > start_at)
);
-- The terms of the contest's markets are shared: one season at a time.
create unique index contest_seasons_one on contest_seasons ((true)) where state in ('running', 'closing');

-- Who takes part, by the order of joining.
create table contest_entries (
  id bigint generated always as identity primary key,
  season bigint not null references contest_seasons (id),
  user_id bigint not null references users (id),
  joined_at timestamptz not null,
  request_key text,                -- of the call that made it
  -- joining: the start balance is not given yet. leaving: the ranking is final, the play money goes back. left: it is back.
  state text not null default 'joining' check (state in ('joining', 'playing', 'leaving', 'left')),
  return_tries integer not null default 0,
  equity bigint,                   -- final
  rank integer,                    -- final
  prize bigint not null default 0, -- final
  prize_state text not null default 'none' check (prize_state in ('none', 'open', 'paying', 'paid')),
  prize_tries integer not null default 0,
  unique (season, user_id)
);
create index contest_entries_rank on contest_entries (season, rank);
create index contest_entries_open on contest_entries (state) where state in ('joining', 'leaving');

-- How everybody stood as a day began.
create table contest_days (
  season bigint not null references contest_seasons (id),
  user_id bigint not null,
  day integer not null,
  equity bigint not null,
  rank integer not null,
  primary key (season, user_id, day)
);
