-- Refused sign-ins of the console, counted beside its audit record: one row for each person, network, hour and act.
create table platform.console_refusals (
  -- Made at the first refusal of the hour: the row is listed with the audit record in the order of ids.
  id uuid primary key,
  -- Null where no person has the address that was typed.
  person_id uuid references platform.people (id),
  act text not null,
  -- The client's network; empty for all networks beyond the first ones of the hour.
  address text not null,
  hour timestamptz not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null
) with (fillfactor = 70);
create unique index console_refusals_counted on platform.console_refusals
  (coalesce(person_id, '00000000-0000-0000-0000-000000000000'::uuid), hour, address, act);
create index console_refusals_person on platform.console_refusals (person_id, id);
create index console_refusals_act on platform.console_refusals (act, id);
create index console_refusals_hour on platform.console_refusals (hour);
