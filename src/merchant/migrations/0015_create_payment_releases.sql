-- Coins that were held for a payment and that nobody could settle, which staff have let go: to an address, or to the
-- merchant's balance.
create table merchant.payment_releases (
  id uuid primary key,
  payment_id uuid not null references merchant.payments (id),
  coin text not null,
  -- None where the merchant got them.
  payout_id uuid unique,
  status text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  address text,
  destination_tag text,
  -- All that was held, the network's share included.
  amount numeric(38, 0) not null check (amount > 0),
  fee_coin_amount numeric(38, 0) not null check (fee_coin_amount >= 0),
  -- What the provider put in because the chain took the coins back afterwards; kept with the first of each coin.
  lost_amount numeric(38, 0) not null default 0,
  released_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint payment_releases_one_way check ((payout_id is null) = (address is null))
);
create index payment_releases_payment on merchant.payment_releases (payment_id, id);

-- The choice that counted when staff first released coins: from then on it counts for good. Null where nothing was.
alter table merchant.payments add column released_choice_id uuid;

-- No order stands behind such a payout: the merchant did not ask for it.
alter table merchant.payouts
  drop constraint payouts_kind_check,
  add constraint payouts_kind_check check (kind in ('withdrawal', 'refund', 'release')),
  alter column order_id drop not null,
  add constraint payouts_order_by_kind check ((order_id is null) = (kind = 'release'));
