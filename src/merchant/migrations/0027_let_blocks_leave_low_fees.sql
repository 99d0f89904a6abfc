-- So that payouts that no block takes can be tried: what a block of a simulated chain takes at least, in the coin's own
-- measure, and what a transaction weighs in it. One without a size came before and is mined whatever it pays.
alter table merchant.simulated_chains add column minimum_fee_rate numeric(38, 0) not null default 0;
alter table merchant.simulated_transactions add column size bigint not null default 1;
