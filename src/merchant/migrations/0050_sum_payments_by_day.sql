-- What a search of the console finds payments by besides; each index ends with the id, as those of the lists do.
create index payments_amount on merchant.payments (psp_id, euro_amount, id);
create index payments_email on merchant.payments (psp_id, lower(customer_email_address), id)
  where customer_email_address is not null;
-- A status and a coin that are common by themselves and rare together.
create index payments_status_coin on merchant.payments (psp_id, status, coin, id) where coin is not null;

-- How many payments of a day there are in each status and coin, and what was credited for them: a year of a million
-- payments is some thousand rows. The day is that of their creation, in UTC.
create table merchant.payment_days (
  psp_id integer not null,
  day date not null,
  -- Empty while none is chosen.
  coin text not null,
  status text not null,
  payments bigint not null,
  -- Cents.
  euro_amount numeric(38, 0) not null,
  primary key (psp_id, day, coin, status)
);

-- What has changed since it was last added up. Added to by every transaction that changes a payment, and never updated:
-- payments of one day wait for nobody. The sum of both tables is exact at every moment.
create table merchant.payment_day_changes (
  id bigint generated always as identity primary key,
  psp_id integer not null,
  day date not null,
  coin text not null,
  status text not null,
  payments integer not null,
  euro_amount numeric(38, 0) not null
);
create index payment_day_changes_psp on merchant.payment_day_changes (psp_id, day);

create function merchant.note_payment_day(payment merchant.payments, direction integer) returns void language sql as $$
  insert into merchant.payment_day_changes (psp_id, day, coin, status, payments, euro_amount)
  values (payment.psp_id, (payment.created_at at time zone 'UTC')::date, coalesce(payment.coin, ''), payment.status,
    direction, direction * coalesce(payment.settled_euro_amount, 0))
$$;
-- By the database, since the version before knows nothing of it.
create function merchant.note_payment_days() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform merchant.note_payment_day(old, -1); end if;
  if tg_op <> 'DELETE' then perform merchant.note_payment_day(new, 1); end if;
  return null;
end $$;
create trigger payments_counted after insert or delete on merchant.payments
  for each row execute function merchant.note_payment_days();
create trigger payments_recounted after update on merchant.payments
  for each row when (
    (old.status, old.coin, old.settled_euro_amount) is distinct from (new.status, new.coin, new.settled_euro_amount)
  ) execute function merchant.note_payment_days();

-- Nobody changes a payment until the commit: the triggers' locks are held.
insert into merchant.payment_days (psp_id, day, coin, status, payments, euro_amount)
select psp_id, (created_at at time zone 'UTC')::date, coalesce(coin, ''), status, count(*),
  coalesce(sum(settled_euro_amount), 0)
from merchant.payments group by 1, 2, 3, 4;

-- What happened to one payment, for its story.
create index events_payment on merchant.events (payment_id, occurred_at) where payment_id is not null;
