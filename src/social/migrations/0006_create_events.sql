create table social.events (
  id integer generated always as identity primary key,
  name text not null,
  description text not null default '',
  image text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Where its clock hangs; times themselves are moments.
  timezone text not null,
  status text not null check (status in ('EventScheduled', 'EventRescheduled', 'EventPostponed', 'EventCancelled')),
  category text not null,
  -- In small letters without marks or blanks, as a search asks for it.
  category_key text not null,
  venue_name text not null,
  street_address text,
  city_id integer not null references social.cities (id),
  country char(2) not null default 'BR',
  latitude double precision,
  longitude double precision,
  organizer_name text,
  organizer_url text,
  offer_url text,
  -- In the smallest unit of the currency.
  offer_price_minor bigint,
  offer_currency char(3),
  -- Null: as many as come.
  capacity integer check (capacity > 0),
  participants integer not null default 0 check (participants >= 0),
  spotlight_from timestamptz,
  spotlight_until timestamptz,
  spotlight_position integer,
  -- Name, venue, city, category and description in small letters without marks.
  words tsvector not null,
  -- Grows with every change; calendars take the highest.
  revision integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The upper bound is what lets a list of coming events begin in the index instead of at the first event ever.
  check (ends_at > starts_at and ends_at <= starts_at + interval '31 days'),
  check ((spotlight_from is null) = (spotlight_until is null)),
  check (participants <= capacity)
);
create index events_by_start on social.events (starts_at, id) include (ends_at, city_id) where status <> 'EventCancelled';
create index events_by_city on social.events (city_id, starts_at, id) where status <> 'EventCancelled';
create index events_in_spotlight on social.events (spotlight_until) where spotlight_until is not null;
create index events_by_words on social.events using gin (words);

create table social.attendances (
  event_id integer not null references social.events (id) on delete cascade,
  user_id uuid not null references social.users (id) on delete cascade,
  confirmed_at timestamptz not null,
  primary key (event_id, user_id)
);
create index attendances_by_user on social.attendances (user_id, event_id);
create index attendances_by_confirmation on social.attendances (event_id, confirmed_at, user_id);
