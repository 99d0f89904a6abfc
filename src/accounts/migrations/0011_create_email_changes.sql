-- New addresses that wait for their owner to follow the link.
create table accounts.email_changes (
  id uuid primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  email text not null,
  email_key text not null,
  -- SHA-256 of the token in the mailed link; null until the mail is written, and for ever where somebody else has the
  -- address.
  token_hash bytea,
  wrong_passwords integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index email_changes_token_hash on accounts.email_changes (token_hash);
create index email_changes_user_id on accounts.email_changes (user_id);
create index email_changes_expires_at on accounts.email_changes (expires_at);

-- Addresses that an account can still go back to, by the link in the notice that was mailed there.
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
