-- Copies of pictures elsewhere that staff chose for events, campaigns and the presentation: whoever looks at them is not
-- shown to others.
create table social.picture_copies (
  -- SHA-256: links are too long for a key.
  link_hash bytea primary key,
  -- Null: it could not be had.
  image bytea,
  tried_at timestamptz not null
);
create index picture_copies_by_age on social.picture_copies (tried_at);
