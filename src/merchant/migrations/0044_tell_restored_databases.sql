-- The database of the server that this is. Another one than the last time: it was restored from a copy, which has
-- forgotten what was sent since.
create table merchant.payout_homes (
  is_only boolean primary key default true check (is_only),
  home text not null
);

-- Transactions that use up coins of ours without having been signed with this database, and that a person knows of.
create table merchant.known_strangers (
  coin text not null,
  transaction_id text not null,
  known_at timestamptz not null,
  primary key (coin, transaction_id)
);
