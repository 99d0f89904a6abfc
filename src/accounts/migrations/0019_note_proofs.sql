-- How the user of a session has proven to be the user (RFC 8176); null for sessions from before.
alter table accounts.sessions add column amr text[];
-- When, where that was before the session: a change of password begins a new one.
alter table accounts.sessions add column authenticated_at timestamptz;

-- When codes of the authenticator app were wrong, the oldest first; after so many within a year the codes wait for a
-- mailed confirmation, which empties this.
alter table accounts.totp_secrets add column wrong_codes_at timestamptz[] not null default '{}';
