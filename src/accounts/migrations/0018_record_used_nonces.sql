-- Nonces are signed and recorded only when they are used. accounts.nonces, where the version before records those that it
-- hands out, is used no more; a later version drops it.
create table accounts.used_nonces (
  hash bytea primary key,
  -- When it would have expired: then it is refused without this row.
  expires_at timestamptz not null
);
create index used_nonces_expires_at on accounts.used_nonces (expires_at);
