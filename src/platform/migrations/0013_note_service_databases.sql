-- Stays with the data through dumps and restores: by it a database is recognised, wherever it is.
create table platform.database_identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into platform.database_identity default values;

-- At home: the services whose tables are in another database, and in which. A process that is told otherwise would
-- begin with empty tables beside the full ones.
create table platform.service_databases (
  service text primary key,
  database_id uuid not null,
  noted_at timestamptz not null default now()
);
