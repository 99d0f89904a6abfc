-- A copy of the user's data is being sent, and no other before then.
alter table accounts.users add column exporting_until timestamptz;
