-- The tables of the platform, as they were at release 1.0.0. Columns keep the physical order of databases from before
-- the baseline. Amounts of money are integers in the smallest unit of their asset. All moments are the service's time
-- unless a comment says PostgreSQL's time.

-- === Environment, clock and databases ===

-- The environment that this database belongs to.
create table platform.environment (
  only_row boolean primary key default true check (only_row),
  environment text not null check (environment in ('sandbox', 'production')),
  stamped_at timestamptz not null default now()
);

-- How far the sandbox's clock was moved. Production never writes it.
create table platform.clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
insert into platform.clock default values;

-- Identifies the data itself: the id survives dumps and restores.
create table platform.database_identity (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid()
);
insert into platform.database_identity default values;

-- Only in the home database: the services whose tables are in another database, and the identity of that database. It
-- stops a process with other settings from creating empty tables beside the full ones.
create table platform.service_databases (
  service text primary key,
  database_id uuid not null,
  noted_at timestamptz not null default now()
);

-- === Keys ===

-- Keys that sign tokens. The private half is sealed with SECRET_KEY.
create table platform.signing_keys (
  kid text primary key,
  purpose text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  signs_from timestamptz not null,
  -- Null for the newest key.
  verifies_until timestamptz,
  created_at timestamptz not null
);
create index signing_keys_purpose on platform.signing_keys (purpose, signs_from);

