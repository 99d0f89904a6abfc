-- Turnover: euros credited for payments, less reversals and refunds, by the hour of the booking (UTC). The only source
-- is the ledger.
create table merchant.turnover_hours (
  psp_id integer not null,
  starts_at timestamptz not null,
  coin text not null,
  -- Cents. Negative if more was refunded than credited.
  euro_amount numeric(38, 0) not null,
  primary key (psp_id, starts_at, coin)
);
create index turnover_hours_starts_at on merchant.turnover_hours (starts_at);

-- Changes since the last sum. Rows are only added. Both tables together are exact at every moment.
create table merchant.turnover_changes (
  id bigint generated always as identity primary key,
  psp_id integer not null,
  starts_at timestamptz not null,
  coin text not null,
  euro_amount numeric(38, 0) not null
);
create index turnover_changes_psp on merchant.turnover_changes (psp_id, starts_at);

-- The only definition of turnover. A reversal counts in full: the part that the PSP had spent is a separate claim.
create function merchant.is_turnover(kind text) returns boolean language sql immutable as
  $$select kind in ('payment', 'payment_reversed', 'payment_returned', 'refund', 'refund_failed')$$;

create function merchant.turnover_of(movement uuid)
returns table (psp_id integer, starts_at timestamptz, coin text, euro_amount numeric) language sql stable as $$
  select substring(account.owner from 5)::integer, date_trunc('hour', entry.created_at, 'UTC'),
    coalesce((select other.asset from merchant.ledger_entries other
      where other.movement_id = movement and other.asset <> 'EUR' limit 1), ''), entry.amount
  from merchant.ledger_entries entry join merchant.ledger_accounts account on account.id = entry.account_id
  where entry.movement_id = movement and entry.asset = 'EUR' and account.owner ~ '^psp:[1-9][0-9]*$'
$$;

create function merchant.note_turnover() returns trigger language plpgsql as $$
begin
  insert into merchant.turnover_changes (psp_id, starts_at, coin, euro_amount)
  select * from merchant.turnover_of(new.id);
  return null;
end $$;
-- At the commit, because the entries may follow in a later statement.
create constraint trigger movements_note_turnover after insert on merchant.ledger_movements
  deferrable initially deferred for each row when (merchant.is_turnover(new.kind))
  execute function merchant.note_turnover();

insert into merchant.turnover_hours (psp_id, starts_at, coin, euro_amount)
select turnover.psp_id, turnover.starts_at, turnover.coin, sum(turnover.euro_amount)
from merchant.ledger_movements movement cross join lateral merchant.turnover_of(movement.id) turnover
where merchant.is_turnover(movement.kind) group by 1, 2, 3;

-- Staff's queue: the oldest alerts of payments, and the oldest payouts that need an approval.
create index payment_alerts_by_kind on merchant.payment_alerts (kind, created_at, payment_id);
create index payouts_unapproved on merchant.payouts (id) where approval = 'waiting' and status = 'RESERVED';
