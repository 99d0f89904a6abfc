create table accounts.users (
  id uuid primary key,
  -- As its owner writes it.
  email text not null,
  -- As it is compared: NFC, lower case, the domain by IDNA. Null where the address is only stated, by a social login
  -- that nobody proved: such an account owns no address.
  email_key text,
  email_confirmed_at timestamptz,
  first_name text not null,
  last_name text not null,
  -- Argon2id with its parameters; null for people who only use social login.
  password_hash text,
  password_changed_at timestamptz,
  -- SHA-256 of 80 random bits, beside the password until it is used or a new one is set.
  one_time_password_hash bytea,
  one_time_password_expires_at timestamptz,
  picture_name text,
  -- Where the picture of a social user lies elsewhere.
  picture_url text,
  language text not null,
  created_at timestamptz not null,
  -- Asked for by its owner; signing in before then takes it back.
  erase_at timestamptz
);
create unique index users_email_key on accounts.users (email_key);
create index users_erase_at on accounts.users (erase_at) where erase_at is not null;

create table accounts.social_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references accounts.users (id) on delete cascade,
  email text,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index social_identities_user_id on accounts.social_identities (user_id);

create table accounts.sessions (
  id uuid primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  -- SHA-256 of 256 random bits.
  token_hash bytea not null,
  -- Begun with a one-time password: good for setting a new one, and little else.
  must_change_password boolean not null default false,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index sessions_token_hash on accounts.sessions (token_hash);
create index sessions_user_id on accounts.sessions (user_id);
create index sessions_expires_at on accounts.sessions (expires_at);
