-- Presentation and terms: each language has its versions, the last one is shown.
create table social.texts (
  kind text not null check (kind in ('presentation', 'terms')),
  language text not null,
  version integer not null,
  body jsonb not null,
  published_at timestamptz not null,
  -- The member of staff; null for what came with the sandbox.
  published_by uuid,
  primary key (kind, language, version)
);

create table social.campaigns (
  id uuid primary key,
  title text not null,
  description text not null,
  media_type smallint not null check (media_type in (1, 2)),
  media text not null,
  link text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- IBGE codes; empty for everywhere.
  city_ids integer[] not null default '{}',
  weight integer not null check (weight between 1 and 1000),
  created_at timestamptz not null,
  stopped_at timestamptz,
  check (starts_at < ends_at)
);
create index campaigns_running on social.campaigns (ends_at, starts_at) where stopped_at is null;

-- Several rows for a campaign and a day, so that those who count do not queue up for one.
create table social.campaign_counts (
  campaign_id uuid not null references social.campaigns (id) on delete cascade,
  day date not null,
  slot smallint not null,
  views bigint not null default 0,
  clicks bigint not null default 0,
  primary key (campaign_id, day, slot)
);

create table social.reports (
  id uuid primary key,
  -- Null once that user was erased.
  reporter_id uuid references social.users (id) on delete set null,
  reported_id uuid references social.users (id) on delete set null,
  reason text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  note text not null default ''
);
create index reports_open on social.reports (id) where closed_at is null;
create index reports_reporter on social.reports (reporter_id);
create index reports_reported on social.reports (reported_id);

-- Wrong passwords of staff, by address and by e-mail: guesses are counted where every process sees them.
create table social.staff_failures (
  key text primary key,
  failures integer not null,
  since timestamptz not null
);

-- One row once the sandbox's town is there.
create table social.town (
  only_row boolean primary key default true check (only_row),
  seeded_at timestamptz not null
);
