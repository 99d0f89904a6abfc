-- One row: which environment this database belongs to.
create table platform.environment (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('sandbox', 'production')),
  stamped_at timestamptz not null default now()
);

-- How far the sandbox's clock was moved. One row; production never writes it.
create table platform.clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into platform.clock default values;

-- Answers of creating operations, kept so that a retry gets the first answer. Written in the operation's own
-- transaction: there is an answer here if and only if the operation was done.
create table platform.idempotency_keys (
  owner text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  sealed_body bytea not null,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_created_at on platform.idempotency_keys (created_at);

-- Keys that sign tokens. The private half is sealed with SECRET_KEY.
create table platform.signing_keys (
  kid text primary key,
  purpose text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  signs_from timestamptz not null,
  -- Null while it is the newest: no end is known yet.
  verifies_until timestamptz,
  created_at timestamptz not null
);
create index signing_keys_purpose on platform.signing_keys (purpose, signs_from);

-- Mail of the sandbox, shown at /mailbox.
create table platform.mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  received_at timestamptz not null
);
create index mailbox_recipient on platform.mailbox (lower(recipient), id);

create table platform.staff (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index staff_email on platform.staff (lower(email));
