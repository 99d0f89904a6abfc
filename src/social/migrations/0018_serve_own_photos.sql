-- Where a stored photo was fetched from: the same link again is the same photo, and is not fetched again.
alter table social.photos add column source_link text;

-- The key of the passes in addresses of photos: one for the installation, sealed with SECRET_KEY.
create table social.photo_keys (
  id smallint primary key check (id = 1),
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- Links were kept as they were given. What could break out of a page, carry a password or lead to our own routes is
-- not shown to anybody any more, and not written any more, by the version before either.
update social.photos set link = replace(link, '''', '%27') where link like '%''%';
delete from social.photos
where link !~ '^/portraits/[A-Za-z0-9_-]{1,64}\.svg$'
  and link !~ '^https://[^/?#@[:space:][:cntrl:]"''<>\\`]+([/?#][^[:space:][:cntrl:]"''<>\\`]*)?$';
alter table social.photos add constraint photos_link_form check (
  link ~ '^/portraits/[A-Za-z0-9_-]{1,64}\.svg$'
  or link ~ '^https://[^/?#@[:space:][:cntrl:]"''<>\\`]+([/?#][^[:space:][:cntrl:]"''<>\\`]*)?$');
