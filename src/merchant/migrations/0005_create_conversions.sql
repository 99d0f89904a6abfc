-- Quotes. The key is ordered by time, so that inserts stay at one end of the index; the secret half of the token is
-- 256 random bits and only its hash is kept. No foreign key to the PSP: its check would lock one busy row for each
-- quote, PSPs are never deleted, and the number comes from a token of ours.
create table merchant.conversions (
  id uuid primary key,
  secret_hash bytea not null,
  psp_id integer not null,
  currency_pair text not null,
  transaction_type text not null check (transaction_type in ('DEPOSIT', 'WITHDRAW')),
  -- In the smallest unit of the ledger.
  coin_amount numeric(38, 0) not null check (coin_amount > 0),
  euro_amount numeric(38, 0) not null check (euro_amount > 0),
  -- Euros for one whole coin, 8 decimals.
  price numeric(38, 0) not null check (price > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  order_id uuid
);
create index conversions_expires_at on merchant.conversions (expires_at);
