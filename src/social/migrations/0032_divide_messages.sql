select platform.divide_table('social.messages', 'id', array[
  'alter table %1$s set (fillfactor = 90)',
  'create index on %1$s (low_id, high_id, from_low, client_id) where client_id is not null'
]);

-- No index knows two partitions, so a client id that was used before is looked for: for four weeks, which are in two
-- partitions at most. Whoever writes into a chat holds its row, and a function that asks anew sees what the one before
-- has written: no two can pass.
create function social.refuse_repeated_client_id() returns trigger language plpgsql as $$
declare
  weeks_ms constant bigint := 28::bigint * 24 * 3600 * 1000;
  digits text := replace(new.id::text, '-', '');
  since uuid := (lpad(to_hex(greatest(0, ('x' || left(digits, 12))::bit(48)::bigint - weeks_ms)), 12, '0')
    || substr(digits, 13))::uuid;
begin
  if exists (
    select from social.messages m
    where m.low_id = new.low_id and m.high_id = new.high_id and m.from_low = new.from_low and m.client_id = new.client_id
      and m.id >= since and m.id < new.id
  ) then
    raise exception 'this client id was used before' using errcode = 'unique_violation', constraint = 'messages_by_client_id';
  end if;
  return new;
end $$;
create trigger messages_by_client_id before insert on social.messages
  for each row when (new.client_id is not null) execute function social.refuse_repeated_client_id();
