-- Tables that only grow are divided by time (ADR 55). What every one of them needs is here; which they are, each service's
-- migrations say.

-- A table in partitions: first everything `_before` a month, then a partition for each month or several, and last one
-- for whatever is `_ahead`, so that there is a place for every row also where nobody made partitions for long.
create table platform.divided_tables (
  schema_name text not null,
  table_name text not null,
  -- A UUIDv7 or a moment; never null, and never changed by an update or a trigger.
  key_column text not null,
  -- What a partition has besides what it takes from the table: a key without `key_column` in it cannot be declared for
  -- all of them. %1$s stands for the partition.
  leaf_statements text[] not null default '{}',
  -- Its rows are swept when they are old enough: an old partition without any is dropped.
  is_swept boolean not null default false,
  primary key (schema_name, table_name)
);

-- The smallest key of a moment, and the moment of a key.
create function platform.key_at(moment timestamptz, kind regtype) returns text language sql stable as $$
  select case when kind = 'uuid'::regtype
    then regexp_replace(
      lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0'), '^(.{8})(.{4})$', '\1-\2-0000-0000-000000000000')
    else moment::text end
$$;
create function platform.moment_of(key text, kind regtype) returns timestamptz language sql stable as $$
  select case when kind = 'uuid'::regtype
    then to_timestamp(('x' || left(replace(key, '-', ''), 12))::bit(48)::bigint / 1000.0)
    else key::timestamptz end
$$;

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

-- Waits for a table and what its foreign keys lead to, and lets everybody pass who would have to wait behind this: a
-- report of minutes must not become minutes without a write.
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

-- A table like the partitions of another, in no table yet.
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

-- The first of three steps, each a transaction: nothing may be written into the table from the month after the next on,
-- which is told to PostgreSQL without a look at what is there. The second is `validate constraint within_bounds`, which
-- looks, while everybody reads and writes. The third is divide_table, which takes a moment.
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

-- The table becomes the first partition of one that takes its name. Nothing is copied, and nothing is looked at: the
-- constraint of fence_table says what PostgreSQL needs to know, and indexes and foreign keys that are there are taken.
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

-- Months up to a moment, cut from what is ahead while nothing is there yet. False where something is: close_ahead.
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

-- What lies ahead gets an end: the first step, whose second is `validate constraint within_bounds`.
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

-- The third: it is a partition of its own, and there is room ahead again.
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
