-- Coins on their way out. The money lies in provider:payouts from the row's first moment until its end.
create table merchant.payouts (
  id uuid primary key,
  coin text not null,
  kind text not null check (kind in ('withdrawal', 'refund')),
  order_id uuid not null unique,
  psp_id integer not null,
  address text not null,
  destination_tag text,
  destination text not null,
  -- What arrives, and what was set aside beside it for the network's fee.
  amount numeric(38, 0) not null check (amount > 0),
  fee_allowance numeric(38, 0) not null check (fee_allowance >= 0),
  -- In cents: how many confirmations it needs.
  euro_value numeric(38, 0) not null check (euro_value >= 0),
  status text not null check (status in ('RESERVED', 'SIGNED', 'COMPLETED', 'FAILED', 'REVERSED')),
  -- All of these at once, before anybody but us has seen them.
  transaction_id text,
  bytes text,
  fee numeric(38, 0) check (fee >= 0),
  last_height bigint,
  signed_at timestamptz,
  -- When the bytes are to be sent next; null while there is no need.
  due_at timestamptz,
  attempts integer not null default 0,
  -- What the node or the wallet said last, where it would not.
  trouble text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (coin, transaction_id),
  constraint payouts_signed_whole check (num_nulls(transaction_id, bytes, fee, signed_at) in (0, 4)),
  constraint payouts_signed_by_status check (
    case status when 'RESERVED' then bytes is null when 'FAILED' then true else bytes is not null end),
  constraint payouts_due_only_signed check (due_at is null or bytes is not null)
) with (fillfactor = 80);
create index payouts_open on merchant.payouts (coin, status, id) where status in ('RESERVED', 'SIGNED');
create index payouts_due on merchant.payouts (coin, due_at) where due_at is not null;

-- Whatever a program tries: what was signed stays as it is, so no second set of bytes can ever pay the same again.
create function merchant.keep_signed_payout() returns trigger language plpgsql as $$
begin
  raise exception 'payout % is signed: its bytes never change', old.id using errcode = 'restrict_violation';
end $$;
create trigger payouts_signed_once before update on merchant.payouts
  for each row when (
    (old.coin, old.destination, old.amount) is distinct from (new.coin, new.destination, new.amount)
    or old.bytes is not null and
      (old.bytes, old.transaction_id, old.fee, old.last_height)
      is distinct from (new.bytes, new.transaction_id, new.fee, new.last_height)
    or old.status in ('FAILED', 'REVERSED') and new.status <> old.status
    or old.bytes is null and old.status = 'FAILED' and new.bytes is not null)
  execute function merchant.keep_signed_payout();
create trigger payouts_stay before delete or truncate on merchant.payouts
  for each statement execute function merchant.refuse_ledger_change();

-- The numbers of accounts that count what they send, one for each transaction. A number whose transaction can never be
-- mined has no payout any more and is given to the next, because the network waits for every number in turn.
create table merchant.payout_numbers (
  coin text not null,
  number bigint not null,
  payout_id uuid,
  primary key (coin, number)
);
create index payout_numbers_free on merchant.payout_numbers (coin, number) where payout_id is null;
create index payout_numbers_payout on merchant.payout_numbers (payout_id);
