-- Added while the version before still runs: what it writes is kept right by the triggers below. Its feed_marks stay
-- until a later release.

alter table social.users
  -- The transaction that last changed who sees this person, or whom this person sees. Being active alone is no change.
  -- A moment instead would not do: what commits late is older than what was seen before it.
  add column changed_xid xid8 not null default '0',
  -- Active then, before last_active_at, which that transaction wrote: whoever becomes active keeps their place in walks
  -- that have begun.
  add column active_before_at timestamptz,
  add column active_xid xid8 not null default '0';
create index users_changed on social.users (changed_xid);

create function social.note_person_changed() returns trigger language plpgsql as $$
declare
  now_shown social.users := new;
begin
  if tg_op = 'INSERT' then
    new.changed_xid := pg_current_xact_id();
    return new;
  end if;
  if new.last_active_at > old.last_active_at then
    new.active_before_at := old.last_active_at;
    new.active_xid := pg_current_xact_id();
  end if;
  -- What decides nothing. A column that is not named here is a change, so that a new one cannot be forgotten.
  now_shown.last_active_at := old.last_active_at;
  now_shown.active_before_at := old.active_before_at;
  now_shown.active_xid := old.active_xid;
  now_shown.name := old.name;
  now_shown.about := old.about;
  now_shown.location := old.location;
  now_shown.is_premium := old.is_premium;
  now_shown.need_tour := old.need_tour;
  now_shown.notify_message := old.notify_message;
  now_shown.notify_combination := old.notify_combination;
  now_shown.notify_alert := old.notify_alert;
  -- Also whoever moves down, or up to a place among people who were active before: there they may have been passed by.
  if now_shown *<> old or new.last_active_at < old.last_active_at
    or (new.last_active_at > old.last_active_at and new.last_active_at < clock_timestamp() - interval '10 seconds') then
    new.changed_xid := pg_current_xact_id();
  end if;
  return new;
end $$;
create trigger users_note_change before insert or update on social.users
  for each row execute function social.note_person_changed();

-- When this person was last active: an event has its people in the feed's order, however many they are.
alter table social.attendances add column active_at timestamptz;
update social.attendances a set active_at = u.last_active_at from social.users u where u.id = a.user_id;
alter table social.attendances alter column active_at set not null;
create index attendances_by_activity on social.attendances (event_id, active_at desc, user_id desc) include (confirmed_at);

create function social.take_over_activity() returns trigger language plpgsql as $$
begin
  -- Locked: otherwise who becomes active at this instant would miss this row.
  select last_active_at into new.active_at from social.users where id = new.user_id for share;
  -- Nobody there is for the foreign key to refuse.
  new.active_at := coalesce(new.active_at, new.confirmed_at);
  return new;
end $$;
create trigger attendances_take_over_activity before insert on social.attendances
  for each row execute function social.take_over_activity();

create function social.hand_on_activity() returns trigger language plpgsql as $$
begin
  update social.attendances a set active_at = new.last_active_at
  from social.events e
  where a.user_id = new.id and e.id = a.event_id and e.ends_at > new.last_active_at;
  return null;
end $$;
create trigger users_hand_on_activity after update of last_active_at on social.users
  for each row when (new.last_active_at <> old.last_active_at) execute function social.hand_on_activity();

-- An event that lasts longer than it did may have been over for whoever was active meanwhile.
create function social.refresh_activity() returns trigger language plpgsql as $$
begin
  update social.attendances a set active_at = u.last_active_at
  from social.users u
  where a.event_id = new.id and u.id = a.user_id and a.active_at <> u.last_active_at;
  return null;
end $$;
create trigger events_refresh_activity after update of ends_at on social.events
  for each row when (new.ends_at > old.ends_at) execute function social.refresh_activity();

-- Who goes no longer is a stranger again.
create function social.note_attendance_ended() returns trigger language plpgsql as $$
begin
  update social.users set changed_xid = pg_current_xact_id() where id = old.user_id;
  return null;
end $$;
create trigger attendances_note_end after delete on social.attendances
  for each row execute function social.note_attendance_ended();

-- Where a walk of the feed found nobody for a user: not at `from` and above, but below it down to and with `to`. It
-- holds until then, for these settings of the user, and for everybody who has not changed since the snapshot.
create table social.feed_gaps (
  user_id uuid not null references social.users (id) on delete cascade,
  stage text not null check (stage in ('city', 'state', 'country')),
  from_at timestamptz not null,
  from_id uuid not null,
  to_at timestamptz not null,
  to_id uuid not null,
  settings text not null,
  snapshot pg_snapshot not null,
  holds_until timestamptz not null,
  primary key (user_id, stage, from_at, from_id)
);

-- The transaction that last took back a reaction or a block before its time: what gaps of before say is void.
create table social.feed_reopenings (
  user_id uuid primary key references social.users (id) on delete cascade,
  reopened_xid xid8 not null
);

create function social.note_pair_reopened() returns trigger language plpgsql as $$
begin
  -- Without those who are deleted: an erasure takes all of somebody's pairs, and nobody sees them anyway.
  insert into social.feed_reopenings (user_id, reopened_xid)
  select u.id, pg_current_xact_id() from social.users u where u.id in (old.low_id, old.high_id)
    and (select count(*) from social.users both_of where both_of.id in (old.low_id, old.high_id) and both_of.deleted_at is null) = 2
  order by u.id
  on conflict (user_id) do update set reopened_xid = excluded.reopened_xid;
  return null;
end $$;
create function social.hidden_until(liked_at timestamptz, passed_until timestamptz) returns timestamptz
  language sql immutable return case when liked_at is null then coalesce(passed_until, '-infinity') else 'infinity' end;
create trigger pairs_note_reopening after update on social.pairs for each row when (
  social.hidden_until(new.low_liked_at, new.low_passed_until) < social.hidden_until(old.low_liked_at, old.low_passed_until)
  or social.hidden_until(new.high_liked_at, new.high_passed_until) < social.hidden_until(old.high_liked_at, old.high_passed_until)
  or coalesce(greatest(new.low_blocked_until, new.high_blocked_until), '-infinity')
     < coalesce(greatest(old.low_blocked_until, old.high_blocked_until), '-infinity'))
  execute function social.note_pair_reopened();
create trigger pairs_note_end after delete on social.pairs
  for each row execute function social.note_pair_reopened();
