-- What a transaction of ours really cost, where its block tells: a part of what was offered may come back.
alter table merchant.chain_sent add column fee numeric(38, 0) check (fee >= 0);

-- What paying a recipient weighs, where that has to be asked for: a contract takes more than an account.
alter table merchant.payouts add column weight bigint check (weight > 0);
