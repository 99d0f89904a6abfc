-- Which transaction has used what one of ours would have used; null where the version before has seen it, or none has.
alter table merchant.chain_sent add column excluded_by text;
