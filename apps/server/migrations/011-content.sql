-- Articles: one row for each language of each article.
CREATE TABLE articles (
  id         integer NOT NULL,
  language   text NOT NULL,
  c_id       integer NOT NULL,
  title      text NOT NULL,
  abstract   text NOT NULL,
  content    text NOT NULL,
  thumbnail  text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (id, language)
);
CREATE INDEX articles_of_category ON articles (c_id, language, updated_at DESC, id DESC);

-- What the operator sets: links and the like.
CREATE TABLE site_settings (
  key   text PRIMARY KEY,
  value text NOT NULL
);
