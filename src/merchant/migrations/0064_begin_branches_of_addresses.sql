-- Addresses are taken from branches that no restored copy can take again (ADR 58).

create table merchant.address_branches (
  coin text not null,
  -- The second, since 1970, in which it was begun. A key that is not hardened has 31 bits: until January 2038.
  branch integer not null check (branch > 1),
  -- In which order they were begun, whatever the clock says.
  number bigint generated always as identity,
  server text not null,
  -- What the coin's sequence gives out as index 0.
  base bigint not null,
  begun_at timestamptz not null default clock_timestamp(),
  primary key (coin, branch),
  unique (coin, number)
);

-- Differs after every start or promotion of PostgreSQL, and in every other database that holds a copy of these tables.
create function merchant.present_server() returns text language sql volatile as $$
  select case when pg_is_in_recovery() then 'standby' else concat_ws(
    ' ', extract(epoch from pg_postmaster_start_time()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()), 'merchant.address_branches'::regclass::oid) end
$$;

alter table merchant.chain_addresses
  -- The branch of the path; null where it is that of `branch`. `branch` says whether customers pay to it (0).
  add column path_branch integer;

-- 'lost': the original of this database gave it out after the copy was made. Its owner is unknown.
alter table merchant.chain_addresses drop constraint chain_addresses_purpose_check;
alter table merchant.chain_addresses
  add constraint chain_addresses_purpose_check check (purpose in ('payment', 'deposit', 'funds', 'lost')) not valid;

-- Whether anything was ever paid to an address.
create index simulated_outputs_destination on merchant.simulated_outputs (coin, destination);
