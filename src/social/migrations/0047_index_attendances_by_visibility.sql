-- The participants whom a viewer may see, in the order of confirmation, without reading the others.
create index attendances_by_visibility on social.attendances (event_id, shown_to, confirmed_at, user_id);

-- The feed of those who go to the same event shows no others than these. Where the default of an installation is narrower,
-- the people who have not chosen are read and left out.
create index attendances_open_by_activity on social.attendances (event_id, active_at desc, user_id desc)
  include (confirmed_at, shown_to) where shown_to is null or shown_to in ('everyone', 'attendees');
drop index social.attendances_by_activity;
