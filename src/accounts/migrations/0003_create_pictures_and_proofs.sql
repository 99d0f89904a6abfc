create table accounts.pictures (
  -- 128 random bits: whoever was not told the address of a picture cannot find it.
  name text primary key,
  -- Checked at commit, so that a picture may be stored before the user whose row names it.
  user_id uuid not null references accounts.users (id) on delete cascade deferrable initially deferred,
  image bytea not null,
  created_at timestamptz not null
);
-- WebP is compressed already.
alter table accounts.pictures alter column image set storage external;
create unique index pictures_user_id on accounts.pictures (user_id);

-- Handed out to be put into an ID token; a row is gone once it was used.
create table accounts.nonces (
  -- SHA-256 of 256 random bits.
  hash bytea primary key,
  expires_at timestamptz not null
);
create index nonces_expires_at on accounts.nonces (expires_at);

create table accounts.totp_secrets (
  user_id uuid primary key references accounts.users (id) on delete cascade,
  sealed_secret bytea not null,
  -- Null until its owner has shown a code of it: only then is it asked for.
  confirmed_at timestamptz,
  -- The last time step whose code was used; none at or before it counts again.
  last_step bigint not null,
  created_at timestamptz not null
);

create table accounts.recovery_codes (
  user_id uuid not null references accounts.users (id) on delete cascade,
  -- SHA-256 of 80 random bits and the user's id.
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
