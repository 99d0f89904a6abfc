-- Devices on which a user has signed in: whoever carries the token of one does not wait for strangers' failures.
create table accounts.known_devices (
  -- SHA-256 of 256 random bits.
  token_hash bytea primary key,
  user_id uuid not null references accounts.users (id) on delete cascade,
  -- In words, for its owner: "Firefox on Linux".
  description text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index known_devices_user_id on accounts.known_devices (user_id, last_used_at);
create index known_devices_last_used_at on accounts.known_devices (last_used_at);
