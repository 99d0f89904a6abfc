-- Categories of reports about which a person may be hurt. Staff see these first.
create function social.is_grave(category text) returns boolean language sql immutable as
  $$select category in ('violence', 'minor', 'harassment', 'hate', 'sexual')$$;

-- Staff's queue: the oldest open reports of these categories, and the oldest of events.
create index reports_open_grave on social.reports (created_at, id)
  where closed_at is null and social.is_grave(category);
create index reports_open_of_events on social.reports (created_at, id)
  where closed_at is null and event_id is not null;

-- Pictures of events that staff uploaded. An event names its picture by the address of the row. The name is the hash of
-- the content, so the same picture is stored once and never changes.
create table social.event_pictures (
  name text primary key,
  image bytea not null,
  created_at timestamptz not null
);
