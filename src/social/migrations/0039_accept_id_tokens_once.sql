-- ID tokens that were exchanged for a session: each is accepted once.
create table social.used_id_tokens (
  token_hash bytea primary key,
  -- No foreign key: the token stays used when its session is gone.
  session_id uuid not null,
  used_at timestamptz not null,
  -- From then on the token is refused for its age.
  expires_at timestamptz not null
);
create index used_id_tokens_expires_at on social.used_id_tokens (expires_at);

-- When an access token of the session was first used, where that was soon after the sign-in.
alter table social.sessions add column used_at timestamptz;
