-- A transaction can be in a block without effect: it has taken its fee and used up what it spends, and paid nobody.
alter table merchant.chain_sent add column failed boolean not null default false;
alter table merchant.simulated_transactions add column failed boolean not null default false;

-- What the network took for a payout that it did not pay.
alter table merchant.payouts add column lost_fee numeric(38, 0) not null default 0 check (lost_fee >= 0);
