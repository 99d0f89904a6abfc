-- Balances are compared a part at a time. How many walks over all addresses are still due, and the last address of the
-- present one: a restart goes on there.
alter table merchant.chain_states
  add column balance_walks_due smallint not null default 1,
  add column balances_after text not null default '';
