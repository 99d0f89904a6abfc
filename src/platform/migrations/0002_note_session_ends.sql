-- Reasons why sessions of the console were ended before their time, so that the sign-in page can say so. A session that
-- is only too old or idle keeps its row for the same time.
create table platform.console_session_ends (
  token_hash bytea primary key,
  reason text not null check (reason in ('ended', 'password', 'disabled', 'reset')),
  ended_at timestamptz not null
);
create index console_session_ends_ended_at on platform.console_session_ends (ended_at);
