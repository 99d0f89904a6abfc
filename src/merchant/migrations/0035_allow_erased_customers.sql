-- What was said of a customer may be erased; amounts and ids stay.
alter table merchant.payments
  alter column customer_first_name drop not null,
  alter column customer_last_name drop not null,
  alter column customer_email_address drop not null,
  alter column customer_ip_address drop not null;
alter table merchant.deposit_addresses
  alter column customer_first_name drop not null,
  alter column customer_last_name drop not null,
  alter column customer_email_address drop not null;

-- How far each table has been looked through for customers who have not been there for as long as CUSTOMER_DATA_DAYS.
create table merchant.erasure_progress (
  table_name text primary key,
  up_to uuid not null
);

-- Whose turn has come. One with an open payment waits here.
create table merchant.customers_to_erase (
  psp_id integer not null,
  customer_reference_id text not null,
  primary key (psp_id, customer_reference_id)
);
