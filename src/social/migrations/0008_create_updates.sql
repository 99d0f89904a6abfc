-- The number of each user's last update. Its row is locked from the update to the commit: whoever sees number n sees
-- all numbers before it, in every process.
create table social.update_counters (
  user_id uuid primary key references social.users (id) on delete cascade,
  last_seq bigint not null,
  -- Up to here they have been forgotten.
  forgotten_seq bigint not null default 0
) with (fillfactor = 60);

create table social.updates (
  -- No reference: asking for the user would cost each message two lookups, and old updates go by age.
  user_id uuid not null,
  seq bigint not null,
  kind text not null check (kind in ('message', 'read', 'typing', 'combination')),
  -- A message travels as it is when it is delivered: what was deleted meanwhile is delivered as deleted.
  low_id uuid,
  high_id uuid,
  message_id uuid,
  body jsonb,
  created_at timestamptz not null,
  primary key (user_id, seq)
);
create index updates_by_age on social.updates (created_at);
create index updates_of_typing on social.updates (created_at) where kind = 'typing';

-- Who is connected, by process; a row counts until its time, so that a killed process is forgotten.
create table social.presences (
  user_id uuid not null,
  process_id uuid not null,
  until timestamptz not null,
  primary key (user_id, process_id)
) with (fillfactor = 60);
create index presences_by_until on social.presences (until);
