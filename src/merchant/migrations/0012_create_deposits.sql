-- What becomes of coins that a PSP's customers deposit: sold at once, or held for the PSP as they are.
alter table merchant.psps add column deposit_mode text not null default 'sell' check (deposit_mode in ('sell', 'hold'));

-- One for each customer of a PSP and coin, for good.
create table merchant.deposit_addresses (
  id uuid primary key,
  psp_id integer not null references merchant.psps (id),
  coin text not null,
  -- What was said of the customer last.
  customer_reference_id text not null,
  customer_first_name text not null,
  customer_last_name text not null,
  customer_email_address text not null,
  customer_ip_address text not null,
  -- Null only inside the transaction that makes the row: whoever comes first for a customer derives it.
  address text,
  destination_tag text,
  created_at timestamptz not null,
  unique (psp_id, customer_reference_id, coin)
);

-- Each crediting of an output of a chain. One that the chain took back and brought again is another deposit.
create table merchant.deposits (
  order_id uuid primary key,
  address_id uuid not null references merchant.deposit_addresses (id),
  coin text not null,
  transaction_id text not null,
  output_index integer not null,
  credit_count integer not null,
  mode text not null check (mode in ('sell', 'hold')),
  amount numeric(38, 0) not null,
  -- In cents; null where the coins were held.
  euro_amount numeric(38, 0),
  reversed_at timestamptz,
  created_at timestamptz not null,
  unique (coin, transaction_id, output_index, credit_count)
);
