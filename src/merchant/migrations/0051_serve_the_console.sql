-- Lists of withdrawals, deposits, trades and refunds, each one walk along an index, newest first. Not of payments, which
-- are most of the orders and have a list of their own: nothing is added to what they cost.
create index orders_kind on merchant.orders (psp_id, kind, id) where kind <> 'payment';
create index orders_kind_unusual on merchant.orders (psp_id, kind, status, id)
  where kind <> 'payment' and status <> 'COMPLETED';

-- By the address that somebody asks about.
create index payouts_destination on merchant.payouts (psp_id, destination);
