-- What keeps a long reorganisation from being read to its end: `fault` says reorganising then, and must go on saying so,
-- because it is what keeps everybody from concluding anything.
alter table merchant.chain_states add column stopped_by text;
