-- Neither an address nor a language decides who is shown to whom, yet both are written at sign-in. As a change
-- they had whoever signed in drop out of walks that were under way, and asked of anew behind every gap.
create or replace function social.note_person_changed() returns trigger language plpgsql as $$
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
  now_shown.email := old.email;
  now_shown.language := old.language;
  -- Also whoever moves down, or up to a place among people who were active before: there they may have been passed by.
  if now_shown *<> old or new.last_active_at < old.last_active_at
    or (new.last_active_at > old.last_active_at and new.last_active_at < clock_timestamp() - interval '10 seconds') then
    new.changed_xid := pg_current_xact_id();
  end if;
  return new;
end $$;

-- Whoever wants to see ages that few people are of is shown out of these.
create index users_born on social.users (birth_date) where deleted_at is null;
