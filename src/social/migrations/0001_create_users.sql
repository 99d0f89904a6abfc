create table social.users (
  id uuid primary key,
  -- Who vouched for the identifier; empty where it was only stated.
  provider text not null,
  -- The social-login identifier: the user_id of a token request.
  login_id text not null,
  name text not null,
  birth_date date,
  gender text check (gender in ('woman', 'man', 'other')),
  about text not null default '',
  -- As its owner wrote it; city_id where it named one of the municipalities.
  location text not null default '',
  city_id integer,
  -- Of that city; kept here because the feed walks along it.
  state char(2),
  is_premium boolean not null default false,
  need_tour boolean not null default true,
  -- What its owner wants to see, and to hear of. Here and not beside it: the feed asks both sides of every card.
  shows_women boolean not null default true,
  shows_men boolean not null default true,
  age_from smallint not null default 18,
  age_to smallint not null default 99,
  notify_message boolean not null default true,
  notify_combination boolean not null default true,
  notify_alert boolean not null default true,
  -- To a few minutes.
  last_active_at timestamptz not null,
  created_at timestamptz not null,
  -- Hidden from everybody since then; erased some days later.
  deleted_at timestamptz,
  check (age_from between 18 and age_to and age_to <= 120)
);
create unique index users_login on social.users (provider, login_id);
-- The three walks of the feed, most recently active first.
create index users_city on social.users (city_id, last_active_at desc, id desc) where deleted_at is null;
create index users_state on social.users (state, last_active_at desc, id desc) where deleted_at is null;
create index users_country on social.users (last_active_at desc, id desc) where deleted_at is null;
create index users_deleted_at on social.users (deleted_at) where deleted_at is not null;

-- One sign-in and all tokens that came of it.
create table social.sessions (
  id uuid primary key,
  user_id uuid not null references social.users (id) on delete cascade,
  -- Every refresh token of the session is made from this key and its number; sealed with SECRET_KEY.
  sealed_key bytea not null,
  -- The number of the refresh token that is good now.
  generation integer not null default 1,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user_id on social.sessions (user_id);
create index sessions_expires_at on social.sessions (expires_at);
