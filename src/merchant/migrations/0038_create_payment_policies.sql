-- What a PSP wants of its payments, where it wants something else than is usual.
create table merchant.payment_policies (
  psp_id integer primary key,
  minutes_to_choose integer not null check (minutes_to_choose between 5 and 105),
  minutes_to_pay integer not null check (minutes_to_pay between 5 and 15),
  tolerance_bps integer not null check (tolerance_bps between 0 and 1000),
  -- What happens by itself to coins that were too few or too late.
  when_underpaid text not null check (when_underpaid in ('wait', 'accept', 'refund')),
  when_late text not null check (when_late in ('wait', 'accept', 'refund')),
  customer_refund_address boolean not null,
  updated_at timestamptz not null
);

-- Where a payment's coins are to go if they are sent back: stated by the customer or the merchant, for this coin.
alter table merchant.payments
  add column refund_coin text,
  add column refund_address text,
  add column refund_destination_tag text;
