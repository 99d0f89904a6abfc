-- When codes of the authenticator app were wrong, the oldest first; after so many within a year the codes wait for a
-- mailed confirmation, which empties this.
alter table platform.person_totp add column wrong_codes_at timestamptz[] not null default '{}';
