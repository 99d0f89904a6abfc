-- The kinds are listed by the code, which alone writes them: a list here as well would have to be changed by every
-- feature that tells of something new, while the version before is still running.
alter table social.updates drop constraint if exists updates_kind_check;

-- Where a provider vouched for one: notices of events go there as well.
alter table social.users add column email text;
-- That of the last sign-in; mails are written in it.
alter table social.users add column language text not null default 'en';

-- The beginning for which those who confirmed have been reminded, or need not be.
alter table social.events add column reminded_for timestamptz;

-- What those who confirmed by then are told, one batch after the other.
create table social.event_notices (
  id uuid primary key,
  event_id integer not null references social.events (id) on delete cascade,
  kind text not null check (kind in ('moved', 'cancelled', 'tomorrow')),
  created_at timestamptz not null,
  -- Up to this confirmation everybody has been told.
  told_until timestamptz not null default 'epoch',
  told_id uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz
);
create index event_notices_open on social.event_notices (event_id) where done_at is null;
create index event_notices_done on social.event_notices (done_at) where done_at is not null;
create index event_notices_by_event on social.event_notices (event_id);
