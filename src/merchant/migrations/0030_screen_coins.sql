-- What is asked about coins that came and coins that are to go, and what was answered. Who the customer is stands with
-- the payment, the deposit address or the order, and is read when it is asked.
create table merchant.screenings (
  id uuid primary key,
  direction text not null check (direction in ('in', 'out')),
  purpose text not null check (purpose in ('payment', 'deposit', 'payout')),
  -- The payment, the deposit address, the payout.
  subject_id uuid not null,
  psp_id integer not null,
  coin text not null,
  -- Of coins that came.
  transaction_id text,
  output_index integer,
  address text not null,
  destination_tag text,
  amount numeric(38, 0) not null,
  status text not null check (status in ('pending', 'review', 'allow', 'deny')),
  -- Somebody has said something: the service, or a member of staff. Until then it is asked again.
  decided_by text,
  reason text,
  attempts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint screenings_asked_until_decided check ((due_at is null) = (decided_by is not null)),
  constraint screenings_of_outputs check ((direction = 'in') = (transaction_id is not null))
);
create unique index screenings_output on merchant.screenings (coin, transaction_id, output_index)
  where direction = 'in';
create unique index screenings_payout on merchant.screenings (subject_id) where direction = 'out';
create index screenings_due on merchant.screenings (due_at) where due_at is not null;
create index screenings_held on merchant.screenings (id) where status in ('pending', 'review');

-- What was allowed stays so: the coins may be spent already.
create trigger screenings_allowed_once before update on merchant.screenings
  for each row when (old.status = 'allow' and new.status <> 'allow') execute function merchant.refuse_change();
create trigger screenings_stay before delete or truncate on merchant.screenings
  for each statement execute function merchant.refuse_change();

-- Null where nothing is asked. Decided when the output is first seen, by whether screening is on then.
alter table merchant.chain_outputs
  add column screening text check (screening in ('unasked', 'pending', 'review', 'allow', 'deny'));
create index chain_outputs_unscreened on merchant.chain_outputs (coin) where screening = 'unasked';
create index payouts_unscreened on merchant.payouts (id) where screening = 'unasked';

-- Coins that were denied are kept and count for nothing, as if they had never come.
create or replace view merchant.chain_receipts as
select o.subject_id, o.coin, o.transaction_id, o.output_index, a.address, a.destination_tag, o.destination, o.amount,
  o.first_seen_at, case when o.block_height is null then 0 else s.height - o.block_height + 1 end as confirmations,
  (o.block_height is not null or o.unconfirmed) and o.screening is distinct from 'deny' as visible,
  o.credited, o.credit_count, o.mined_at, o.screening
from merchant.chain_outputs o
join merchant.chain_addresses a using (coin, destination)
join merchant.chain_states s using (coin);
