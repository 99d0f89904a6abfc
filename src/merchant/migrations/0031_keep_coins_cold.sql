-- What the hot wallet of a coin may hold, and the address that the rest is sent to. One person proposes it and another
-- approves; what was approved last counts.
create table merchant.wallet_ceilings (
  id uuid primary key,
  coin text not null,
  -- Null: no ceiling any more.
  ceiling numeric(38, 0) check (ceiling >= 0),
  address text,
  destination_tag text,
  destination text,
  proposed_by text not null,
  status text not null check (status in ('proposed', 'active', 'rejected', 'replaced')),
  decided_by text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint wallet_ceilings_whole check (num_nulls(ceiling, address, destination) in (0, 3)),
  constraint wallet_ceilings_two_people check (decided_by is null or lower(decided_by) <> lower(proposed_by))
);
create unique index wallet_ceilings_active on merchant.wallet_ceilings (coin) where status = 'active';
create index wallet_ceilings_open on merchant.wallet_ceilings (coin, id) where status in ('proposed', 'active');

-- To the provider's own cold wallet: no merchant asked for it, and no order tells of it.
alter table merchant.payouts
  drop constraint payouts_kind_check,
  add constraint payouts_kind_check check (kind in ('withdrawal', 'refund', 'release', 'cold')),
  drop constraint payouts_order_by_kind,
  add constraint payouts_order_by_kind check ((order_id is null) = (kind in ('release', 'cold'))),
  -- 0 stands for the provider itself.
  add constraint payouts_provider_by_kind check ((psp_id = 0) = (kind = 'cold'));
create index payouts_cold on merchant.payouts (coin) where kind = 'cold' and status in ('RESERVED', 'SIGNED');
