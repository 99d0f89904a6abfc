-- Where in PostgreSQL's log the last write of each one lies, for whoever reads from replicas (ADR 53).
create unlogged table platform.positions (
  principal text primary key,
  position pg_lsn not null,
  noted_at timestamptz not null
) with (fillfactor = 50);

-- Empty where the table above may have been emptied: both are unlogged.
create unlogged table platform.position_marker (
  only_one boolean primary key default true check (only_one),
  epoch uuid not null
);

create table platform.replica_epoch (
  only_one boolean primary key default true check (only_one),
  epoch uuid not null
);
insert into platform.replica_epoch (epoch) values (gen_random_uuid());
