-- Votes on new coins. Times are milliseconds UTC of the engine.

-- What operators wrote about a round. Not rebuilt from the journal, which has its hash. A round that the engine refused stays here unseen.
create table vote_texts (
  id bigint generated always as identity primary key,
  terms text not null               -- JSON: title, about, options with name and link, startMs, endMs
);

-- Every round as its last event left it. Rebuilt from the journal.
create table vote_rounds (
  id bigint primary key,
  terms_hash text not null,         -- as the journal has it: a text that was changed since has another
  state text not null,              -- open, ended, cancelled
  counts integer[] not null         -- ballots for each option; empty before the end
);

-- The last ballot of each user in each round. Rebuilt from the journal.
create table vote_ballots (
  round bigint not null,
  user_id bigint not null,
  option integer not null,          -- from 1; 0: taken back
  tracker text not null,            -- its name in the published list
  time_ms bigint not null,
  primary key (round, user_id)
);
create index vote_ballots_listed on vote_ballots (round, tracker collate "C") where option > 0;
create index vote_ballots_own on vote_ballots (user_id, round);
