-- Cents: what the network's fee costs the merchant. The estimate until the payout is signed; null where the provider
-- pays it, and for orders that send nothing.
alter table merchant.orders add column network_fee numeric(38, 0) check (network_fee >= 0);

alter table merchant.payouts
  -- Whoever asked for the payout pays for its transaction.
  add column fee_payer text not null default 'provider' check (fee_payer in ('merchant', 'provider')),
  -- Cents of the merchant that are set aside for it, those that were charged, and the coins that they were charged for.
  add column fee_reserve numeric(38, 0) not null default 0 check (fee_reserve >= 0),
  add column fee_charge numeric(38, 0) not null default 0 check (fee_charge >= 0),
  add column fee_covered numeric(38, 0) not null default 0 check (fee_covered >= 0);
