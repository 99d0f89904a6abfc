-- Where the payment page sends customers who need help.
alter table merchant.psps
  add column support_address text check (char_length(support_address) between 3 and 254),
  add column shop_url text check (char_length(shop_url) between 8 and 2000);

-- Links with which customers state where a refund goes.
create table merchant.refund_links (
  id uuid primary key,
  psp_id integer not null references merchant.psps (id),
  payment_id uuid not null references merchant.payments (id),
  -- The token has 256 random bits, so a plain hash of it cannot be guessed. Null once the customer's data was erased.
  token_hash bytea unique,
  status text not null check (status in ('OPEN', 'CLAIMED', 'REVOKED', 'EXPIRED')),
  coin text not null,
  -- Cents; null for an unresolved payment, which sends its coins back.
  total_euro_amount numeric(38, 0) check (total_euro_amount > 0),
  -- The parts of the total: reserved euros of the merchant, and coins held for the payment.
  euro_amount numeric(38, 0) not null check (euro_amount >= 0),
  held_coin_amount numeric(38, 0) not null check (held_coin_amount >= 0),
  reason text not null,
  requested_by text not null,
  refund_id uuid unique references merchant.refunds (id),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'CLAIMED') = (refund_id is not null))
);
create index refund_links_payment on merchant.refund_links (payment_id, id);
create index refund_links_open on merchant.refund_links (payment_id) where status = 'OPEN';
create index refund_links_due on merchant.refund_links (expires_at, id) where status = 'OPEN';
