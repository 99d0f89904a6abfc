-- Of the one-time password that a session was begun with: it must not become the password that stays.
alter table accounts.sessions add column one_time_password_hash bytea;
