-- Prices that are promised and not yet used: one row for each open quote and each coin choice of an unpaid payment. A
-- row ends by its time, so that nothing has to run for a promise to be released.
create table merchant.open_promises (
  -- The quote or the payment.
  subject_id uuid not null,
  -- The quote or the coin choice.
  id uuid not null,
  psp_id integer not null,
  coin text not null,
  -- Cents.
  euro_amount numeric(38, 0) not null check (euro_amount >= 0),
  ends_at timestamptz not null,
  primary key (subject_id, id)
);
create index open_promises_ended on merchant.open_promises (ends_at);

-- The sums of the rows above: of the house, of each coin and of each PSP. They change in the transaction that adds or
-- deletes the rows, under the lock of the row 'house', so that a quote costs the same however many are open.
create table merchant.open_promise_totals (
  scope text primary key,
  euro_amount numeric(38, 0) not null check (euro_amount >= 0)
) with (fillfactor = 20);

-- Cents that a PSP may have open, where it is less than the setting allows.
alter table merchant.psps add column open_limit numeric(38, 0) check (open_limit >= 0);

insert into merchant.open_promises (subject_id, id, psp_id, coin, euro_amount, ends_at)
select p.id, c.id, p.psp_id, c.coin, p.euro_amount, coalesce(c.mined_by, c.expires_at)
from merchant.payments p join merchant.payment_choices c on c.id = p.choice_id
where p.status in ('PENDING', 'CONFIRMING');

insert into merchant.open_promise_totals (scope, euro_amount)
select 'house', coalesce(sum(euro_amount), 0) from merchant.open_promises
union all select 'coin:' || coin, sum(euro_amount) from merchant.open_promises group by coin
union all select 'psp:' || psp_id, sum(euro_amount) from merchant.open_promises group by psp_id;
