-- Refused sign-ins and proofs, counted beside the audit record: one row for each account, network, hour and event.
create table accounts.refusals (
  -- Made at the first refusal of the hour: the row is listed with the audit record in the order of ids.
  id uuid primary key,
  -- Null where no account is known by what was sent.
  user_id uuid references accounts.users (id) on delete cascade,
  event text not null,
  -- The client's network; empty for all networks beyond the first ones of the hour.
  address text not null,
  hour timestamptz not null,
  times integer not null,
  -- How often each reason was given, and the reason and the program of the last refusal.
  reasons jsonb not null,
  last_reason text not null,
  user_agent text not null,
  first_at timestamptz not null,
  last_at timestamptz not null
) with (fillfactor = 70);
create unique index refusals_counted on accounts.refusals
  (coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid), hour, address, event);
create index refusals_user_id on accounts.refusals (user_id, id);
create index refusals_hour on accounts.refusals (hour);
