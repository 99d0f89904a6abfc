-- A mail tells of sign-ins from new devices and networks, but not of the first one after the sign-up. Null for those who
-- signed up before this was noted as well: nobody should hear of the device that they always use.
alter table accounts.users add column first_signed_in_at timestamptz;
-- Programs that are no browsers may keep no cookie: they are known by their name, at addresses that are known.
alter table accounts.known_addresses add column programs text[] not null default '{}';
