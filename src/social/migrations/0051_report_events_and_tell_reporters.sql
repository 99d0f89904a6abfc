alter table social.reports
  -- In place of reported_id; reported_name and reported_about then hold the event's name and description.
  add column event_id integer references social.events (id) on delete set null,
  -- Of a report that was closed by itself. One that an act has settled has the outcome of the act.
  add column outcome text check (outcome in ('action_taken', 'no_breach'));
update social.reports set outcome = 'no_breach'
where closed_at is not null and settled_by is null and reported_id is not null;
create index reports_by_event on social.reports (event_id, id) where event_id is not null;
create index reports_by_reporter on social.reports (reporter_id, id);
drop index social.reports_reporter;

-- Whether events are told by mail as well. Cancellations always are.
alter table social.users add column mails_events boolean not null default true;
