create table merchant.orders (
  id uuid primary key,
  psp_id integer not null,
  -- What made it: a trade, and later withdrawals, deposits, payments, refunds.
  kind text not null,
  order_type text not null check (order_type in ('DEPOSIT', 'WITHDRAW')),
  status text not null check (status in ('CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REVERSED')),
  currency_pair text not null,
  -- In the smallest unit of the ledger; null until it is known.
  coin_amount numeric(38, 0),
  euro_amount numeric(38, 0),
  customer_reference_id text,
  customer_first_name text,
  customer_last_name text,
  customer_email_address text,
  customer_ip_address text,
  -- Where the coins go.
  customer_wallet_address text,
  destination_tag text,
  -- Where they come in.
  payment_address text,
  blockchain_transaction_id text,
  payment_reference_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 90);
create index orders_psp_id on merchant.orders (psp_id, id);
create index orders_customer on merchant.orders (psp_id, customer_reference_id, id);
-- Most orders are completed: the index of all serves those, this one the few others.
create index orders_unusual on merchant.orders (psp_id, status, id) where status <> 'COMPLETED';
