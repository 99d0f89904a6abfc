-- Since when nobody reads the chain because its coin was taken out of the settings; null while somebody does or should.
alter table merchant.chain_states add column off_since timestamptz;
