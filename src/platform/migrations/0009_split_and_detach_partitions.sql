-- A partition that is copied into months while it is read and written. What was copied, and what changes meanwhile, is
-- in `shadow`, a table with the months as its partitions, until these take the place of what was copied.
create table platform.partition_splits (
  schema_name text not null,
  table_name text not null,
  partition_name text not null,
  shadow text not null,
  -- The key of the last row that was copied, in the order of the partition's primary key.
  copied_after text[],
  copied bigint not null default 0,
  primary key (schema_name, table_name)
);

-- Out of the table, and where it belongs: whether it is still in this database or only in an archive.
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

-- Arguments: the shadow, then the columns of the primary key. Whoever changes a row that is being copied waits for the
-- copy, which holds it, so that what is deleted here is what was copied.
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

-- The next rows; how many there were. Each is held until the commit, so that nobody changes it between the look and the
-- copy.
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

-- Of one moment: once everything is copied, as many there as here.
create function platform.count_split(target regclass, out here bigint, out there bigint) language plpgsql as $$
declare
  split record;
begin
  select s.* into strict split from platform.partition_splits s
  where format('%I.%I', s.schema_name, s.table_name)::regclass = target;
  execute format('select (select count(*) from %I.%I), (select count(*) from %s)',
    split.schema_name, split.partition_name, split.shadow) into here, there;
end $$;

-- The months take the place of what was copied: nothing but names and bounds changes, in one moment for everybody.
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

-- Takes the oldest month out: what is `_before` it, which has to be empty, takes its range, so that there is a place for
-- every row as ever. With the table's foreign keys it still follows deletions while it is in this database.
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

-- Rows whose others are gone since then: an archive does not bring them back.
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

-- Of a swept table: the oldest month, where it has ended by then and is empty. Null where there is none.
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
