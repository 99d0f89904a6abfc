-- When an output was first in a block. Whoever sends with too low a fee keeps a promised price only for so long.
alter table merchant.chain_outputs add column mined_at timestamptz;
create or replace view merchant.chain_receipts as
select o.subject_id, o.coin, o.transaction_id, o.output_index, a.address, a.destination_tag, o.destination, o.amount,
  o.first_seen_at, case when o.block_height is null then 0 else s.height - o.block_height + 1 end as confirmations,
  o.block_height is not null or o.unconfirmed as visible, o.credited, o.credit_count, o.mined_at
from merchant.chain_outputs o
join merchant.chain_addresses a using (coin, destination)
join merchant.chain_states s using (coin);

-- Until when coins that were seen in time must be in a block to count at the promised price. Choices that were made
-- before this was asked for keep their price for as long as it takes.
alter table merchant.payment_choices add column mined_by timestamptz;

-- How far from what was asked for a payment counts as exact; fixed when it is made.
alter table merchant.payments add column tolerance_bps integer not null default 50;
alter table merchant.payments add column minutes_to_pay integer not null default 15;
