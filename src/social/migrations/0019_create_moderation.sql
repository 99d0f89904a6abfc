-- What staff did to a user, or a rule until staff have looked, and why. Never changed; an erasure takes out whatever
-- names the person.
create table social.moderation_acts (
  id uuid primary key,
  -- Null once that user was erased.
  user_id uuid references social.users (id) on delete set null,
  kind text not null,
  -- Null: by a rule.
  staff_id uuid,
  -- For the user to read.
  reason text not null,
  -- For staff alone.
  note text not null default '',
  -- What was removed: name, about, or the id of a photo or a message.
  subject text,
  -- Of a suspension; null is for good.
  until timestamptz,
  -- What was open against the user then, the newest of it.
  report_ids uuid[] not null default '{}',
  appeal_id uuid,
  created_at timestamptz not null
);
create index moderation_acts_by_user on social.moderation_acts (user_id, id);

alter table social.users
  -- Out everywhere until then: 'infinity' is for good, '-infinity' whoever is not suspended.
  add column suspended_until timestamptz not null default '-infinity',
  -- The act that suspended, and the one that keeps the user out of feeds while it is not null.
  add column suspended_by uuid,
  add column hidden_by uuid;

alter table social.reports
  add column category text not null default 'other',
  -- As the reported user was called, and described, then.
  add column reported_name text,
  add column reported_about text,
  -- The act that settled it.
  add column settled_by uuid;
create index reports_by_reported on social.reports (reported_id, id);
drop index social.reports_reported;
create index reports_open_by_reported on social.reports (reported_id, reporter_id) where closed_at is null;

-- Copies: they stay when what was reported is deleted.
create table social.report_messages (
  report_id uuid not null references social.reports (id) on delete cascade,
  message_id uuid not null,
  -- Else from the reported.
  from_reporter boolean not null,
  body text not null,
  primary key (report_id, message_id)
);
create index report_messages_by_message on social.report_messages (message_id);
create table social.report_photos (
  report_id uuid primary key references social.reports (id) on delete cascade,
  photo_id uuid not null,
  -- Where it lay elsewhere.
  link text,
  image bytea
);
alter table social.report_photos alter column image set storage external;

create table social.appeals (
  id uuid primary key,
  user_id uuid not null references social.users (id) on delete cascade,
  act_id uuid not null,
  body text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  accepted boolean,
  check ((decided_at is null) = (accepted is null))
);
-- One for each act.
create unique index appeals_by_act on social.appeals (act_id);
create index appeals_by_user on social.appeals (user_id, id);

-- Whom staff have to look at: users with open reports or an open appeal.
create table social.cases (
  user_id uuid primary key references social.users (id) on delete cascade,
  opened_at timestamptz not null
);
create index cases_by_opening on social.cases (opened_at, user_id);
insert into social.cases (user_id, opened_at)
select reported_id, min(created_at) from social.reports
where closed_at is null and reported_id is not null group by reported_id;

-- A trigger, because the version before knows nothing of cases, and reports all the same. The row is locked either way,
-- so that whoever closes the case at this moment sees the report.
create function social.open_case() returns trigger language plpgsql as $$
begin
  insert into social.cases as c (user_id, opened_at) values (new.reported_id, new.created_at)
  on conflict (user_id) do update set opened_at = c.opened_at;
  return null;
end $$;
create trigger reports_open_case after insert on social.reports
for each row when (new.reported_id is not null) execute function social.open_case();
