-- A sandbox that has made-up weeks behind it, or is to get them: written at its very first start, before anything was
-- booked, so that a sandbox that was used before never gets any. When they are made, and that they are made once, is
-- decided under the lock of this row.
create table merchant.sandbox_life (
  only_row boolean primary key default true check (only_row),
  -- The first start, which the weeks lead up to.
  began_at timestamptz not null,
  made_at timestamptz,
  -- The endpoint of the made-up shop.
  endpoint_id uuid
);
