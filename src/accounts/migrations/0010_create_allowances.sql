-- How much of what only so many may be had of was used lately, by whom: keys are hashes. An allowance fills up again
-- with time, so a row whose time has come says the same as none.
create table accounts.allowances (
  key bytea primary key,
  -- When all that was used will have come back.
  full_at timestamptz not null
);
create index allowances_full_at on accounts.allowances (full_at);
