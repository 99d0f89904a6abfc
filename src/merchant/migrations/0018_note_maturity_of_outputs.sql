-- How many confirmations the network asks for before the output may be spent: 100 for coins that a miner made.
alter table merchant.chain_outputs add column maturity integer not null default 0;
