-- Where a sign-up came from: an IPv4 address or the /64 of an IPv6 subscriber. Whoever signs somebody's address up time
-- and again from one household must not push out what its owner has signed up.
alter table accounts.pending_registrations add column household text;
-- One of its own for each that nobody noted, also for those that a process of the version before still writes. Not as
-- the default of the new column: that would write every picture anew.
update accounts.pending_registrations set household = id::text;
alter table accounts.pending_registrations
  alter column household set default gen_random_uuid()::text,
  alter column household set not null;
create index pending_registrations_household
  on accounts.pending_registrations (email_key, household, created_at, id);
-- The new one begins with the same column.
drop index accounts.pending_registrations_email_key;
