-- A collection moves what customers paid from the account of their address to the one that pays out. It is a payout like
-- any other, from another account, of which the books see the fee alone.
alter table merchant.payouts
  drop constraint payouts_kind_check,
  add constraint payouts_kind_check check (kind in ('withdrawal', 'refund', 'release', 'cold', 'collection')),
  drop constraint payouts_order_by_kind,
  add constraint payouts_order_by_kind check ((order_id is null) = (kind in ('release', 'cold', 'collection'))),
  drop constraint payouts_provider_by_kind,
  add constraint payouts_provider_by_kind check ((psp_id = 0) = (kind in ('cold', 'collection'))),
  -- The destination of the account that it is paid from, and the number that the account had next.
  add column source text,
  add column source_number bigint check (source_number >= 0),
  add constraint payouts_source_by_kind check (
    (kind = 'collection') = (source is not null) and (source is null) = (source_number is null));

-- One at a time: the next takes what is there then, with the number that follows.
create unique index payouts_collecting on merchant.payouts (coin, source)
  where source is not null and status in ('RESERVED', 'SIGNED');

-- What customers paid and nobody has moved.
create index chain_outputs_uncollected on merchant.chain_outputs (coin, amount)
  where credited and spent_by is null and purpose in ('payment', 'deposit');
