-- Token sales and crowdfunding. Times are milliseconds UTC of the engine, amounts smallest units.

-- What operators wrote about a sale. Not rebuilt from the journal. A sale that the engine refused stays here unseen.
create table sale_texts (
  id bigint generated always as identity primary key,
  title text not null,
  about text not null,
  paper text not null,              -- address of the white paper, '' without one
  words text not null,              -- all of it and the codes of the currencies: the text whose hash is in the terms
  cancelled text                    -- why it was cancelled, for its buyers; null: it was not
);

-- Every sale as its last event left it. Rebuilt from the journal.
create table sales (
  id bigint primary key,
  terms text not null,              -- the canonical text, whose SHA-256 the next column is
  terms_hash text not null,
  state text not null,              -- announced, open, allotting, vesting, done, cancelled, missed
  announced_ms bigint not null,
  -- Null until the numbers are decided.
  entries integer,
  committed bigint,                 -- money; at most the cap of each person of it could be spent
  demanded bigint,
  sold bigint,                      -- coins
  paid bigint                       -- money
);

-- Every commitment as its last event left it. Rebuilt from the journal.
create table sale_entries (
  id bigint primary key,            -- the number of the entry, over all sales
  sale bigint not null,
  user_id bigint not null,
  committed bigint not null,
  time_ms bigint not null,          -- of the last commitment
  state text not null,              -- open; settled; taken: it ended for a debt of its owner
  -- Null until it is settled. Coins: bought, free at once; money: paid, given back.
  allotted bigint,
  free bigint,
  paid bigint,
  refunded bigint,
  bound bigint,                     -- coins that are not free yet
  instalments integer               -- that are free
);
create index sale_entries_listed on sale_entries (sale, id);
create index sale_entries_own on sale_entries (user_id, id desc);
