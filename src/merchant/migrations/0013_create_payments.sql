create table merchant.payments (
  id uuid primary key,
  psp_id integer not null,
  status text not null check (status in (
    'NEW', 'PENDING', 'CONFIRMING', 'PAID', 'UNRESOLVED', 'EXPIRED', 'REFUNDING', 'PARTIALLY_REFUNDED', 'REFUNDED',
    'REVERSED')),
  exceptions text[] not null default '{}',
  payment_reference text not null,
  -- Cents.
  euro_amount numeric(38, 0) not null check (euro_amount > 0),
  merchant_name text not null,
  description text not null,
  success_return_url text,
  failure_return_url text,
  customer_reference_id text not null,
  customer_first_name text not null,
  customer_last_name text not null,
  customer_email_address text not null,
  customer_ip_address text not null,
  -- The choice that counts: the newest, until coins came for another one.
  choice_id uuid,
  -- The newest order; a payment that failed and was revived has had others.
  order_id uuid,
  -- What was sold for the merchant, once it was: of which choice, for how much, and which transaction is named for it.
  settled_choice_id uuid,
  settled_coin_amount numeric(38, 0),
  settled_euro_amount numeric(38, 0),
  settled_transaction_id text,
  -- Where the merchant had to agree to it.
  accepted_at timestamptz,
  -- The chain took the coins back, and the settlement was undone.
  reversed_at timestamptz,
  -- Coins that the provider put in because a chain took back what was already sent on.
  lost_coin_amount numeric(38, 0) not null default 0 check (lost_coin_amount >= 0),
  lost_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of the time to choose a coin, then of the time to pay.
  expires_at timestamptz not null
) with (fillfactor = 80);
create index payments_expiry on merchant.payments (status, expires_at, id) where status in ('NEW', 'PENDING');

-- Every coin that was chosen, with the terms that were promised for it. Their addresses stay watched.
create table merchant.payment_choices (
  id uuid primary key,
  payment_id uuid not null references merchant.payments (id),
  coin text not null,
  address text not null,
  destination_tag text,
  destination text not null,
  payment_uri text not null,
  -- Euros for one coin, 8 decimals.
  price numeric(38, 0) not null,
  coin_amount numeric(38, 0) not null check (coin_amount > 0),
  required_confirmations integer not null,
  chosen_at timestamptz not null,
  expires_at timestamptz not null
);
create index payment_choices_payment on merchant.payment_choices (payment_id, id);

create table merchant.refunds (
  id uuid primary key,
  payment_id uuid not null references merchant.payments (id),
  choice_id uuid not null,
  order_id uuid not null,
  payout_id uuid not null unique,
  status text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  coin text not null,
  address text not null,
  destination_tag text,
  reason text not null,
  -- What the merchant is told, in cents: what was held, at the price of the choice, and what was paid from its euros.
  total_euro_amount numeric(38, 0) not null,
  -- From the coins that were held for the payment.
  held_coin_amount numeric(38, 0) not null,
  -- Bought for it, and what the merchant paid for them.
  bought_coin_amount numeric(38, 0) not null,
  euro_amount numeric(38, 0) not null,
  -- Of the coins, what the network is left.
  fee_coin_amount numeric(38, 0) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refunds_payment on merchant.refunds (payment_id, id);

-- What staff should look at; each kind once for a payment.
create table merchant.payment_alerts (
  payment_id uuid not null references merchant.payments (id),
  kind text not null,
  created_at timestamptz not null,
  primary key (payment_id, kind)
);
