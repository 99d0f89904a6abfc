-- Keys that sign payouts, one for the account of each coin, sealed with WALLET_KEY: whoever has only the database, or
-- only SECRET_KEY with it, can spend nothing.
create table merchant.chain_keys (
  coin text primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);
