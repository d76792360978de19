-- Pictures of articles, encoded anew. Public: whoever knows the name may see it.
CREATE TABLE article_pictures (
  id         uuid PRIMARY KEY,
  content    bytea NOT NULL,
  added_by   bigint NOT NULL REFERENCES operators (id),
  created_at timestamptz NOT NULL
);
