-- The tables of the accounts service, as they were at release 1.0.0. Columns keep the physical order of databases from
-- before the baseline. Tokens and one-time codes are stored as SHA-256 of random bits.

-- === Users ===

create table accounts.users (
  id uuid primary key,
  email text not null,
  -- NFC, lower case, the domain by IDNA. Null for an address of a social login that was not proven: the account does
  -- not own it.
  email_key text,
  email_confirmed_at timestamptz,
  first_name text not null,
  last_name text not null,
  -- Argon2id with its parameters. Null for users of social login only.
  password_hash text,
  password_changed_at timestamptz,
  -- Of 80 random bits. Valid beside the password until it is used or a new password is set.
  one_time_password_hash bytea,
  one_time_password_expires_at timestamptz,
  picture_name text,
  -- A picture on another server, of a social login.
  picture_url text,
  language text not null,
  created_at timestamptz not null,
  -- A sign-in before this time cancels the erasure.
  erase_at timestamptz,
  -- Sign-ins from new devices are mailed, except the first one. Null for users who signed up before the column existed.
  first_signed_in_at timestamptz,
  -- No other export starts before this time.
  exporting_until timestamptz
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

create table accounts.pictures (
  -- 128 random bits: the address cannot be guessed.
  name text primary key,
  -- Checked at commit: the picture may be stored before the user whose row names it.
  user_id uuid not null references accounts.users (id) on delete cascade deferrable initially deferred,
  image bytea not null,
  created_at timestamptz not null
);
alter table accounts.pictures alter column image set storage external;
create unique index pictures_user_id on accounts.pictures (user_id);

-- === Sessions and devices ===

create table accounts.sessions (
  id uuid primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  token_hash bytea not null,
  -- Begun with a one-time password: the session can set a password and little else.
  must_change_password boolean not null default false,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- The one-time password of the session must not become the new password.
  one_time_password_hash bytea,
  -- Methods of authentication (RFC 8176). Null for sessions that are older than the column.
  amr text[],
  -- Set if the authentication is older than the session: a change of password begins a new session.
  authenticated_at timestamptz
);
create unique index sessions_token_hash on accounts.sessions (token_hash);
create index sessions_user_id on accounts.sessions (user_id);
create index sessions_expires_at on accounts.sessions (expires_at);

-- Addresses from which a user has signed in. Failures of others do not delay sign-ins from there.
create table accounts.known_addresses (
  user_id uuid not null references accounts.users (id) on delete cascade,
  address text not null,
  last_used_at timestamptz not null,
  -- Programs without cookies are recognised by their name at a known address.
  programs text[] not null default '{}',
  primary key (user_id, address)
);
create index known_addresses_last_used_at on accounts.known_addresses (last_used_at);

-- Devices on which a user has signed in. Failures of others do not delay a device that shows its token.
create table accounts.known_devices (
  token_hash bytea primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  -- For the owner: "Firefox on Linux".
  description text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index known_devices_user_id on accounts.known_devices (user_id, last_used_at);
create index known_devices_last_used_at on accounts.known_devices (last_used_at);

-- Has no reader: accounts.used_nonces replaced it.
create table accounts.nonces (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index nonces_expires_at on accounts.nonces (expires_at);

-- Nonces are signed, and recorded only when they are used.
create table accounts.used_nonces (
  hash bytea primary key,
  -- From this time on the nonce is refused without this row.
  expires_at timestamptz not null
);
create index used_nonces_expires_at on accounts.used_nonces (expires_at);

-- === Sign-up, recovery and change of address ===

-- Sign-ups with an unconfirmed address. They are not users: several can wait for one address until the owner of the
-- mailbox confirms one.
create table accounts.pending_registrations (
  -- The future id of the user.
  id uuid primary key,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  picture bytea,
  -- Null until the mail is written.
  token_hash bytea,
  wrong_passwords integer not null default 0,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- IPv4 address or IPv6 /64 of the sign-up. It limits sign-ups for one address per household, so that one household
  -- cannot displace those of the owner.
  household text not null default gen_random_uuid()::text
);
create unique index pending_registrations_token_hash on accounts.pending_registrations (token_hash);
create index pending_registrations_expires_at on accounts.pending_registrations (expires_at);
create index pending_registrations_household on accounts.pending_registrations (email_key, household, created_at, id);

create table accounts.recoveries (
  id uuid primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  token_hash bytea not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index recoveries_token_hash on accounts.recoveries (token_hash);
create index recoveries_user_id on accounts.recoveries (user_id);
create index recoveries_expires_at on accounts.recoveries (expires_at);

-- New addresses that wait for confirmation.
create table accounts.email_changes (
  id uuid primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  email text not null,
  email_key text not null,
  -- Null until the mail is written, and permanently if another account has the address.
  token_hash bytea,
  wrong_passwords integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index email_changes_token_hash on accounts.email_changes (token_hash);
create index email_changes_user_id on accounts.email_changes (user_id);
create index email_changes_expires_at on accounts.email_changes (expires_at);

-- Former addresses to which an account can return with the link in the mailed notice.
create table accounts.email_ways_back (
  id uuid primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  email text not null,
  email_key text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index email_ways_back_token_hash on accounts.email_ways_back (token_hash);
create index email_ways_back_user_id on accounts.email_ways_back (user_id);
create index email_ways_back_expires_at on accounts.email_ways_back (expires_at);

-- === Second factor ===

create table accounts.totp_secrets (
  user_id uuid primary key references accounts.users (id) on delete cascade,
  sealed_secret bytea not null,
  -- Null until the owner has entered a code. Only a confirmed secret is asked for.
  confirmed_at timestamptz,
  -- The last time step whose code was used. Codes of this step and older ones are refused.
  last_step bigint not null,
  created_at timestamptz not null,
  -- Times of wrong codes, oldest first. After too many within a year, codes wait for a mailed confirmation, which
  -- empties the list.
  wrong_codes_at timestamptz[] not null default '{}'
);

create table accounts.recovery_codes (
  user_id uuid not null references accounts.users (id) on delete cascade,
  -- SHA-256 of 80 random bits and the user's id.
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- === Counters without use ===
-- These tables have no reader: platform.attempts replaced them.

create table accounts.attempts (
  key bytea primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null
);
create index attempts_last_failure_at on accounts.attempts (last_failure_at);

create table accounts.allowances (
  key bytea primary key,
  full_at timestamptz not null
);
create index allowances_full_at on accounts.allowances (full_at);

-- === Audit record ===

create table accounts.audit (
  id uuid primary key,
  -- Null if no account has the given address.
  user_id uuid references accounts.users (id) on delete cascade,
  event text not null,
  address text not null,
  user_agent text not null,
  detail jsonb not null,
  at timestamptz not null
);
create index audit_user_id on accounts.audit (user_id, id);
create index audit_at on accounts.audit (at);
-- Partitioned by month (ADR 27). This table becomes the first partition.
select platform.fence_table('accounts.audit', 'id');
alter table accounts.audit validate constraint within_bounds;
select platform.divide_table('accounts.audit', 'id', is_swept => true);

-- Refused sign-ins and proofs: one row for each account, network, hour and event.
create table accounts.refusals (
  -- Made at the first refusal of the hour, so that rows sort with the audit record.
  id uuid primary key,
  -- Null if the request named no known account.
  user_id uuid references accounts.users (id) on delete cascade,
  event text not null,
  -- The client's network. Empty for all networks beyond the first ones of the hour.
  address text not null,
  hour timestamptz not null,
  times integer not null,
  -- Count of each reason.
  reasons jsonb not null,
  last_reason text not null,
  user_agent text not null,
  first_at timestamptz not null,
  last_at timestamptz not null
) with (fillfactor = 70);
create unique index refusals_counted
  on accounts.refusals (coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid), hour, address, event);
create index refusals_user_id on accounts.refusals (user_id, id);
create index refusals_hour on accounts.refusals (hour);