-- Keys of keyed hashes that must survive a change of SECRET_KEY. `secrets reseal` seals them again.
create table platform.hash_keys (
  purpose text primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- === Requests, jobs and counters ===

-- Answers of creating operations, for retries. The operation's own transaction writes the row, so an answer exists if
-- and only if the operation was done.
create table platform.idempotency_keys (
  owner text not null,
  key text not null,
  fingerprint bytea not null,
  -- Always 200. The column has no reader.
  status smallint not null default 200,
  sealed_body bytea not null,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_created_at on platform.idempotency_keys (created_at);

-- Live job runners, by the name under which they lock jobs. Jobs of a silent runner are released.
create table platform.job_runners (
  id text primary key,
  seen_at timestamptz not null
) with (fillfactor = 50);

-- Failures and allowances of the console and of accounts. Keys are hashes.
create table platform.attempts (
  key bytea primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  -- For an allowance: when it is full again.
  blocked_until timestamptz not null
) with (fillfactor = 70);
create index attempts_last_failure_at on platform.attempts (last_failure_at);

-- === Sandbox mailbox ===

-- Mail of the sandbox, shown at /mailbox.
create table platform.mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  received_at timestamptz not null,
  -- Headers besides the usual ones, such as List-Unsubscribe.
  headers jsonb not null default '{}'
);
create index mailbox_recipient on platform.mailbox (lower(recipient), id);

-- === People of the console ===

-- People who use the console: the provider's staff and members of organisations. One person has one address.
create table platform.people (
  id uuid primary key,
  email text not null,
  -- The normalised address, used for comparison.
  email_key text not null,
  name text not null,
  -- Null for visitors of a sandbox, who have no password.
  password_hash text,
  language text not null default 'en',
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- End of a password that the system made. Null for a password that the person chose.
  password_expires_at timestamptz
);
create unique index people_email_key on platform.people (email_key);

create function platform.person_changed() returns trigger language plpgsql as $$
begin
  perform platform.keep_staff(new.id);
  return null;
end $$;
create trigger people_keep_staff after update on platform.people
  for each row execute function platform.person_changed();

-- The roles of people. The kind 'staff' is the provider itself, with an empty organisation. Other kinds and their
-- organisation ids belong to a service.
create table platform.memberships (
  person_id uuid not null references platform.people (id),
  kind text not null,
  organisation text not null,
  role text not null,
  created_at timestamptz not null,
  primary key (person_id, kind, organisation),
  check ((kind = 'staff') = (organisation = '')),
  check ( case
      when kind = 'staff' then role in ('admin', 'treasury', 'support', 'moderator', 'viewer')
      else role in ('owner', 'finance', 'developer', 'support', 'viewer')
      end)
);
create index memberships_organisation on platform.memberships (kind, organisation);

create function platform.membership_changed() returns trigger language plpgsql as $$
begin
  perform platform.keep_staff(coalesce(new.person_id, old.person_id));
  return null;
end $$;
create trigger memberships_keep_staff after insert or update or delete on platform.memberships
  for each row execute function platform.membership_changed();

create table platform.staff (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index staff_email on platform.staff (lower(email));

-- Copies administrators and moderators to platform.staff, which the services read to check passwords of the moderation
-- API.
create function platform.keep_staff(changed uuid) returns void language sql as $$
  insert into platform.staff as known (id, email, name, password_hash, created_at, disabled_at)
  select person.id, person.email, person.name, person.password_hash, person.created_at, person.disabled_at
  from platform.people person
  where person.id = changed and person.password_hash is not null and exists (
    select from platform.memberships m
    where m.person_id = changed and m.kind = 'staff' and m.role in ('admin', 'moderator')
  )
  on conflict (lower(email)) do update set name = excluded.name, password_hash = excluded.password_hash,
    disabled_at = excluded.disabled_at;
  update platform.staff set disabled_at = now()
  where lower(email) = (select lower(email) from platform.people where id = changed) and disabled_at is null
    and not exists (
    select from platform.memberships m
    where m.person_id = changed and m.kind = 'staff' and m.role in ('admin', 'moderator')
  );
$$;

create table platform.person_totp (
  person_id uuid primary key references platform.people (id),
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The last time step whose code was used: each code counts once.
  last_step bigint not null,
  -- The session that was shown the secret. Only this session may confirm it, so a thief of the password cannot enrol
  -- first.
  session_id uuid not null,
  created_at timestamptz not null,
  -- Times of wrong codes, oldest first. After too many within a year, codes wait for a mailed confirmation, which
  -- empties the list.
  wrong_codes_at timestamptz[] not null default '{}'
);

create table platform.person_recovery_codes (
  person_id uuid not null references platform.people (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

create table platform.person_passkeys (
  credential_id bytea primary key,
  person_id uuid not null references platform.people (id),
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index person_passkeys_person on platform.person_passkeys (person_id);

-- Hashes of the networks, browsers and programs with which a person has signed in. A sign-in with another one is
-- mailed.
create table platform.person_known_marks (
  person_id uuid not null references platform.people (id),
  mark bytea not null,
  last_used_at timestamptz not null,
  primary key (person_id, mark)
);

-- === Console sessions, invitations and links ===

create table platform.console_sessions (
  id uuid primary key,
  token_hash bytea not null,
  person_id uuid not null references platform.people (id),
  -- 'check' and 'set-up' give access to the second factor only.
  stage text not null check (stage in ('check', 'set-up', 'full')),
  -- Proves that a form comes from a page of this session.
  form_token text not null,
  -- When the second factor was last given.
  factor_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create unique index console_sessions_token on platform.console_sessions (token_hash);
create index console_sessions_person on platform.console_sessions (person_id);
create index console_sessions_expires_at on platform.console_sessions (expires_at);

-- Challenges for authenticators. Each is used once.
create table platform.console_challenges (
  challenge bytea primary key,
  session_id uuid not null references platform.console_sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index console_challenges_session on platform.console_challenges (session_id);

-- Has no reader: platform.attempts replaced it.
create table platform.console_attempts (
  key bytea primary key,
  failures integer not null,
  failed_at timestamptz not null,
  blocked_until timestamptz not null
) with (fillfactor = 70);
create index console_attempts_failed_at on platform.console_attempts (failed_at);

-- Mailed links with one use each, stored as hashes.
create table platform.invitations (
  id uuid primary key,
  token_hash bytea not null,
  email text not null,
  email_key text not null,
  kind text not null,
  organisation text not null,
  role text not null,
  invited_by uuid not null references platform.people (id),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invitations_token on platform.invitations (token_hash);
-- One open invitation for each address and organisation.
create unique index invitations_waiting
  on platform.invitations (kind, organisation, email_key) where accepted_at is null and withdrawn_at is null;

create table platform.password_links (
  token_hash bytea primary key,
  person_id uuid not null references platform.people (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_links_person on platform.password_links (person_id);

-- === Replica positions ===

-- Position of each principal's last write in the WAL, for reads from replicas (ADR 24).
create unlogged table platform.positions (
  principal text primary key,
  position pg_lsn not null,
  noted_at timestamptz not null
) with (fillfactor = 50);

-- A missing row means that platform.positions may have been emptied: both tables are unlogged.
create unlogged table platform.position_marker (
  only_one boolean primary key default true check (only_one),
  epoch uuid not null
);

create table platform.replica_epoch (
  only_one boolean primary key default true check (only_one),
  epoch uuid not null
);
insert into platform.replica_epoch (epoch) values (gen_random_uuid());

-- === Partitioned tables ===

-- Tables in partitions (ADR 27): a first partition `_before`, partitions of one or more months, and a last partition
-- `_ahead`, so every row has a partition even if new months are made late.
create table platform.divided_tables (
  schema_name text not null,
  table_name text not null,
  -- A UUIDv7 or a time. Never null, and never changed by an update or a trigger.
  key_column text not null,
  -- Statements that add to a new partition what the table cannot declare, such as a key without `key_column`. %1$s
  -- stands for the partition.
  leaf_statements text[] not null default '{}',
  -- Old rows are deleted. An old partition without rows is dropped.
  is_swept boolean not null default false,
  primary key (schema_name, table_name)
);

-- Returns the smallest key of a time.
create function platform.key_at(moment timestamptz, kind regtype) returns text language sql stable as $$
  select case when kind = 'uuid'::regtype
    then regexp_replace(
      lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), '^(.{8})(.{4})$', '\1-\2-0000-0000-000000000000')
    else moment::text end
$$;

-- Returns the time of a key.
create function platform.moment_of(key text, kind regtype) returns timestamptz language sql stable as $$
  select case when kind = 'uuid'::regtype
    then to_timestamp(('x' || left(replace(key, '-', ''), 12))::bit(48)::bigint / 1000.0)
    else key::timestamptz end
$$;

-- All partitions with their bounds.
create view platform.partitions as
select divided.schema_name, divided.table_name, divided.key_column, divided.is_swept, kind.is as key_type,
  parent.oid as table_oid, leaf.oid as partition_oid, leaf.relname::text as partition_name,
  -- Null where it has no beginning, or no end.
  platform.moment_of(substring(bound.said from $re$FROM \('([^']+)'\)$re$), kind.is) as from_at,
  platform.moment_of(substring(bound.said from $re$TO \('([^']+)'\)$re$), kind.is) as to_at
from platform.divided_tables divided
join pg_namespace space on space.nspname = divided.schema_name
join pg_class parent on parent.relnamespace = space.oid and parent.relname = divided.table_name and parent.relkind = 'p'
join pg_inherits link on link.inhparent = parent.oid
join pg_class leaf on leaf.oid = link.inhrelid
cross join lateral (select pg_get_expr(leaf.relpartbound, leaf.oid) as said) bound
cross join lateral (
  select atttypid::regtype as is from pg_attribute where attrelid = parent.oid and attname = divided.key_column) kind;

-- Locks a table and the tables of its foreign keys. It gives up after 500 ms and tries again, so that writers do not
-- queue behind it while it waits for a long report.
create function platform.lock_patiently(target regclass, seconds integer default 600) returns void language plpgsql as $$
declare
  names text := (
    select string_agg(distinct named::text, ', ') from (
      select target as named
      union all select confrelid::regclass from pg_constraint where conrelid = target and contype = 'f' and conparentid = 0
    ) wanted);
  deadline timestamptz := clock_timestamp() + make_interval(secs => seconds);
  before text := current_setting('lock_timeout');
begin
  perform set_config('lock_timeout', '500ms', true);
  loop
    begin
      execute format('lock table %s in access exclusive mode', names);
      exit;
    exception when lock_not_available or deadlock_detected then
      if clock_timestamp() > deadline then raise; end if;
      perform pg_sleep(0.3 + random() / 2);
    end;
  end loop;
  perform set_config('lock_timeout', before, true);
end $$;

-- Creates a table like the partitions of another table, without attaching it.
create function platform.make_leaf(target regclass, leaf_name text, from_at timestamptz, to_at timestamptz)
returns regclass language plpgsql as $$
declare
  divided record;
  leaf text;
  bounds text;
  statement text;
begin
  select t.*, a.atttypid::regtype as kind into strict divided
  from platform.divided_tables t
  join pg_namespace n on n.nspname = t.schema_name
  join pg_class c on c.relnamespace = n.oid and c.relname = t.table_name and c.oid = target
  join pg_attribute a on a.attrelid = c.oid and a.attname = t.key_column;
  leaf := format('%I.%I', divided.schema_name, leaf_name);
  execute format('create table %s (like %s including all)', leaf, target);
  bounds := concat_ws(' and ',
    format('%I >= %L', divided.key_column, platform.key_at(from_at, divided.kind)),
    format('%I < %L', divided.key_column, platform.key_at(to_at, divided.kind)));
  if from_at is null then bounds := format('%I < %L', divided.key_column, platform.key_at(to_at, divided.kind)); end if;
  if to_at is null then bounds := format('%I >= %L', divided.key_column, platform.key_at(from_at, divided.kind)); end if;
  -- With it, being put into the table needs no look at the rows.
  execute format('alter table %s add constraint within_bounds check (%s)', leaf, bounds);
  foreach statement in array divided.leaf_statements loop execute format(statement, leaf); end loop;
  return leaf::regclass;
end $$;

-- Attaches a partition. The check "within_bounds" saves the scan, and is dropped afterwards.
create function platform.attach_leaf(target regclass, leaf regclass, from_at timestamptz, to_at timestamptz)
returns void language plpgsql as $$
declare
  kind regtype := (
    select a.atttypid::regtype from pg_partitioned_table p
    join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0] where p.partrelid = target);
begin
  execute format('alter table %s attach partition %s for values from (%s) to (%s)', target, leaf,
    coalesce(quote_literal(platform.key_at(from_at, kind)), 'minvalue'),
    coalesce(quote_literal(platform.key_at(to_at, kind)), 'maxvalue'));
  execute format('alter table %s drop constraint if exists within_bounds', leaf);
end $$;

create function platform.month_name(table_name text, from_at timestamptz) returns text language sql stable as $$
  select table_name || to_char(from_at at time zone 'UTC', '_YYYY_MM')
$$;

-- Step 1 of 3 to partition a table, each in its own transaction. Adds a constraint, not yet validated, that forbids
-- rows from the month after next on. Step 2 is `validate constraint within_bounds`, which reads the table beside
-- readers and writers.
create function platform.fence_table(target regclass, key_column text) returns void language plpgsql as $$
declare
  kind regtype := (select atttypid::regtype from pg_attribute where attrelid = target and attname = key_column);
  latest text;
  -- A sandbox may live in the future.
  moment timestamptz := now() + (select offset_ms from platform.clock) * interval '1 millisecond';
begin
  execute format('select %1$I::text from %2$s order by %1$I desc limit 1', key_column, target) into latest;
  moment := date_trunc('month', greatest(moment, platform.moment_of(latest, kind)), 'UTC') + interval '2 months';
  perform platform.lock_patiently(target);
  execute format('alter table %s add constraint within_bounds check (%I < %L) not valid', target, key_column,
    platform.key_at(moment, kind));
end $$;

-- Step 3. The table becomes the first partition of a table with its name. No row is copied or read: the constraint of
-- fence_table proves the bound, and existing indexes and foreign keys are reused.
create function platform.divide_table(
  target regclass, key_column text, leaf_statements text[] default '{}', is_swept boolean default false)
returns void language plpgsql as $$
declare
  space text := (select relnamespace::regnamespace::text from pg_class where oid = target);
  name text := (select relname from pg_class where oid = target);
  kind regtype := (select atttypid::regtype from pg_attribute where attrelid = target and attname = key_column);
  parent text := format('%I.%I', space, name);
  before text := format('%I.%I', space, name || '_before');
  bound text;
  said text;
begin
  perform platform.lock_patiently(target);
  select substring(pg_get_expr(conbin, conrelid) from $re$'([^']+)'$re$) into strict bound
  from pg_constraint where conrelid = target and conname = 'within_bounds' and convalidated;
  execute format('alter table %s rename to %I', parent, name || '_before');
  execute format('create table %s (like %s including all excluding indexes) partition by range (%I)', parent, before, key_column);
  execute format('alter table %s drop constraint within_bounds', parent);
  -- Keys that hold for all partitions, then indexes; those of the first partition are already there.
  for said in
    select case when i.indisprimary then format('alter table %s add %s', parent, pg_get_constraintdef(k.oid))
      else regexp_replace(pg_get_indexdef(i.indexrelid), '^(CREATE (UNIQUE )?INDEX) \S+ ON \S+', '\1 ON ' || parent) end
    from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'p'
    where i.indrelid = target and i.indisvalid and (not i.indisunique or (
      select attnum from pg_attribute where attrelid = target and attname = key_column) = any(i.indkey))
    union all
    select format('alter table %s add constraint %I %s', parent, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = target and contype = 'f'
    union all
    -- Whoever was allowed something stays so.
    select format('grant %s on %s to %s', a.privilege_type, parent,
      case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
    from pg_class c cross join lateral aclexplode(c.relacl) a where c.oid = target and a.grantee <> c.relowner
  loop
    execute said;
  end loop;
  insert into platform.divided_tables values (space, name, divide_table.key_column, divide_table.leaf_statements, divide_table.is_swept);
  perform platform.attach_leaf(parent::regclass, target, null, platform.moment_of(bound, kind));
  perform platform.attach_leaf(parent::regclass,
    platform.make_leaf(parent::regclass, name || '_ahead', platform.moment_of(bound, kind), null),
    platform.moment_of(bound, kind), null);
end $$;

-- Makes partitions up to a time from the empty part of `_ahead`. Returns false if `_ahead` has rows: then fence_ahead
-- and close_ahead are needed.
create function platform.make_months(target regclass, until timestamptz) returns boolean language plpgsql as $$
declare
  ahead record;
  start_at timestamptz;
  end_at timestamptz := date_trunc('month', until, 'UTC');
  filled boolean;
begin
  select * into strict ahead from platform.partitions where table_oid = target and to_at is null;
  if ahead.from_at >= end_at then return true; end if;
  perform platform.lock_patiently(target, 60);
  -- Another process may have made them while this one waited.
  select * into strict ahead from platform.partitions where table_oid = target and to_at is null;
  execute format('select exists (select from %s)', ahead.partition_oid::regclass) into filled;
  if filled then return false; end if;
  execute format('alter table %s detach partition %s', target, ahead.partition_oid::regclass);
  start_at := ahead.from_at;
  while start_at < end_at loop
    perform platform.attach_leaf(target,
      platform.make_leaf(target, platform.month_name(ahead.table_name, start_at), start_at,
        date_trunc('month', start_at + interval '40 days', 'UTC')),
      start_at, date_trunc('month', start_at + interval '40 days', 'UTC'));
    start_at := date_trunc('month', start_at + interval '40 days', 'UTC');
  end loop;
  perform platform.attach_leaf(target, ahead.partition_oid::regclass, end_at, null);
  return true;
end $$;

-- Step 1 of 3 to close `_ahead`: adds an upper bound, not yet validated. Step 2 is `validate constraint within_bounds`.
create function platform.fence_ahead(target regclass, at_least timestamptz) returns text language plpgsql as $$
declare
  ahead record;
  latest text;
  end_at timestamptz;
begin
  select * into strict ahead from platform.partitions where table_oid = target and to_at is null;
  execute format('select %1$I::text from %2$s order by %1$I desc limit 1', ahead.key_column, ahead.partition_oid::regclass)
  into latest;
  end_at := date_trunc('month',
    greatest(at_least, ahead.from_at, platform.moment_of(latest, ahead.key_type)), 'UTC') + interval '2 months';
  perform platform.lock_patiently(ahead.partition_oid::regclass, 60);
  execute format('alter table %s drop constraint if exists within_bounds', ahead.partition_oid::regclass);
  execute format('alter table %s add constraint within_bounds check (%I >= %L and %I < %L) not valid',
    ahead.partition_oid::regclass, ahead.key_column, platform.key_at(ahead.from_at, ahead.key_type), ahead.key_column,
    platform.key_at(end_at, ahead.key_type));
  return ahead.partition_oid::regclass::text;
end $$;

-- Step 3: `_ahead` becomes a partition with an end, and a new `_ahead` follows.
create function platform.close_ahead(target regclass) returns void language plpgsql as $$
declare
  ahead record;
  end_at timestamptz;
  closed text;
begin
  perform platform.lock_patiently(target, 60);
  select * into strict ahead from platform.partitions where table_oid = target and to_at is null;
  closed := platform.month_name(ahead.table_name, ahead.from_at);
  select platform.moment_of(substring(pg_get_expr(conbin, conrelid) from $re$<\s+'([^']+)'$re$), ahead.key_type)
  into strict end_at
  from pg_constraint where conrelid = ahead.partition_oid and conname = 'within_bounds' and convalidated;
  execute format('alter table %s detach partition %s', target, ahead.partition_oid::regclass);
  execute format('alter table %s rename to %I', ahead.partition_oid::regclass, closed);
  perform platform.attach_leaf(target, ahead.partition_oid::regclass, ahead.from_at, end_at);
  perform platform.attach_leaf(target,
    platform.make_leaf(target, ahead.table_name || '_ahead', end_at, null), end_at, null);
end $$;

-- === Splitting and detaching partitions ===

-- Partitions that are being copied into months while they are used. `shadow` is a table with these months as its
-- partitions. It holds the copied rows and the changes made meanwhile.
create table platform.partition_splits (
  schema_name text not null,
  table_name text not null,
  partition_name text not null,
  shadow text not null,
  -- Primary key of the last copied row.
  copied_after text[],
  copied bigint not null default 0,
  primary key (schema_name, table_name)
);

-- Partitions that were taken out of their table, also if only an archive still has them.
create table platform.detached_partitions (
  schema_name text not null,
  table_name text not null,
  partition_name text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  detached_at timestamptz not null,
  primary key (schema_name, partition_name)
);

create function platform.is_empty(leaf regclass) returns boolean language plpgsql as $$
declare
  filled boolean;
begin
  execute format('select exists (select from %s)', leaf) into filled;
  return not filled;
end $$;

create function platform.primary_key_of(leaf regclass) returns text[] language sql stable as $$
  select array_agg(a.attname::text order by k.place)
  from pg_index i cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = leaf and i.indisprimary
$$;

-- Repeats a change in the shadow. Arguments: the shadow, then the columns of the primary key. A change of a row that is
-- being copied waits for the copy, which locks the row.
create function platform.mirror_row() returns trigger language plpgsql as $$
declare
  columns text := (select string_agg(quote_ident(c), ', ') from unnest(tg_argv[1:]) c);
  given text := (select string_agg('($1).' || quote_ident(c), ', ') from unnest(tg_argv[1:]) c);
begin
  if tg_op <> 'INSERT' then
    execute format('delete from %s where (%s) = (%s)', tg_argv[0], columns, given) using old;
  end if;
  if tg_op <> 'DELETE' then
    execute format('insert into %s select ($1).*', tg_argv[0]) using new;
  end if;
  return null;
end $$;

create function platform.begin_split(target regclass, leaf regclass) returns void language plpgsql as $$
declare
  part record;
  -- Whatever is older than twenty years before the end stays together.
  start_at timestamptz;
  next_at timestamptz;
  oldest text;
  shadow text;
  said text;
begin
  select * into strict part from platform.partitions where table_oid = target and partition_oid = leaf;
  execute format('select %1$I::text from %2$s order by %1$I limit 1', part.key_column, leaf) into oldest;
  start_at := date_trunc('month', coalesce(platform.moment_of(oldest, part.key_type), part.to_at), 'UTC');
  start_at := greatest(least(start_at, part.to_at), part.from_at, part.to_at - interval '20 years');
  shadow := format('%I.%I', part.schema_name, part.table_name || '_split');
  execute format('create table %s (like %s including all) partition by range (%I)', shadow, target, part.key_column);
  -- The constraints of the bounds stay until they are partitions of the table itself.
  if part.from_at is null then
    execute format('alter table %s attach partition %s for values from (minvalue) to (%L)', shadow,
      platform.make_leaf(target, part.table_name || '_before_split', null, start_at),
      platform.key_at(start_at, part.key_type));
  else
    start_at := part.from_at;
  end if;
  while start_at < part.to_at loop
    next_at := date_trunc('month', start_at + interval '40 days', 'UTC');
    execute format('alter table %s attach partition %s for values from (%L) to (%L)', shadow,
      platform.make_leaf(target, platform.month_name(part.table_name, start_at)
        || case when part.from_at = start_at then '_split' else '' end, start_at, next_at),
      platform.key_at(start_at, part.key_type), platform.key_at(next_at, part.key_type));
    start_at := next_at;
  end loop;
  -- Only now: making tables takes longer than anybody should wait.
  perform platform.lock_patiently(target, 60);
  for said in
    select format('alter table %s add constraint %I %s', shadow, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = target and contype = 'f' and conparentid = 0
  loop
    execute said;
  end loop;
  execute format(
    'create trigger mirrored after insert or update or delete on %s for each row execute function platform.mirror_row(%s)',
    leaf, (select string_agg(quote_literal(word), ', ') from unnest(shadow || platform.primary_key_of(leaf)) word));
  insert into platform.partition_splits (schema_name, table_name, partition_name, shadow)
  values (part.schema_name, part.table_name, part.partition_name, shadow);
end $$;

-- Copies the next rows and returns their number. Each row is locked until the commit.
create function platform.copy_rows(target regclass, most integer) returns integer language plpgsql as $$
declare
  split record;
  leaf regclass;
  columns text;
  after text := '';
  seen integer;
  last text[];
begin
  select s.* into strict split from platform.partition_splits s
  where format('%I.%I', s.schema_name, s.table_name)::regclass = target for update;
  leaf := format('%I.%I', split.schema_name, split.partition_name)::regclass;
  columns := (select string_agg(quote_ident(c), ', ') from unnest(platform.primary_key_of(leaf)) c);
  if split.copied_after is not null then
    after := format('where (%s) > (%s)', columns,
      (select string_agg(quote_literal(value), ', ' order by place) from unnest(split.copied_after) with ordinality u (value, place)));
  end if;
  execute format(
    'with taken as materialized (select * from %1$s %2$s order by %3$s limit %4$s for share),
       copied as (insert into %5$s select * from taken on conflict do nothing)
     select (select count(*)::integer from taken),
       (select array[%6$s] from taken order by %7$s limit 1)',
    leaf, after, columns, most, split.shadow,
    (select string_agg(quote_ident(c) || '::text', ', ') from unnest(platform.primary_key_of(leaf)) c),
    (select string_agg(quote_ident(c) || ' desc', ', ') from unnest(platform.primary_key_of(leaf)) c))
  into seen, last;
  update platform.partition_splits set copied_after = coalesce(last, copied_after), copied = copied + seen
  where schema_name = split.schema_name and table_name = split.table_name;
  return seen;
end $$;

-- Counts the rows of the partition and of the shadow in one snapshot.
create function platform.count_split(target regclass, out here bigint, out there bigint) language plpgsql as $$
declare
  split record;
begin
  select s.* into strict split from platform.partition_splits s
  where format('%I.%I', s.schema_name, s.table_name)::regclass = target;
  execute format('select (select count(*) from %I.%I), (select count(*) from %s)',
    split.schema_name, split.partition_name, split.shadow) into here, there;
end $$;

-- Puts the months in the place of the partition. Only names and bounds change, in one transaction.
create function platform.finish_split(target regclass) returns void language plpgsql as $$
declare
  split record;
  leaf text;
  part record;
  kind regtype;
  months record;
begin
  select s.* into strict split from platform.partition_splits s
  where format('%I.%I', s.schema_name, s.table_name)::regclass = target for update;
  leaf := format('%I.%I', split.schema_name, split.partition_name);
  perform platform.lock_patiently(target, 60);
  select key_type into strict kind from platform.partitions where table_oid = target limit 1;
  execute format('alter table %s detach partition %s', target, leaf);
  execute format('drop table %s', leaf);
  for months in
    select c.oid::regclass as month, c.relname,
      platform.moment_of(substring(b.said from $re$FROM \('([^']+)'\)$re$), kind) as from_at,
      platform.moment_of(substring(b.said from $re$TO \('([^']+)'\)$re$), kind) as to_at
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as said) b
    where i.inhparent = split.shadow::regclass
  loop
    execute format('alter table %s detach partition %s', split.shadow, months.month);
    if months.relname like '%\_split' then
      execute format('alter table %s rename to %I', months.month, regexp_replace(months.relname, '_split$', ''));
    end if;
    perform platform.attach_leaf(target, months.month, months.from_at, months.to_at);
  end loop;
  execute format('drop table %s', split.shadow);
  delete from platform.partition_splits where schema_name = split.schema_name and table_name = split.table_name;
end $$;

-- Takes the oldest month out. `_before`, which must be empty, takes over its range. The detached table keeps its
-- foreign keys while it is in this database.
create function platform.detach_month(target regclass, leaf regclass, moment timestamptz) returns void language plpgsql as $$
declare
  part record;
  before record;
begin
  select * into strict part from platform.partitions where table_oid = target and partition_oid = leaf;
  perform platform.lock_patiently(target, 60);
  select * into strict before from platform.partitions where table_oid = target and from_at is null;
  if not platform.is_empty(before.partition_oid) or before.to_at <> part.from_at then
    raise exception '% is not the oldest', leaf using errcode = 'object_not_in_prerequisite_state';
  end if;
  execute format('alter table %s detach partition %s', target, before.partition_oid::regclass);
  execute format('alter table %s detach partition %s', target, leaf);
  execute format('alter table %s add constraint within_bounds check (%I >= %L and %I < %L) not valid', leaf,
    part.key_column, platform.key_at(part.from_at, part.key_type), part.key_column, platform.key_at(part.to_at, part.key_type));
  perform platform.attach_leaf(target, before.partition_oid::regclass, null, part.to_at);
  insert into platform.detached_partitions
  values (part.schema_name, part.table_name, part.partition_name, part.from_at, part.to_at, moment);
end $$;

-- Deletes rows of an archive whose referenced rows are gone.
create function platform.remove_orphans(target regclass, leaf regclass) returns void language plpgsql as $$
declare
  said text;
begin
  for said in
    select format('delete from %s l where not (%s) and not exists (select from %s o where (%s) = (%s))', leaf,
      (select string_agg(format('l.%I is null', a.attname), ' or ') from unnest(k.conkey) n join pg_attribute a on a.attrelid = target and a.attnum = n),
      k.confrelid::regclass,
      (select string_agg(format('o.%I', a.attname), ', ' order by place) from unnest(k.confkey) with ordinality u (n, place) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n),
      (select string_agg(format('l.%I', a.attname), ', ' order by place) from unnest(k.conkey) with ordinality u (n, place) join pg_attribute a on a.attrelid = target and a.attnum = n))
    from pg_constraint k where k.conrelid = target and k.contype = 'f' and k.conparentid = 0
  loop
    execute said;
  end loop;
end $$;

-- Puts a detached month back.
create function platform.attach_month(target regclass, leaf regclass) returns void language plpgsql as $$
declare
  part record;
  before record;
begin
  select * into strict part from platform.detached_partitions d
  where format('%I.%I', d.schema_name, d.partition_name)::regclass = leaf;
  perform platform.lock_patiently(target, 60);
  select * into strict before from platform.partitions where table_oid = target and from_at is null;
  if not platform.is_empty(before.partition_oid) or before.to_at <> part.to_at then
    raise exception '% does not follow what is before it', leaf using errcode = 'object_not_in_prerequisite_state';
  end if;
  execute format('alter table %s detach partition %s', target, before.partition_oid::regclass);
  perform platform.attach_leaf(target, leaf, part.from_at, part.to_at);
  perform platform.attach_leaf(target, before.partition_oid::regclass, null, part.from_at);
  delete from platform.detached_partitions where schema_name = part.schema_name and partition_name = part.partition_name;
end $$;

-- For swept tables: drops the oldest month if it has ended and is empty, and returns its name. Returns null if there is
-- none.
create function platform.drop_empty_month(target regclass, moment timestamptz) returns text language plpgsql as $$
declare
  oldest record;
  before record;
begin
  select * into strict before from platform.partitions where table_oid = target and from_at is null;
  select * into oldest from platform.partitions where table_oid = target and from_at = before.to_at and to_at <= moment;
  if not found or not platform.is_empty(oldest.partition_oid) or not platform.is_empty(before.partition_oid) then
    return null;
  end if;
  perform platform.lock_patiently(target, 60);
  perform from platform.partitions where partition_oid = oldest.partition_oid and from_at = before.to_at;
  if not found or not platform.is_empty(oldest.partition_oid) or not platform.is_empty(before.partition_oid) then
    return null;
  end if;
  execute format('alter table %s detach partition %s', target, before.partition_oid::regclass);
  execute format('drop table %s', oldest.partition_oid::regclass);
  perform platform.attach_leaf(target, before.partition_oid::regclass, null, oldest.to_at);
  return oldest.partition_name;
end $$;

-- === Audit record of the console ===

create function platform.forbid_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit record is only added to';
end $$;

-- Every act of the console. The name and address are stored as they were at the time.
create table platform.console_audit (
  id uuid primary key,
  at timestamptz not null,
  person_id uuid,
  person_name text not null,
  person_email text not null,
  -- Null for acts that concern only the person.
  kind text,
  organisation text,
  act text not null,
  subject text not null,
  detail jsonb not null,
  address text not null
);
create index console_audit_organisation on platform.console_audit (kind, organisation, id);
create index console_audit_organisation_act on platform.console_audit (kind, organisation, act, id);
create index console_audit_act on platform.console_audit (act, id);
create index console_audit_person on platform.console_audit (person_id, id);
create index console_audit_subject on platform.console_audit (kind, organisation, subject, id) where subject <> '';
create trigger console_audit_is_not_emptied before truncate on platform.console_audit
  for each statement execute function platform.forbid_change();
-- Partitioned by month (ADR 27). This table becomes the first partition.
select platform.fence_table('platform.console_audit', 'id');
alter table platform.console_audit validate constraint within_bounds;
select platform.divide_table('platform.console_audit', 'id', array[
  'create trigger console_audit_is_not_emptied before truncate on %1$s
     for each statement execute function platform.forbid_change()'
]);
create trigger console_audit_stays before update or delete on platform.console_audit
  for each row execute function platform.forbid_change();
create trigger console_audit_is_not_emptied before truncate on platform.console_audit
  for each statement execute function platform.forbid_change();

-- Refused sign-ins: one row for each person, network, hour and act.
create table platform.console_refusals (
  -- Made at the first refusal of the hour, so that rows sort with the audit record.
  id uuid primary key,
  -- Null if no person has the typed address.
  person_id uuid references platform.people (id),
  act text not null,
  -- The client's network. Empty for all networks beyond the first ones of the hour.
  address text not null,
  hour timestamptz not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null
) with (fillfactor = 70);
create unique index console_refusals_counted
  on platform.console_refusals (coalesce(person_id, '00000000-0000-0000-0000-000000000000'::uuid), hour, address, act);
create index console_refusals_person on platform.console_refusals (person_id, id);
create index console_refusals_act on platform.console_refusals (act, id);
create index console_refusals_hour on platform.console_refusals (hour);
