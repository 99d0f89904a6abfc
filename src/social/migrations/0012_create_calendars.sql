-- The address at which a calendar program fetches a user's events; at most one for each.
create table social.calendars (
  user_id uuid primary key references social.users (id) on delete cascade,
  -- SHA-256 of the key in the address, which has 256 random bits and is kept nowhere.
  key_hash bytea not null,
  created_at timestamptz not null
);
create unique index calendars_by_key on social.calendars (key_hash);
