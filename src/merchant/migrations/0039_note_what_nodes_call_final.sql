-- Up to here the network itself calls its blocks final; null where it says nothing of the kind.
alter table merchant.chain_states add column final_height bigint;

create or replace view merchant.chain_receipts as
select o.subject_id, o.coin, o.transaction_id, o.output_index, a.address, a.destination_tag, o.destination, o.amount,
  o.first_seen_at, case when o.block_height is null then 0 else s.height - o.block_height + 1 end as confirmations,
  (o.block_height is not null or o.unconfirmed) and o.screening is distinct from 'deny' as visible,
  o.credited, o.credit_count, o.mined_at, o.screening,
  coalesce(o.block_height <= s.final_height, false) as final
from merchant.chain_outputs o
join merchant.chain_addresses a using (coin, destination)
join merchant.chain_states s using (coin);

-- Where a node cannot look into contracts, balances are compared: of the newest addresses with every block, of the
-- others in turn.
create index chain_addresses_newest on merchant.chain_addresses (coin, created_at);
-- What lies at an address.
create index chain_outputs_destination on merchant.chain_outputs (destination, coin);
