-- Who may see that a person goes to an event. Null: the person has not chosen, so the default of the installation holds.
alter table social.users add column attendance text;
alter table social.users add constraint users_attendance_known
  check (attendance in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;

-- The choice for this event alone; null: the person's own setting holds. It survives the waiting list and a deletion
-- that is taken back.
alter table social.attendances add column visible_to text;
alter table social.attendances add constraint attendances_visible_to_known
  check (visible_to in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;
alter table social.waiting add column visible_to text;
alter table social.waiting add constraint waiting_visible_to_known
  check (visible_to in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;
alter table social.released_seats add column visible_to text;
alter table social.released_seats add constraint released_seats_visible_to_known
  check (visible_to in ('everyone', 'attendees', 'combinations', 'nobody')) not valid;

-- What holds: the choice for the event, else the person's setting, else null. Kept by the triggers below, so that lists of
-- an event need not read its people.
alter table social.attendances add column shown_to text;

create or replace function social.take_over_activity() returns trigger language plpgsql as $$
declare
  chosen text;
begin
  -- Locked: otherwise this row would miss what the person changes at this instant.
  select last_active_at, attendance into new.active_at, chosen from social.users where id = new.user_id for share;
  -- Nobody there is for the foreign key to refuse.
  new.active_at := coalesce(new.active_at, new.confirmed_at);
  new.shown_to := coalesce(new.visible_to, chosen);
  return new;
end $$;

create function social.hand_on_attendance() returns trigger language plpgsql as $$
begin
  update social.attendances set shown_to = coalesce(visible_to, new.attendance)
  where user_id = new.id and shown_to is distinct from coalesce(visible_to, new.attendance);
  return null;
end $$;
create trigger users_hand_on_attendance after update of attendance on social.users
  for each row when (new.attendance is distinct from old.attendance) execute function social.hand_on_attendance();

-- The person's place in feeds changes with it, as it does when the person goes no longer.
create function social.take_over_attendance() returns trigger language plpgsql as $$
declare
  chosen text;
begin
  update social.users set changed_xid = pg_current_xact_id() where id = new.user_id returning attendance into chosen;
  new.shown_to := coalesce(new.visible_to, chosen);
  return new;
end $$;
create trigger attendances_take_over_attendance before update of visible_to on social.attendances
  for each row when (new.visible_to is distinct from old.visible_to) execute function social.take_over_attendance();
