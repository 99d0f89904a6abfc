create table merchant.webhook_endpoints (
  id uuid primary key,
  psp_id integer not null references merchant.psps (id),
  url text not null,
  sealed_secret bytea not null,
  -- Signs beside the new one until the merchant's software has had time to learn it.
  sealed_previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Attempts that failed since the last success: whoever fails waits behind those who do not.
  failures integer not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- Kept while the log of its deliveries is.
  deleted_at timestamptz
);
create index webhook_endpoints_psp on merchant.webhook_endpoints (psp_id, id) where deleted_at is null;

-- The queue and its log. No foreign key to the endpoint: its lock would make all orders of a merchant touch one row,
-- and endpoints outlive their deliveries.
create table merchant.webhook_deliveries (
  psp_id integer not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- Null for a test event.
  order_id uuid,
  event_type text not null,
  event_sequence bigint,
  occurred_at timestamptz not null,
  -- json, not jsonb: the fields are sent in the order they were given.
  event json not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELLED')),
  due_at timestamptz not null,
  -- Failed attempts since it was queued or sent again: the place in the schedule.
  failed_attempts smallint not null default 0,
  attempts jsonb not null default '[]',
  claimed_by uuid,
  -- In PostgreSQL's time, not the service's: a clock that is moved must not make two senders of one.
  claimed_until timestamptz,
  primary key (psp_id, id)
) with (
  -- Room for a claim beside the row, and a queue that is cleaned while it is short.
  fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1
);
create index webhook_deliveries_queue on merchant.webhook_deliveries (endpoint_id, due_at) where status = 'PENDING';
create index webhook_deliveries_order on merchant.webhook_deliveries (order_id, id) where order_id is not null;
create index webhook_deliveries_open on merchant.webhook_deliveries (psp_id, status, id) where status <> 'DELIVERED';

-- The last event_sequence of each order. Deliveries are swept long before an order's last event may come.
create table merchant.webhook_order_sequences (
  order_id uuid primary key,
  last_sequence bigint not null,
  updated_at timestamptz not null
) with (fillfactor = 80);
