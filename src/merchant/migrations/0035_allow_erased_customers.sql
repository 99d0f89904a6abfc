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

-- What a receiver answers may repeat what it was told: of a delivery that was erased nothing of that is kept, also where
-- an attempt was under way meanwhile.
alter table merchant.webhook_deliveries add column erased boolean not null default false;
create function merchant.forget_excerpts() returns trigger language plpgsql as $$
begin
  new.attempts := (
    select coalesce(jsonb_agg(attempt.value || '{"response_excerpt": null}' order by attempt.ordinality), '[]')
    from jsonb_array_elements(new.attempts) with ordinality as attempt);
  return new;
end $$;
create trigger webhook_deliveries_forget_excerpts before update on merchant.webhook_deliveries
  for each row when (new.erased) execute function merchant.forget_excerpts();

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
