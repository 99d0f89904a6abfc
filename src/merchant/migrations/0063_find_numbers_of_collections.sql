-- A node that is behind names a number that an address has used: whether one of ours has is asked before each collection.
create index payouts_collected on merchant.payouts (coin, source, source_number)
  where source is not null and status = 'COMPLETED';
