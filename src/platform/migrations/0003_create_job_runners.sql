-- Who takes jobs at the moment, by the name under which it locks them: what a runner that is silent has locked is free
-- for others. Few rows that change often.
create table platform.job_runners (
  id text primary key,
  seen_at timestamptz not null
) with (fillfactor = 50);
