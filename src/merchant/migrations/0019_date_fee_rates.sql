-- In PostgreSQL's time: when the node last named the fee rate. Nothing is signed with an old one.
alter table merchant.chain_states add column fee_rate_at timestamptz;
update merchant.chain_states set fee_rate_at = checked_at where fee_rate is not null;
