-- Sign-ups whose address nobody has confirmed. They are not users, so that whoever types an address first gets no
-- hold of it: any number wait beside each other until the owner of the mailbox picks one.
create table accounts.pending_registrations (
  -- The uid that the user will have.
  id uuid primary key,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  picture bytea,
  -- SHA-256 of the token in the mailed link; null until the mail is written.
  token_hash bytea,
  wrong_passwords integer not null default 0,
  language text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index pending_registrations_token_hash on accounts.pending_registrations (token_hash);
create index pending_registrations_email_key on accounts.pending_registrations (email_key, created_at);
create index pending_registrations_expires_at on accounts.pending_registrations (expires_at);

create table accounts.recoveries (
  id uuid primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  token_hash bytea not null,
  code_hash bytea not null,
  wrong_codes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index recoveries_token_hash on accounts.recoveries (token_hash);
create index recoveries_user_id on accounts.recoveries (user_id);
create index recoveries_expires_at on accounts.recoveries (expires_at);

-- Failures by what they were aimed at and where they came from; keys are hashes, also of addresses nobody has.
create table accounts.attempts (
  key bytea primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz not null
);
create index attempts_last_failure_at on accounts.attempts (last_failure_at);

-- Where a user has signed in from: strangers' failures do not hold up sign-ins from there.
create table accounts.known_addresses (
  user_id uuid not null references accounts.users (id) on delete cascade,
  address text not null,
  last_used_at timestamptz not null,
  primary key (user_id, address)
);

create table accounts.audit (
  id uuid primary key,
  -- Null where nobody is known by the address that was given.
  user_id uuid references accounts.users (id) on delete cascade,
  event text not null,
  address text not null,
  user_agent text not null,
  detail jsonb not null,
  at timestamptz not null
);
create index audit_user_id on accounts.audit (user_id, id);
create index audit_at on accounts.audit (at);
