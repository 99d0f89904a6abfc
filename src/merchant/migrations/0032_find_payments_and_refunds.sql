-- What merchants find their payments, refunds and orders by. Every index ends with the id, which is made of time: a list
-- is one walk along it, newest first, from wherever the page before ended.

alter table merchant.payments
  -- Of the choice that counts, beside the payment so that an index can have it.
  add column coin text,
  -- The merchant ended it before anything was sent.
  add column cancelled_at timestamptz,
  -- The merchant's own notes: texts by keys.
  add column metadata jsonb not null default '{}';

update merchant.payments p set coin = c.coin from merchant.payment_choices c where c.id = p.choice_id;

-- By the database, since the version before knows nothing of it.
create function merchant.note_payment_coin() returns trigger language plpgsql as $$
begin
  new.coin := (select coin from merchant.payment_choices where id = new.choice_id);
  return new;
end $$;
create trigger payments_note_coin before update on merchant.payments
  for each row when (new.choice_id is distinct from old.choice_id) execute function merchant.note_payment_coin();

create index payments_psp on merchant.payments (psp_id, id);
create index payments_status on merchant.payments (psp_id, status, id);
create index payments_reference on merchant.payments (psp_id, payment_reference, id);
create index payments_customer on merchant.payments (psp_id, customer_reference_id, id);
create index payments_coin on merchant.payments (psp_id, coin, id) where coin is not null;
create index payments_exceptional on merchant.payments (psp_id, id) where exceptions <> '{}';

alter table merchant.orders add column metadata jsonb not null default '{}';

alter table merchant.refunds add column psp_id integer;
update merchant.refunds r set psp_id = p.psp_id from merchant.payments p where p.id = r.payment_id;
alter table merchant.refunds alter column psp_id set not null;

-- For the version before, which does not say it.
create function merchant.note_refund_psp() returns trigger language plpgsql as $$
begin
  new.psp_id := (select psp_id from merchant.payments where id = new.payment_id);
  return new;
end $$;
create trigger refunds_note_psp before insert on merchant.refunds
  for each row when (new.psp_id is null) execute function merchant.note_refund_psp();

create index refunds_psp on merchant.refunds (psp_id, id);
create index refunds_open on merchant.refunds (psp_id, status, id) where status <> 'COMPLETED';
create index refunds_order on merchant.refunds (order_id);

-- One row for each key and value of a payment or order, by which it is found again. Only a digest of the two (the first 16
-- bytes of the SHA-256 of key, a zero byte and value): texts of merchants lie in one place each.
create table merchant.metadata_entries (
  psp_id integer not null,
  subject text not null check (subject in ('payment', 'order')),
  digest bytea not null,
  subject_id uuid not null,
  primary key (psp_id, subject, digest, subject_id)
);
