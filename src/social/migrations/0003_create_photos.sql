create table social.photos (
  id uuid primary key,
  user_id uuid not null references social.users (id) on delete cascade,
  -- 0 is the profile photo, 1 to 5 are the others.
  position smallint not null check (position between 0 and 5),
  -- Where it lies elsewhere.
  link text,
  -- Where it lies here: 128 random bits, which are all that is needed to see it.
  name text,
  image bytea,
  thumb bytea,
  created_at timestamptz not null,
  check ((link is null) = (name is not null) and (name is null) = (image is null) and (image is null) = (thumb is null))
);
-- Deferrable: a new order moves several at once.
alter table social.photos add constraint photos_position unique (user_id, position) deferrable initially deferred;
create unique index photos_name on social.photos (name) where name is not null;
alter table social.photos alter column image set storage external, alter column thumb set storage external;
