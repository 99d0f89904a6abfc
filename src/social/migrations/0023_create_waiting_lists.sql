-- How many wait for a place: a place is free only where there are more than these would take.
alter table social.events add column waiting integer not null default 0 check (waiting >= 0);
create index events_with_waiting on social.events (ends_at) where waiting > 0;

create table social.waiting (
  event_id integer not null references social.events (id) on delete cascade,
  user_id uuid not null references social.users (id) on delete cascade,
  -- The order of the list. Given out under the lock of the event, so that who comes later has the larger one.
  number bigint generated always as identity,
  since timestamptz not null,
  primary key (event_id, user_id)
);
create unique index waiting_by_number on social.waiting (event_id, number);
create index waiting_by_user on social.waiting (user_id);

-- Places that a deleted user had; whoever comes back gets those again where one is left.
create table social.released_seats (
  user_id uuid not null references social.users (id) on delete cascade,
  event_id integer not null references social.events (id) on delete cascade,
  confirmed_at timestamptz not null,
  primary key (user_id, event_id)
);
create index released_seats_by_event on social.released_seats (event_id);

-- Of those who were deleted before places became free by that.
with released as (
  delete from social.attendances a using social.users u
  where u.id = a.user_id and u.deleted_at is not null
  returning a.user_id, a.event_id, a.confirmed_at
), kept as (
  insert into social.released_seats (user_id, event_id, confirmed_at) select * from released
)
update social.events e set participants = e.participants - counted.quantity
from (select event_id, count(*)::integer as quantity from released group by event_id) counted
where e.id = counted.event_id;
