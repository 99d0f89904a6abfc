-- Coins of the network's fee that the merchant was to pay and could not, when a transaction that it shares with others
-- was raised: the provider's cost. The version before knows no such part and leaves it as it is.
alter table merchant.payouts add column fee_borne numeric(38, 0) not null default 0 check (fee_borne >= 0);
