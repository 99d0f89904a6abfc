-- Every event, for merchants who would rather ask than be told, and for those with no endpoint. Nothing of the customer:
-- that is read from the order or payment when it is asked for, so that there is one place to erase it in.

-- Positions are numbers of transactions, which begin anew where the database is restored into another server: then the
-- era is the next one, and everything before it comes first.
create table merchant.event_era (
  only_row boolean primary key default true check (only_row),
  era integer not null default 1
);
insert into merchant.event_era default values;

create table merchant.events (
  psp_id integer not null,
  era integer not null,
  -- The greater of the transaction's own number and the first one that was not given out when the event was written. No
  -- transaction that is still running can have a position below the oldest running number, so whoever reads up to there
  -- never misses what commits later; and what was written after another event was committed comes after it.
  position xid8 not null,
  id bigint generated always as identity,
  -- Null for an event of a payment without a coin.
  order_id uuid,
  payment_id uuid,
  event_type text not null,
  event_sequence bigint not null,
  occurred_at timestamptz not null,
  -- json, not jsonb: the fields are shown in the order they were given.
  event json not null,
  primary key (psp_id, era, position, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.1);

-- Of a payment without an order, whose deliveries could not be found otherwise.
alter table merchant.webhook_deliveries add column payment_id uuid;
create index webhook_deliveries_payment on merchant.webhook_deliveries (payment_id)
  where order_id is null and payment_id is not null;
