-- The tables of the merchant service, as they were at release 1.0.0. Columns keep the physical order of databases from
-- before the baseline, and constraints that are "not valid" there are so here. Amounts are integers in the smallest
-- unit of their asset: numeric(38, 0), because wei need more than 64 bits. Prices are euros for one whole coin with
-- eight decimals.

-- === PSPs and credentials ===

create sequence merchant.psp_ids as integer;

create table merchant.psps (
  id integer primary key default nextval('merchant.psp_ids'),
  name text not null,
  created_at timestamptz not null,
  suspended_at timestamptz,
  -- Whether coins that customers deposit are sold at once or held for the PSP.
  deposit_mode text not null default 'sell' check (deposit_mode in ('sell', 'hold')),
  -- Coins go to listed addresses only. An empty list lets nothing out.
  only_allowed_addresses boolean not null default false,
  unique_payment_references boolean not null default false,
  -- Cents of open promises, if less than the setting allows.
  open_limit numeric(38, 0) check (open_limit >= 0)
);

create function merchant.count_credential_change() returns trigger language plpgsql as $$
begin
  update merchant.credential_revision set revision = revision + 1;
  return null;
end $$;
create trigger psps_changed after update or delete on merchant.psps
  for each statement execute function merchant.count_credential_change();

-- The secret has 256 random bits, so a plain hash of it cannot be guessed.
create table merchant.credentials (
  client_id text primary key,
  psp_id integer not null references merchant.psps (id),
  secret_hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- Tokens name the version with which they were made: a new secret ends the old tokens.
  version integer not null default 1,
  name text not null default '',
  scopes text[] not null default '{read,write,psp}',
  -- Empty: usable from every network.
  networks text[] not null default '{}',
  -- People who were shown the secret. They may not approve requests of this credential.
  holders text[] not null default '{}'
);
create index credentials_psp_id on merchant.credentials (psp_id);
create trigger credentials_changed after insert or update or delete on merchant.credentials
  for each statement execute function merchant.count_credential_change();

-- Counts the changes of PSPs and credentials, so that each process can detect a missed change with one read.
create table merchant.credential_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 0
);
insert into merchant.credential_revision default values;

-- The last requests of each credential, for troubleshooting. Without bodies, queries and secrets.
create table merchant.recent_requests (
  client_id text not null,
  failed boolean not null,
  id uuid not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  request_id text not null,
  at timestamptz not null,
  primary key (client_id, failed, id)
) with (autovacuum_vacuum_scale_factor = 0.05);

-- === Rates ===

-- The last quote of each venue, so that a new leader has prices at once.
create table merchant.rate_books (
  venue text not null,
  pair text not null,
  bid numeric(38, 0) not null,
  ask numeric(38, 0) not null,
  received_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (venue, pair)
) with (fillfactor = 50);

-- One row per pair and minute; older rows are merged to five minutes, then to hours.
create table merchant.rate_history (
  pair text not null,
  starts_at timestamptz not null,
  seconds integer not null,
  open numeric(38, 0) not null,
  high numeric(38, 0) not null,
  low numeric(38, 0) not null,
  close numeric(38, 0) not null,
  primary key (pair, starts_at, seconds)
);
-- For the job that merges rows. Hours are final.
create index rate_history_thinned on merchant.rate_history (seconds, starts_at) where seconds < 3600;

-- === Ledger ===
-- Double-entry bookkeeping. Triggers hold these rules for every writer: a movement sums to zero in each asset, a
-- balance is the sum of its entries, only accounts of the provider and open claims can be negative, and rows never
-- change.

create function merchant.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create function merchant.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;

-- Updates the balance under the lock of its row, and numbers the entry.
create function merchant.apply_entry() returns trigger language plpgsql as $$
begin
  update merchant.ledger_accounts
  set balance = balance + new.amount,
      entry_count = entry_count + 1,
      last_entry_at = greatest(last_entry_at, new.created_at)
  where id = new.account_id
  returning asset, balance, entry_count, last_entry_at
  into new.asset, new.balance_after, new.sequence, new.created_at;
  if not found then
    raise exception 'there is no ledger account %', new.account_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

-- Each statement that adds entries must balance by itself.
create function merchant.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from added group by movement_id, asset having sum(amount) <> 0) then
    raise exception 'the entries of a movement do not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;

create table merchant.ledger_accounts (
  id bigint generated always as identity primary key,
  -- psp:1, psp:1:held, psp:1:claim (the PSP owes it to the provider), provider:trading
  owner text not null check (owner ~ '^(psp:[1-9][0-9]*(:[a-z_]+)?|provider:[a-z_]+)$'),
  asset text not null,
  -- Accounts of the provider have several rows, so that movements do not queue for one row.
  stripe smallint not null,
  balance numeric(38, 0) not null default 0,
  entry_count bigint not null default 0,
  last_entry_at timestamptz not null default '-infinity',
  unique (owner, asset, stripe),
  constraint ledger_accounts_not_below_zero
    check (balance >= 0 or owner like 'provider:%' or owner like 'psp:%:claim'),
  constraint ledger_accounts_claims_not_above_zero check (balance <= 0 or owner not like 'psp:%:claim')
) with (fillfactor = 50);
-- Owner and asset never change, so updates of a balance stay HOT.
create index ledger_accounts_claims on merchant.ledger_accounts (owner, asset) where owner like 'psp:%:claim';
create trigger accounts_stay before delete or truncate on merchant.ledger_accounts
  for each statement execute function merchant.refuse_ledger_change();
-- Only the trigger of the entries passes this one.
create trigger balances_follow_entries before update on merchant.ledger_accounts
  for each statement when (pg_trigger_depth() = 0) execute function merchant.refuse_ledger_change();

create function merchant.open_empty() returns trigger language plpgsql as $$
begin
  new.balance := 0;
  new.entry_count := 0;
  new.last_entry_at := '-infinity';
  return new;
end $$;
create trigger accounts_open_empty before insert on merchant.ledger_accounts
  for each row execute function merchant.open_empty();

create table merchant.ledger_movements (
  id uuid primary key,
  kind text not null,
  -- The subject of the movement. With the kind it is unique, so a subject is booked once.
  reference text not null,
  created_at timestamptz not null,
  unique (kind, reference)
);
create trigger movements_append_only before update or delete or truncate on merchant.ledger_movements
  for each statement execute function merchant.refuse_ledger_change();

create table merchant.ledger_entries (
  account_id bigint not null,
  -- 1, 2, 3 … in each account, without a gap.
  sequence bigint not null,
  movement_id uuid not null references merchant.ledger_movements (id),
  asset text not null,
  amount numeric(38, 0) not null check (amount <> 0),
  balance_after numeric(38, 0) not null,
  -- Never before the preceding entry, even if the clocks of two processes differ.
  created_at timestamptz not null,
  primary key (account_id, sequence)
);
create index ledger_entries_statement on merchant.ledger_entries (account_id, created_at, sequence);
create index ledger_entries_movement_id on merchant.ledger_entries (movement_id);
create trigger entries_append_only before update or delete or truncate on merchant.ledger_entries
  for each statement execute function merchant.refuse_ledger_change();
create trigger entries_balance after insert on merchant.ledger_entries
  referencing new table as added for each statement execute function merchant.refuse_unbalanced();
-- Partitioned by month (ADR 27). This table becomes the first partition.
select platform.fence_table('merchant.ledger_entries', 'movement_id');
alter table merchant.ledger_entries validate constraint within_bounds;
select platform.divide_table('merchant.ledger_entries', 'movement_id', array[
  'alter table %1$s add primary key (account_id, sequence)',
  'create trigger entries_append_only before update or delete or truncate on %1$s
     for each statement execute function merchant.refuse_ledger_change()',
  'create trigger entries_balance after insert on %1$s
     referencing new table as added for each statement execute function merchant.refuse_unbalanced()'
]);
create trigger entries_move_balances before insert on merchant.ledger_entries
  for each row execute function merchant.apply_entry();
create trigger entries_append_only before update or delete or truncate on merchant.ledger_entries
  for each statement execute function merchant.refuse_ledger_change();
create trigger entries_balance after insert on merchant.ledger_entries
  referencing new table as added for each statement execute function merchant.refuse_unbalanced();

-- Returns the account row for this connection and creates it if necessary. Connections have neighbouring process
-- numbers, so they share few stripes.
create function merchant.ledger_account(account_owner text, account_asset text) returns bigint language plpgsql as $$
declare
  account_stripe smallint := case when account_owner like 'provider:%' then pg_backend_pid() % 32 else 0 end;
  account_id bigint;
begin
  select id into account_id from merchant.ledger_accounts
  where owner = account_owner and asset = account_asset and stripe = account_stripe;
  if not found then
    insert into merchant.ledger_accounts (owner, asset, stripe)
    values (account_owner, account_asset, account_stripe) on conflict do nothing;
    select id into account_id from merchant.ledger_accounts
    where owner = account_owner and asset = account_asset and stripe = account_stripe;
  end if;
  return account_id;
end $$;

-- Manual bookings that one member of staff proposes and another confirms within a day. The movement has the same
-- reference.
create table merchant.adjustment_proposals (
  id uuid primary key,
  psp_id integer not null references merchant.psps (id),
  asset text not null,
  -- Positive: the PSP paid in. Negative: the PSP was paid out.
  amount numeric(38, 0) not null check (amount <> 0),
  reference text not null check (reference <> ''),
  -- staff:… as in control_actions.
  proposed_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'proposed' check (status in ('proposed', 'confirmed', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  check (expires_at > created_at),
  constraint adjustment_proposals_decided
    check ( case status
      when 'proposed' then num_nonnulls(decided_by, decided_at) = 0
      else num_nulls(decided_by, decided_at) = 0
      end),
  constraint adjustment_proposals_two_people
    check (status <> 'confirmed' or lower(trim(decided_by)) <> lower(trim(proposed_by))),
  constraint adjustment_proposals_in_time check (status <> 'confirmed' or decided_at < expires_at)
);
create index adjustment_proposals_psp on merchant.adjustment_proposals (psp_id, id);
create index adjustment_proposals_open on merchant.adjustment_proposals (expires_at) where status = 'proposed';

-- Allows one decision and no other change.
create function merchant.keep_proposal() returns trigger language plpgsql as $$
begin
  if old.status <> 'proposed'
    or (new.id, new.psp_id, new.asset, new.amount, new.reference, new.proposed_by, new.created_at, new.expires_at)
      is distinct from
      (old.id, old.psp_id, old.asset, old.amount, old.reference, old.proposed_by, old.created_at, old.expires_at)
  then
    raise exception 'proposal % cannot be changed', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger adjustment_proposals_decided_once before update on merchant.adjustment_proposals
  for each row execute function merchant.keep_proposal();
create trigger adjustment_proposals_stay before delete or truncate on merchant.adjustment_proposals
  for each statement execute function merchant.refuse_change();

-- === Quotes and orders ===

-- Quotes. Of the token's 256 random bits only the hash is stored. There is no foreign key to the PSP: its check would
-- lock one busy row for each quote.
create table merchant.conversions (
  id uuid primary key,
  secret_hash bytea not null,
  psp_id integer not null,
  currency_pair text not null,
  transaction_type text not null check (transaction_type in ('DEPOSIT', 'WITHDRAW')),
  coin_amount numeric(38, 0) not null check (coin_amount > 0),
  euro_amount numeric(38, 0) not null check (euro_amount > 0),
  price numeric(38, 0) not null check (price > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  order_id uuid
);
create index conversions_expires_at on merchant.conversions (expires_at);

-- Promised prices that are not used yet: one row for each open quote and each coin choice of an unpaid payment. A row
-- ends by time, so no job has to release it.
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

-- Sums of open_promises for the house, each coin and each PSP. They change with the rows, under the lock of the row
-- 'house', so a quote costs the same at any number of open ones.
create table merchant.open_promise_totals (
  scope text primary key,
  euro_amount numeric(38, 0) not null check (euro_amount >= 0)
) with (fillfactor = 20);
insert into merchant.open_promise_totals (scope, euro_amount) values ('house', 0);

create table merchant.orders (
  id uuid primary key,
  psp_id integer not null,
  kind text not null,
  order_type text not null check (order_type in ('DEPOSIT', 'WITHDRAW')),
  status text not null check (status in ('CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REVERSED')),
  currency_pair text not null,
  -- Null until it is known.
  coin_amount numeric(38, 0),
  euro_amount numeric(38, 0),
  customer_reference_id text,
  customer_first_name text,
  customer_last_name text,
  customer_email_address text,
  customer_ip_address text,
  -- Destination of the coins.
  customer_wallet_address text,
  destination_tag text,
  -- Address that receives the coins.
  payment_address text,
  blockchain_transaction_id text,
  payment_reference_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Cents. An estimate until the payout is signed. Null if the provider pays it, and for orders without a payout.
  network_fee numeric(38, 0) check (network_fee >= 0),
  -- What the order waits for.
  hold text check (hold in ('approval', 'screening')),
  metadata jsonb not null default '{}'
) with (fillfactor = 90);
create index orders_psp_id on merchant.orders (psp_id, id);
create index orders_customer on merchant.orders (psp_id, customer_reference_id, id);
-- Most orders are completed. The index of all orders serves those.
create index orders_unusual on merchant.orders (psp_id, status, id) where status <> 'COMPLETED';
-- Lists by kind. Payments have their own list and are left out, so that they do not pay for the index.
create index orders_kind on merchant.orders (psp_id, kind, id) where kind <> 'payment';
create index orders_kind_unusual
  on merchant.orders (psp_id, kind, status, id) where kind <> 'payment' and status <> 'COMPLETED';
-- Partitioned by month (ADR 27). This table becomes the first partition.
select platform.fence_table('merchant.orders', 'id');
alter table merchant.orders validate constraint within_bounds;
select platform.divide_table('merchant.orders', 'id', array['alter table %1$s set (fillfactor = 90)']);

-- One row for each key and value, for searches. The digest is the first 16 bytes of SHA-256 of key, a zero byte and
-- value, so the texts are stored in one place only.
create table merchant.metadata_entries (
  psp_id integer not null,
  subject text not null check (subject in ('payment', 'order')),
  digest bytea not null,
  subject_id uuid not null,
  primary key (psp_id, subject, digest, subject_id)
);

-- === Webhooks and events ===

create table merchant.webhook_endpoints (
  id uuid primary key,
  psp_id integer not null references merchant.psps (id),
  url text not null,
  sealed_secret bytea not null,
  -- Signs beside the new secret for a while.
  sealed_previous_secret bytea,
  previous_secret_expires_at timestamptz,
  -- Failed attempts since the last success. Failing endpoints are served last.
  failures integer not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- The row stays as long as the log of its deliveries.
  deleted_at timestamptz,
  -- Grows with each change of the address or the state. A result of an attempt that began before a change is ignored.
  revision integer not null default 0
);
create index webhook_endpoints_psp on merchant.webhook_endpoints (psp_id, id) where deleted_at is null;

-- The queue and its log. There is no foreign key to the endpoint: its lock would make all orders of a merchant share
-- one row. The fill factor leaves room for claims.
create table merchant.webhook_deliveries (
  psp_id integer not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- Null for a test event.
  order_id uuid,
  event_type text not null,
  event_sequence bigint,
  occurred_at timestamptz not null,
  -- json, not jsonb: the order of the fields is kept.
  event json not null,
  status text not null check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELLED')),
  due_at timestamptz not null,
  -- Failures since the delivery was queued or sent again.
  failed_attempts smallint not null default 0,
  attempts jsonb not null default '[]',
  claimed_by uuid,
  -- PostgreSQL's time: a moved clock must not produce two senders.
  claimed_until timestamptz,
  -- For events of a payment without an order.
  payment_id uuid,
  -- Excerpts of the receiver's answers are removed, also from an attempt that was under way: they may repeat the
  -- customer's data.
  erased boolean not null default false,
  primary key (psp_id, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);
create index webhook_deliveries_queue on merchant.webhook_deliveries (endpoint_id, due_at) where status = 'PENDING';
create index webhook_deliveries_order on merchant.webhook_deliveries (order_id, id) where order_id is not null;
create index webhook_deliveries_open on merchant.webhook_deliveries (psp_id, status, id) where status <> 'DELIVERED';
create index webhook_deliveries_payment
  on merchant.webhook_deliveries (payment_id) where order_id is null and payment_id is not null;
-- Earlier events of the same order that have not been tried.
create index webhook_deliveries_line
  on merchant.webhook_deliveries (endpoint_id, order_id, event_sequence)
  where status = 'PENDING' and attempts = '[]'::jsonb;

create function merchant.forget_excerpts() returns trigger language plpgsql as $$
begin
  new.attempts := (
    select coalesce(jsonb_agg(attempt.value || '{"response_excerpt": null}' order by attempt.ordinality), '[]')
    from jsonb_array_elements(new.attempts) with ordinality as attempt);
  return new;
end $$;
create trigger webhook_deliveries_forget_excerpts before update on merchant.webhook_deliveries
  for each row when (new.erased) execute function merchant.forget_excerpts();

-- The last event_sequence of each order. Deliveries may be deleted before an order's last event.
create table merchant.webhook_order_sequences (
  order_id uuid primary key,
  last_sequence bigint not null,
  updated_at timestamptz not null
) with (fillfactor = 80);

-- Positions are transaction ids, which restart in another server after a restore. Each restore begins a new era.
create table merchant.event_era (
  only_row boolean primary key default true check (only_row),
  era integer not null default 1
);
insert into merchant.event_era default values;

-- Every event, for merchants who poll. It holds no data of the customer: readers join the order or payment, so an
-- erasure has one place to change.
create table merchant.events (
  psp_id integer not null,
  era integer not null,
  -- The greater of the transaction's id and the snapshot's xmax at the write. A running transaction cannot have a
  -- position below the oldest running id, so readers up to that id miss nothing.
  position xid8 not null,
  id bigint generated always as identity,
  -- Null for an event of a payment without a coin.
  order_id uuid,
  payment_id uuid,
  event_type text not null,
  event_sequence bigint not null,
  occurred_at timestamptz not null,
  -- json, not jsonb: the order of the fields is kept.
  event json not null,
  primary key (psp_id, era, position, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.1);
create index events_payment on merchant.events (payment_id, occurred_at) where payment_id is not null;

-- === Chains ===
-- State read from the chains. Everything else is derived from these rows: if blocks are unwound, the heights of their
-- outputs go too, and reading other blocks gives the same result as reading only those.

create table merchant.chain_states (
  coin text primary key,
  -- The network and the account of a database never change.
  network text not null,
  account text not null,
  height bigint not null,
  hash text not null,
  -- Everything that happened on the chain before this time is in these tables.
  caught_up_at timestamptz,
  -- PostgreSQL's time of the last read.
  checked_at timestamptz not null default clock_timestamp(),
  fee_rate numeric(38, 0),
  -- Height of the node when it was last asked.
  node_height bigint not null,
  -- Why reading has stopped: node_away, node_behind, deep_reorganisation, …
  fault text,
  -- Set while the coin is not in the settings.
  off_since timestamptz,
  -- Cause that interrupts a long reorganisation. `fault` must stay `reorganising` meanwhile, because it blocks every
  -- conclusion from half-read blocks.
  stopped_by text,
  -- PostgreSQL's time of the fee rate. An old fee rate is not used for signing.
  fee_rate_at timestamptz,
  -- Blocks up to this height are final for the network. Null if the network has no finality.
  final_height bigint,
  -- Balances are compared in parts: the number of walks still due, and the last address of the present walk.
  balance_walks_due smallint not null default 1,
  balances_after text not null default ''
);

create table merchant.chain_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  -- Has no reader.
  mined_at timestamptz,
  primary key (coin, height)
);

-- Indexes of addresses. A gap is harmless; a lock would make callers wait for each other.
create sequence merchant.btc_address_index minvalue 0 maxvalue 2147483647;
create sequence merchant.bch_address_index minvalue 0 maxvalue 2147483647;
create sequence merchant.ltc_address_index minvalue 0 maxvalue 2147483647;
create sequence merchant.eth_address_index minvalue 0 maxvalue 2147483647;
-- Wallets treat the destination tag 0 as no tag.
create sequence merchant.xrp_address_index minvalue 1 maxvalue 2147483647;

-- Branches for new addresses. A restored copy cannot take the same branch again (ADR 11).
create table merchant.address_branches (
  coin text not null,
  -- Unix time in seconds of its beginning. A non-hardened key has 31 bits, which ends in January 2038.
  branch integer not null check (branch > 1),
  -- Order of the beginnings, independent of the clock.
  number bigint generated always as identity,
  server text not null,
  -- The sequence value that stands for index 0.
  base bigint not null,
  begun_at timestamptz not null default clock_timestamp(),
  primary key (coin, branch),
  unique (coin, number)
);

-- Differs after every start or promotion of PostgreSQL and in every copy of the database.
create function merchant.present_server() returns text language sql volatile as $$
  select case when pg_is_in_recovery() then 'standby' else concat_ws(
    ' ', extract(epoch from pg_postmaster_start_time()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()), 'merchant.address_branches'::regclass::oid) end
$$;

-- Addresses that were given out, and what they are for.
create table merchant.chain_addresses (
  coin text not null,
  destination text not null,
  address text not null,
  destination_tag text,
  -- 0 for addresses of customers.
  branch smallint not null,
  address_index bigint not null,
  purpose text not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  account smallint not null default 0,
  -- The branch in the derivation path. Null if it is `branch`.
  path_branch integer,
  primary key (coin, destination)
);
-- 'lost': given out by the original of this database after the copy was made. Its owner is unknown.
alter table merchant.chain_addresses add constraint chain_addresses_purpose_check
  check (purpose in ('payment', 'deposit', 'funds', 'lost')) not valid;
create index chain_addresses_subject on merchant.chain_addresses (subject_id);
create index chain_addresses_newest on merchant.chain_addresses (coin, created_at);

-- Outputs to our addresses. subject_id is null if no payment or deposit waits there.
create table merchant.chain_outputs (
  coin text not null,
  transaction_id text not null,
  output_index integer not null,
  destination text not null,
  amount numeric(38, 0) not null,
  purpose text,
  subject_id uuid,
  first_seen_at timestamptz not null,
  block_height bigint,
  unconfirmed boolean not null,
  -- Whether it is booked now. credit_count tells how often it was: an undone receipt may come again.
  credited boolean not null default false,
  credit_count integer not null default 0,
  -- At this height the subject is reviewed again.
  review_height bigint,
  spent_by text,
  spent_height bigint,
  -- Confirmations before the output can be spent: 100 for mined coins.
  maturity integer not null default 0,
  -- When the output was first in a block. A promised price has a deadline for it.
  mined_at timestamptz,
  -- Null if screening was off when the output was first seen.
  screening text check (screening in ('unasked', 'pending', 'review', 'allow', 'deny')),
  -- Set by staff: the output counts as received at this address and time. `destination` stays, because it finds the
  -- key.
  assigned_destination text,
  assigned_at timestamptz,
  primary key (coin, transaction_id, output_index)
);
create index chain_outputs_subject on merchant.chain_outputs (subject_id);
-- The height comes first: without statistics PostgreSQL would prefer the primary key to an index that begins with the
-- coin.
create index chain_outputs_height on merchant.chain_outputs (block_height, coin);
create index chain_outputs_review on merchant.chain_outputs (coin, review_height) where review_height is not null;
create index chain_outputs_unconfirmed on merchant.chain_outputs (coin) where unconfirmed;
create index chain_outputs_spent on merchant.chain_outputs (coin, spent_height) where spent_height is not null;
create index chain_outputs_unspent on merchant.chain_outputs (coin, amount) where credited and spent_by is null;
create index chain_outputs_unscreened on merchant.chain_outputs (coin) where screening = 'unasked';
create index chain_outputs_destination on merchant.chain_outputs (destination, coin);
create index chain_outputs_uncollected
  on merchant.chain_outputs (coin, amount) where credited and spent_by is null and purpose in ('payment', 'deposit');
-- Seen but not credited: few rows at any time.
create index chain_outputs_pending
  on merchant.chain_outputs (subject_id)
  where not credited
    and purpose in ('payment', 'deposit')
    and (block_height is not null or unconfirmed)
    and screening is distinct from 'deny';
-- The whole sort order is in the index, so that each page starts where the last one ended.
create index chain_outputs_unassigned_newest
  on merchant.chain_outputs (first_seen_at, coin, transaction_id, output_index) where subject_id is null;
create index chain_outputs_unassigned_largest
  on merchant.chain_outputs (coin, amount, transaction_id, output_index) where subject_id is null;

-- Received coins as the chain has them now. Denied coins are not visible.
create view merchant.chain_receipts as
select o.subject_id, o.coin, o.transaction_id, o.output_index, a.address, a.destination_tag, a.destination, o.amount,
  coalesce(o.assigned_at, o.first_seen_at) as first_seen_at,
  case when o.block_height is null then 0 else s.height - o.block_height + 1 end as confirmations,
  (o.block_height is not null or o.unconfirmed) and o.screening is distinct from 'deny' as visible,
  o.credited, o.credit_count, coalesce(o.assigned_at, o.mined_at) as mined_at, o.screening,
  coalesce(o.block_height <= s.final_height, false) as final
from merchant.chain_outputs o
join merchant.chain_addresses a on a.coin = o.coin and a.destination = coalesce(o.assigned_destination, o.destination)
join merchant.chain_states s on s.coin = o.coin;

-- Our own transactions.
create table merchant.chain_sent (
  coin text not null,
  transaction_id text not null,
  subject_id uuid not null,
  block_height bigint,
  unconfirmed boolean not null default false,
  -- Height of another transaction that excludes this one.
  excluded_height bigint,
  review_height bigint,
  -- The real cost, if the block tells it. A part of the offered fee may come back.
  fee numeric(38, 0) check (fee >= 0),
  -- In a block without effect: it took its fee and its inputs, and paid nothing.
  failed boolean not null default false,
  -- The transaction that used the same input. Null if unknown.
  excluded_by text,
  primary key (coin, transaction_id)
);
create index chain_sent_subject on merchant.chain_sent (subject_id);
create index chain_sent_height on merchant.chain_sent (block_height, coin);
create index chain_sent_waiting on merchant.chain_sent (coin) where block_height is null;
create index chain_sent_review on merchant.chain_sent (coin, review_height) where review_height is not null;
create index chain_sent_excluded on merchant.chain_sent (coin, excluded_height) where excluded_height is not null;

-- Inputs of our transactions. The key makes a double spend impossible.
create table merchant.chain_claims (
  coin text not null,
  spend text not null,
  transaction_id text not null,
  -- An input is claimed by one batch. chain_sent_spends lists the transactions of the batch that use it.
  subject_id uuid,
  primary key (coin, spend),
  constraint chain_claims_subject unique (coin, spend, subject_id)
);
create index chain_claims_transaction on merchant.chain_claims (coin, transaction_id);

-- Completes claims that name no batch. The present code always names one.
create function merchant.adopt_claim() returns trigger language plpgsql as $$
begin
  update merchant.chain_claims c set subject_id = t.subject_id from merchant.chain_sent t
  where c.coin = new.coin and c.spend = new.spend and t.coin = new.coin and t.transaction_id = new.transaction_id;
  insert into merchant.chain_sent_spends (coin, spend, transaction_id, subject_id)
  select coin, spend, transaction_id, subject_id from merchant.chain_claims
  where coin = new.coin and spend = new.spend and subject_id is not null;
  return null;
end $$;
create trigger chain_claims_adopted after insert on merchant.chain_claims
  for each row when (new.subject_id is null) execute function merchant.adopt_claim();

create table merchant.chain_sent_spends (
  coin text not null,
  spend text not null,
  transaction_id text not null,
  subject_id uuid not null,
  primary key (coin, spend, transaction_id),
  foreign key (coin, spend, subject_id) references merchant.chain_claims (coin, spend, subject_id)
    on update cascade on delete cascade
);
-- The transaction comes first: without statistics PostgreSQL would prefer the primary key to an index that begins with
-- the coin.
create index chain_sent_spends_transaction on merchant.chain_sent_spends (transaction_id, coin);

-- Subjects to review after a change of the chain, written in the same transaction. A subject may be listed several
-- times: a unique key would make the reader wait for a running review.
create table merchant.chain_reviews (
  id bigint generated always as identity primary key,
  coin text not null,
  purpose text not null check (purpose in ('payment', 'deposit', 'funds', 'payout')),
  subject_id uuid not null,
  -- PostgreSQL's time. Later after a failed review.
  due_at timestamptz not null default clock_timestamp(),
  failed_attempts integer not null default 0
);
create index chain_reviews_due on merchant.chain_reviews (coin, due_at);
create index chain_reviews_subject on merchant.chain_reviews (subject_id);

-- Transactions that were probably made with this wallet but not signed with this database: a restored copy does not
-- know them. Waiting ones use outputs of ours; mined ones pay what a payout was still to pay.
create table merchant.found_strangers (
  coin text not null,
  transaction_id text not null,
  -- The row is deleted when the transaction no longer waits.
  waits boolean not null,
  primary key (coin, transaction_id)
);

-- Transactions that spend our coins without a signature of this database, and that staff have acknowledged.
create table merchant.known_strangers (
  coin text not null,
  transaction_id text not null,
  known_at timestamptz not null,
  primary key (coin, transaction_id)
);

-- Decisions of staff about coins that came for no payment and no deposit: assign them or send them back.
create table merchant.unassigned_decisions (
  id uuid primary key,
  coin text not null,
  transaction_id text not null,
  output_index integer not null,
  -- A copy from chain_outputs, for sorted lists.
  amount numeric(38, 0) not null,
  first_seen_at timestamptz not null,
  kind text not null check (kind in ('payment', 'deposit', 'return')),
  -- The payment or the deposit address.
  subject_id uuid,
  payout_id uuid unique,
  -- A return is done when its payout has arrived, and rejected if the payout failed.
  status text not null check (status in ('proposed', 'done', 'rejected')),
  proposed_by text not null,
  -- For assignments. A return is decided by the decisions about its payout.
  decided_by text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint unassigned_decisions_target
    check ((kind = 'return') = (payout_id is not null) and (kind = 'return') = (subject_id is null)),
  constraint unassigned_decisions_two_people
    check (kind = 'return'
      or status <> 'done'
      or decided_by is not null and lower(trim(decided_by)) <> lower(trim(proposed_by)))
);
create unique index unassigned_decisions_once
  on merchant.unassigned_decisions (coin, transaction_id, output_index) where status <> 'rejected';
create index unassigned_decisions_newest
  on merchant.unassigned_decisions (first_seen_at, coin, transaction_id, output_index) where status <> 'rejected';
create index unassigned_decisions_largest
  on merchant.unassigned_decisions (coin, amount, transaction_id, output_index) where status <> 'rejected';

-- === Simulated chains ===
-- The sandbox's blockchains. Only the simulated node reads them: they stand for the disk of a real node.

create table merchant.simulated_chains (
  coin text primary key,
  -- Every change locks this row, so all processes see one chain.
  height bigint not null,
  hash text not null,
  -- PostgreSQL's time: moving the clock does not mine a block.
  mined_at timestamptz not null default clock_timestamp(),
  -- The lowest fee rate that a block accepts, to test stuck payouts.
  minimum_fee_rate numeric(38, 0) not null default 0
);

create table merchant.simulated_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  mined_at timestamptz not null,
  primary key (coin, height)
);

create table merchant.simulated_transactions (
  coin text not null,
  id text not null,
  -- Keeps parents before children.
  arrival bigint generated always as identity,
  fee numeric(38, 0) not null,
  -- On chains that number the transactions of an account.
  account text,
  number bigint,
  last_height bigint,
  seen_at timestamptz not null,
  -- Null while it waits.
  block_height bigint,
  size bigint not null default 1,
  failed boolean not null default false,
  primary key (coin, id)
);
create index simulated_transactions_block on merchant.simulated_transactions (coin, block_height);
create index simulated_transactions_waiting
  on merchant.simulated_transactions (coin, arrival) where block_height is null;
create index simulated_transactions_account
  on merchant.simulated_transactions (coin, account, number) where account is not null;

create table merchant.simulated_outputs (
  coin text not null,
  transaction_id text not null,
  output_index integer not null,
  address text not null,
  destination_tag text,
  destination text not null,
  amount numeric(38, 0) not null,
  primary key (coin, transaction_id, output_index),
  foreign key (coin, transaction_id) references merchant.simulated_transactions (coin, id) on delete cascade
);
create index simulated_outputs_address on merchant.simulated_outputs (coin, address);
create index simulated_outputs_destination on merchant.simulated_outputs (coin, destination);

-- Inputs of waiting and mined transactions. Each can be used once.
create table merchant.simulated_spends (
  coin text not null,
  spend text not null,
  transaction_id text not null,
  primary key (coin, spend),
  foreign key (coin, transaction_id) references merchant.simulated_transactions (coin, id) on delete cascade
);
create index simulated_spends_transaction on merchant.simulated_spends (coin, transaction_id);

-- === Wallets ===

-- Keys that sign payouts, sealed with WALLET_KEY: a thief of the database and SECRET_KEY cannot spend.
create table merchant.chain_keys (
  coin text primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);

-- Accounts before a change of the key. They stay watched, and their keys sign for the coins that are still there.
create table merchant.former_accounts (
  coin text not null,
  -- Order of use. The present account, in chain_states, has the next number.
  number smallint not null check (number >= 0),
  account text not null,
  -- Sealed with WALLET_KEY. Null if no key was stored.
  sealed_key bytea,
  ended_at timestamptz not null,
  primary key (coin, number),
  unique (coin, account)
);

-- A copy of account_numbers for account 0. The copy has no reader.
create table merchant.payout_numbers (
  coin text not null,
  number bigint not null,
  payout_id uuid,
  primary key (coin, number)
);
create index payout_numbers_free on merchant.payout_numbers (coin, number) where payout_id is null;
create index payout_numbers_payout on merchant.payout_numbers (payout_id);

create function merchant.copy_payout_number() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    insert into merchant.account_numbers (coin, account, number, payout_id)
    values (new.coin, 0, new.number, new.payout_id)
    on conflict (coin, account, number) do update set payout_id = excluded.payout_id;
  end if;
  return null;
end $$;
create trigger payout_numbers_copied after insert or update on merchant.payout_numbers
  for each row execute function merchant.copy_payout_number();

-- Nonces of accounts that number their transactions. A nonce whose transaction can never be mined has no payout and is
-- used next, because the network waits for every nonce in turn.
create table merchant.account_numbers (
  coin text not null,
  account smallint not null,
  number bigint not null,
  payout_id uuid,
  primary key (coin, account, number)
);
create index account_numbers_free on merchant.account_numbers (coin, account, number) where payout_id is null;
create index account_numbers_payout on merchant.account_numbers (payout_id);

create function merchant.copy_account_number() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    insert into merchant.payout_numbers (coin, number, payout_id) values (new.coin, new.number, new.payout_id)
    on conflict (coin, number) do update set payout_id = excluded.payout_id;
  end if;
  return null;
end $$;
create trigger account_numbers_copied after insert or update on merchant.account_numbers
  for each row when (new.account = 0) execute function merchant.copy_account_number();

-- The server of this database. After a restore into another server it differs, and payouts wait: the copy does not know
-- what was sent since.
create table merchant.payout_homes (
  is_only boolean primary key default true check (is_only),
  home text not null
);

-- The limit of a coin's hot wallet, and the address that receives the rest. One person proposes and another approves.
create table merchant.wallet_ceilings (
  id uuid primary key,
  coin text not null,
  -- Null: no limit.
  ceiling numeric(38, 0) check (ceiling >= 0),
  address text,
  destination_tag text,
  destination text,
  proposed_by text not null,
  status text not null check (status in ('proposed', 'active', 'rejected', 'replaced')),
  decided_by text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint wallet_ceilings_whole check (num_nulls(ceiling, address, destination) in (0, 3)),
  constraint wallet_ceilings_two_people check (decided_by is null or lower(decided_by) <> lower(proposed_by))
);
create unique index wallet_ceilings_active on merchant.wallet_ceilings (coin) where status = 'active';
create index wallet_ceilings_open on merchant.wallet_ceilings (coin, id) where status in ('proposed', 'active');

-- === Deposits ===

-- One permanent address for each PSP, customer and coin.
create table merchant.deposit_addresses (
  id uuid primary key,
  psp_id integer not null references merchant.psps (id),
  coin text not null,
  -- The columns about the customer hold the last given values.
  customer_reference_id text not null,
  customer_first_name text,
  customer_last_name text,
  customer_email_address text,
  customer_ip_address text,
  -- Null only within the transaction that creates the row.
  address text,
  destination_tag text,
  created_at timestamptz not null,
  unique (psp_id, customer_reference_id, coin)
);

-- Each crediting of an output. If the chain undoes and repeats it, that is another deposit.
create table merchant.deposits (
  order_id uuid primary key,
  address_id uuid not null references merchant.deposit_addresses (id),
  coin text not null,
  transaction_id text not null,
  output_index integer not null,
  credit_count integer not null,
  mode text not null check (mode in ('sell', 'hold')),
  amount numeric(38, 0) not null,
  -- Cents. Null if the coins are held.
  euro_amount numeric(38, 0),
  reversed_at timestamptz,
  created_at timestamptz not null,
  unique (coin, transaction_id, output_index, credit_count)
);

-- === Payments ===

create table merchant.payments (
  id uuid primary key,
  psp_id integer not null,
  status text not null
    check (status in (
      'NEW', 'PENDING', 'CONFIRMING', 'PAID', 'UNRESOLVED', 'EXPIRED', 'REFUNDING', 'PARTIALLY_REFUNDED',
      'REFUNDED', 'REVERSED')),
  exceptions text[] not null default '{}',
  payment_reference text not null,
  -- Cents.
  euro_amount numeric(38, 0) not null check (euro_amount > 0),
  merchant_name text not null,
  description text not null,
  success_return_url text,
  failure_return_url text,
  customer_reference_id text not null,
  customer_first_name text,
  customer_last_name text,
  customer_email_address text,
  customer_ip_address text,
  -- The choice that counts: the newest, until coins arrive for another one.
  choice_id uuid,
  -- The newest order. A failed payment that was revived has several.
  order_id uuid,
  -- The sale for the merchant: choice, amounts and transaction.
  settled_choice_id uuid,
  settled_coin_amount numeric(38, 0),
  settled_euro_amount numeric(38, 0),
  settled_transaction_id text,
  -- Set if the merchant had to agree.
  accepted_at timestamptz,
  -- The chain took the coins back, and the settlement was undone.
  reversed_at timestamptz,
  -- Coins that the provider paid because a chain took back coins that were already sent on.
  lost_coin_amount numeric(38, 0) not null default 0 check (lost_coin_amount >= 0),
  lost_count integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- First the deadline to choose a coin, then the deadline to pay.
  expires_at timestamptz not null,
  -- The choice that counted when staff first released coins. It counts from then on.
  released_choice_id uuid,
  -- Allowed difference for an exact payment, fixed at creation.
  tolerance_bps integer not null default 50,
  minutes_to_pay integer not null default 15,
  -- The coin of the choice that counts, copied for indexes.
  coin text,
  -- The merchant ended it before coins were sent.
  cancelled_at timestamptz,
  metadata jsonb not null default '{}',
  -- Refund address that the customer or the merchant gave.
  refund_coin text,
  refund_address text,
  refund_destination_tag text,
  -- A time after the commit of the acceptance. Only a later refund is a refund of an accepted payment.
  acceptance_committed_at timestamptz
) with (fillfactor = 80);
create index payments_expiry on merchant.payments (status, expires_at, id) where status in ('NEW', 'PENDING');
create index payments_psp on merchant.payments (psp_id, id);
create index payments_status on merchant.payments (psp_id, status, id);
create index payments_reference on merchant.payments (psp_id, payment_reference, id);
create index payments_customer on merchant.payments (psp_id, customer_reference_id, id);
create index payments_coin on merchant.payments (psp_id, coin, id) where coin is not null;
create index payments_exceptional on merchant.payments (psp_id, id) where exceptions <> '{}';
-- The console searches by amount, by address and by status with coin.
create index payments_amount on merchant.payments (psp_id, euro_amount, id);
create index payments_email
  on merchant.payments (psp_id, lower(customer_email_address), id) where customer_email_address is not null;
create index payments_status_coin on merchant.payments (psp_id, status, coin, id) where coin is not null;

create function merchant.note_payment_coin() returns trigger language plpgsql as $$
begin
  new.coin := (select coin from merchant.payment_choices where id = new.choice_id);
  return new;
end $$;
create trigger payments_note_coin before update on merchant.payments
  for each row when (new.choice_id is distinct from old.choice_id) execute function merchant.note_payment_coin();

create function merchant.note_payment_days() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform merchant.note_payment_day(old, -1); end if;
  if tg_op <> 'DELETE' then perform merchant.note_payment_day(new, 1); end if;
  return null;
end $$;
create trigger payments_counted after insert or delete on merchant.payments
  for each row execute function merchant.note_payment_days();
create trigger payments_recounted after update on merchant.payments
  for each row
  when ((old.status, old.coin, old.settled_euro_amount) is distinct from (new.status, new.coin, new.settled_euro_amount))
  execute function merchant.note_payment_days();

-- Every chosen coin with its promised terms. The addresses stay watched.
create table merchant.payment_choices (
  id uuid primary key,
  payment_id uuid not null references merchant.payments (id),
  coin text not null,
  address text not null,
  destination_tag text,
  destination text not null,
  payment_uri text not null,
  price numeric(38, 0) not null,
  coin_amount numeric(38, 0) not null check (coin_amount > 0),
  required_confirmations integer not null,
  chosen_at timestamptz not null,
  expires_at timestamptz not null,
  -- Coins that were seen in time must be in a block before this time to keep the price. Null: no limit.
  mined_by timestamptz
);
create index payment_choices_payment on merchant.payment_choices (payment_id, id);

create table merchant.refunds (
  id uuid primary key,
  payment_id uuid not null references merchant.payments (id),
  choice_id uuid not null,
  order_id uuid not null,
  payout_id uuid not null unique,
  status text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  coin text not null,
  address text not null,
  destination_tag text,
  reason text not null,
  -- Cents: held coins at the price of the choice, and what was paid from the merchant's euros.
  total_euro_amount numeric(38, 0) not null,
  -- Coins that were held for the payment.
  held_coin_amount numeric(38, 0) not null,
  -- Coins bought for the refund. euro_amount is their price.
  bought_coin_amount numeric(38, 0) not null,
  euro_amount numeric(38, 0) not null,
  -- The part left to the network.
  fee_coin_amount numeric(38, 0) not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  psp_id integer not null,
  -- Fee of a refund that the network did not pay out.
  lost_fee_coin_amount numeric(38, 0) not null default 0,
  check (lost_fee_coin_amount between 0 and fee_coin_amount)
);
create index refunds_payment on merchant.refunds (payment_id, id);
create index refunds_psp on merchant.refunds (psp_id, id);
create index refunds_open on merchant.refunds (psp_id, status, id) where status <> 'COMPLETED';
create index refunds_order on merchant.refunds (order_id);

create function merchant.note_refund_psp() returns trigger language plpgsql as $$
begin
  new.psp_id := (select psp_id from merchant.payments where id = new.payment_id);
  return new;
end $$;
create trigger refunds_note_psp before insert on merchant.refunds
  for each row when (new.psp_id is null) execute function merchant.note_refund_psp();

-- Cases for staff. Each kind occurs once per payment.
create table merchant.payment_alerts (
  payment_id uuid not null references merchant.payments (id),
  kind text not null,
  created_at timestamptz not null,
  primary key (payment_id, kind)
);

-- Held coins of a payment that staff released, to an address or to the merchant's balance.
create table merchant.payment_releases (
  id uuid primary key,
  payment_id uuid not null references merchant.payments (id),
  coin text not null,
  -- Null if the merchant received them.
  payout_id uuid unique,
  status text not null check (status in ('PROCESSING', 'COMPLETED', 'FAILED')),
  address text,
  destination_tag text,
  -- All held coins, including the network's share.
  amount numeric(38, 0) not null check (amount > 0),
  fee_coin_amount numeric(38, 0) not null check (fee_coin_amount >= 0),
  -- What the provider paid because the chain took the coins back. Stored with the first release of each coin.
  lost_amount numeric(38, 0) not null default 0,
  released_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Cents credited for coins that were sold to pay the PSP's debt. 0 for other releases.
  euro_amount numeric(38, 0) not null default 0 check (euro_amount >= 0),
  constraint payment_releases_one_way check ((payout_id is null) = (address is null))
);
create index payment_releases_payment on merchant.payment_releases (payment_id, id);

-- Settings of a PSP that differ from the defaults.
create table merchant.payment_policies (
  psp_id integer primary key,
  minutes_to_choose integer not null check (minutes_to_choose between 5 and 105),
  minutes_to_pay integer not null check (minutes_to_pay between 5 and 15),
  tolerance_bps integer not null check (tolerance_bps between 0 and 1000),
  -- What happens to coins that were too few. when_late: coins that were too late.
  when_underpaid text not null check (when_underpaid in ('wait', 'accept', 'refund')),
  when_late text not null check (when_late in ('wait', 'accept', 'refund')),
  customer_refund_address boolean not null,
  updated_at timestamptz not null
);

-- Number and credited amount of payments per day (UTC), status and coin.
create table merchant.payment_days (
  psp_id integer not null,
  day date not null,
  -- Empty if no coin is chosen.
  coin text not null,
  status text not null,
  payments bigint not null,
  -- Cents.
  euro_amount numeric(38, 0) not null,
  primary key (psp_id, day, coin, status)
);

-- Changes since the last sum. Rows are only added. Both tables together are exact at every moment.
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

-- Adds one row of changes. Payments of one day do not wait for each other.
create function merchant.note_payment_day(payment merchant.payments, direction integer) returns void language sql as $$
  insert into merchant.payment_day_changes (psp_id, day, coin, status, payments, euro_amount)
  values (payment.psp_id, (payment.created_at at time zone 'UTC')::date, coalesce(payment.coin, ''), payment.status,
    direction, direction * coalesce(payment.settled_euro_amount, 0))
$$;

-- === Payout controls ===

-- Decisions about payouts, with reasons. Rows never change.
create table merchant.control_actions (
  id uuid primary key,
  action text not null,
  -- A payout, a PSP or a coin.
  subject text not null,
  done_by text not null,
  reason text,
  detail jsonb not null,
  created_at timestamptz not null
);
create index control_actions_subject on merchant.control_actions (subject, id);
create trigger control_actions_append_only before update or delete or truncate on merchant.control_actions
  for each statement execute function merchant.refuse_change();

-- Limits of a PSP: per payout, per day, and without approval. Null: no limit.
create table merchant.payout_limits (
  psp_id integer not null,
  coin text not null,
  one_amount numeric(38, 0) check (one_amount >= 0),
  day_amount numeric(38, 0) check (day_amount >= 0),
  approval_amount numeric(38, 0) check (approval_amount >= 0),
  primary key (psp_id, coin)
);

create table merchant.allowed_addresses (
  psp_id integer not null,
  coin text not null,
  destination text not null,
  address text not null,
  destination_tag text,
  added_by text not null,
  created_at timestamptz not null,
  primary key (psp_id, coin, destination)
);

-- One row for each coin. Signers share its lock, and a freeze waits for them.
create table merchant.payout_freezes (
  coin text primary key,
  frozen_at timestamptz,
  frozen_by text,
  reason text,
  constraint payout_freezes_whole check (num_nulls(frozen_at, frozen_by, reason) in (0, 3))
);
insert into merchant.payout_freezes (coin) values ('BTC'), ('BCH'), ('LTC'), ('ETH'), ('XRP');

create function merchant.is_frozen(given text) returns boolean language sql stable as
  'select exists (select from merchant.payout_freezes where coin = given and frozen_at is not null)';

-- Questions about incoming and outgoing coins, and the answers. Data of the customer stays with the payment, the
-- deposit address or the order.
create table merchant.screenings (
  id uuid primary key,
  direction text not null check (direction in ('in', 'out')),
  purpose text not null check (purpose in ('payment', 'deposit', 'payout')),
  -- The payment, the deposit address or the payout.
  subject_id uuid not null,
  psp_id integer not null,
  coin text not null,
  -- For incoming coins.
  transaction_id text,
  output_index integer,
  address text not null,
  destination_tag text,
  amount numeric(38, 0) not null,
  status text not null check (status in ('pending', 'review', 'allow', 'deny')),
  -- The service or a member of staff. The question is repeated until it is set.
  decided_by text,
  reason text,
  attempts integer not null default 0,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint screenings_asked_until_decided check ((due_at is null) = (decided_by is not null)),
  constraint screenings_of_outputs check ((direction = 'in') = (transaction_id is not null))
);
create unique index screenings_output
  on merchant.screenings (coin, transaction_id, output_index) where direction = 'in';
create unique index screenings_payout on merchant.screenings (subject_id) where direction = 'out';
create index screenings_due on merchant.screenings (due_at) where due_at is not null;
create index screenings_held on merchant.screenings (id) where status in ('pending', 'review');
-- An allowed coin may be spent already.
create trigger screenings_allowed_once before update on merchant.screenings
  for each row when (old.status = 'allow' and new.status <> 'allow') execute function merchant.refuse_change();
create trigger screenings_stay before delete or truncate on merchant.screenings
  for each statement execute function merchant.refuse_change();

-- === Payouts ===

-- Payouts that share a transaction, and all transactions that were signed for them. A replacement has a higher fee and
-- spends an input of its predecessor, so only one can be mined.
create table merchant.payout_batches (
  id uuid primary key,
  coin text not null,
  -- Of the newest transaction. The first has 0.
  generation integer not null default 0,
  -- Next sending of the bytes. Null if not needed.
  due_at timestamptz,
  attempts integer not null default 0,
  -- The last error of the node. bump_trouble: why the fee is not raised.
  trouble text,
  bump_trouble text,
  -- From this height on the fee is raised. Null while it is mined, or if the fee is not raised automatically.
  bump_height bigint,
  -- Requested by staff, in the coin's own unit.
  bump_rate numeric(38, 0),
  -- None of its transactions can be mined any longer.
  dead_at timestamptz,
  created_at timestamptz not null,
  -- When the bytes were first given to a node.
  broadcast_at timestamptz,
  -- The batch died while its coin was frozen. Its payouts are decided at the thaw, before the next signature.
  put_off_at timestamptz
) with (fillfactor = 80);
create index payout_batches_due on merchant.payout_batches (coin, due_at) where due_at is not null;
create index payout_batches_bump on merchant.payout_batches (coin, bump_height) where bump_height is not null;
create index payout_batches_put_off on merchant.payout_batches (coin) where put_off_at is not null;

-- A batch is dead permanently, and not while one of its transactions is in a block.
create function merchant.keep_batch_dead() returns trigger language plpgsql as $$
begin
  if old.dead_at is not null or exists (
    select from merchant.chain_sent where subject_id = new.id and block_height is not null
  ) then
    raise exception 'payout batch % cannot be given up, or was', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_batches_dead before update on merchant.payout_batches
  for each row when (new.dead_at is distinct from old.dead_at) execute function merchant.keep_batch_dead();

-- Outgoing coins. The account provider:payouts holds the money from the first moment to the end.
create table merchant.payouts (
  id uuid primary key,
  coin text not null,
  kind text not null check (kind in ('withdrawal', 'refund', 'release', 'cold', 'collection', 'return')),
  order_id uuid unique,
  -- 0 for the provider itself.
  psp_id integer not null,
  address text not null,
  destination_tag text,
  destination text not null,
  -- What arrives. fee_allowance is set aside for the network's fee.
  amount numeric(38, 0) not null check (amount > 0),
  fee_allowance numeric(38, 0) not null check (fee_allowance >= 0),
  -- Cents. It decides the number of confirmations.
  euro_value numeric(38, 0) not null check (euro_value >= 0),
  status text not null check (status in ('RESERVED', 'SIGNED', 'COMPLETED', 'FAILED', 'REVERSED')),
  transaction_id text,
  -- Has no reader since payout_transactions holds the bytes; also last_height, due_at and attempts.
  bytes text,
  fee numeric(38, 0) check (fee >= 0),
  last_height bigint,
  signed_at timestamptz,
  due_at timestamptz,
  attempts integer not null default 0,
  -- The last error of the node or the wallet.
  trouble text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The caller pays for the transaction.
  fee_payer text not null default 'provider' check (fee_payer in ('merchant', 'provider')),
  -- Cents of the merchant: reserved, then charged. fee_covered: the coins that were charged for.
  fee_reserve numeric(38, 0) not null default 0 check (fee_reserve >= 0),
  fee_charge numeric(38, 0) not null default 0 check (fee_charge >= 0),
  fee_covered numeric(38, 0) not null default 0 check (fee_covered >= 0),
  batch_id uuid references merchant.payout_batches (id),
  -- How often the fee was booked again because another transaction of the batch was mined.
  fee_corrections integer not null default 0,
  -- client:… of a PSP, staff:… or praca. Null if it is older than the column.
  requested_by text,
  -- Null if no approval is needed.
  approval text check (approval in ('waiting', 'approved', 'rejected')),
  screening text check (screening in ('unasked', 'pending', 'review', 'allow', 'deny')),
  -- Cost of paying this recipient, if it must be asked for: a contract needs more than an account.
  weight bigint check (weight > 0),
  -- For a collection: the account that pays, and its nonce.
  source text,
  source_number bigint check (source_number >= 0),
  -- Fee of a payout that was not paid out.
  lost_fee numeric(38, 0) not null default 0 check (lost_fee >= 0),
  -- The part of the merchant's fee that the provider bears.
  fee_borne numeric(38, 0) not null default 0 check (fee_borne >= 0),
  reserved_weight bigint,
  constraint payouts_batched_by_status
    check ( case status
      when 'RESERVED' then batch_id is null
      and transaction_id is null
      when 'FAILED' then true
      else batch_id is not null
      and transaction_id is not null
      and fee is not null
      end),
  constraint payouts_source_by_kind
    check ((kind = 'collection') = (source is not null) and (source is null) = (source_number is null)),
  constraint payouts_order_by_kind check ((order_id is null) = (kind in ('release', 'cold', 'collection', 'return'))),
  constraint payouts_provider_by_kind check ((psp_id = 0) = (kind in ('cold', 'collection', 'return')))
) with (fillfactor = 80);
create index payouts_open on merchant.payouts (coin, status, id) where status in ('RESERVED', 'SIGNED');
create index payouts_due on merchant.payouts (coin, due_at) where due_at is not null;
create index payouts_batch on merchant.payouts (batch_id) where batch_id is not null;
create index payouts_of_day on merchant.payouts (psp_id, coin, created_at);
create index payouts_unscreened on merchant.payouts (id) where screening = 'unasked';
create index payouts_cold on merchant.payouts (coin) where kind = 'cold' and status in ('RESERVED', 'SIGNED');
-- One collection at a time for each account.
create unique index payouts_collecting
  on merchant.payouts (coin, source) where source is not null and status in ('RESERVED', 'SIGNED');
create index payouts_destination on merchant.payouts (psp_id, destination);
create index payouts_of_coin on merchant.payouts (coin, id);
-- For nodes that lag behind: before each collection the nonce is checked against those already used.
create index payouts_collected
  on merchant.payouts (coin, source, source_number) where source is not null and status = 'COMPLETED';
create trigger payouts_stay before delete or truncate on merchant.payouts
  for each statement execute function merchant.refuse_ledger_change();

-- Turns a payout that was signed without a batch into a batch. The present code always signs in a batch.
create function merchant.adopt_signed_payout() returns trigger language plpgsql as $$
declare
  batch uuid := gen_random_uuid();
begin
  insert into merchant.payout_batches (id, coin, due_at, created_at)
  values (batch, new.coin, new.signed_at, new.signed_at);
  update merchant.chain_sent set subject_id = batch
  where coin = new.coin and transaction_id = new.transaction_id;
  update merchant.chain_claims set subject_id = batch
  where coin = new.coin and transaction_id = new.transaction_id;
  insert into merchant.payout_transactions (
    coin, transaction_id, batch_id, generation, kind, bytes, fee, weight, last_height, signed_at)
  values (
    new.coin, new.transaction_id, batch, 0, 'payment', new.bytes, new.fee, 2 * length(new.bytes), new.last_height,
    new.signed_at);
  insert into merchant.payout_shares (coin, transaction_id, payout_id, fee)
  values (new.coin, new.transaction_id, new.id, new.fee);
  new.batch_id := batch;
  new.bytes := null;
  new.due_at := null;
  return new;
end $$;
create trigger payouts_adopted before update on merchant.payouts
  for each row
  when (old.status = 'RESERVED' and new.status = 'SIGNED' and new.bytes is not null and new.batch_id is null)
  execute function merchant.adopt_signed_payout();

-- A signed payout never changes, so no second set of bytes can pay it again.
create function merchant.keep_signed_payout() returns trigger language plpgsql as $$
begin
  raise exception 'payout % is signed: its bytes never change', old.id using errcode = 'restrict_violation';
end $$;
create trigger payouts_signed_once before update on merchant.payouts
  for each row
  when ((old.coin, old.destination, old.amount) is distinct from (new.coin, new.destination, new.amount)
    or new.bytes is not null
    or old.status in ('FAILED', 'REVERSED') and new.status <> old.status
    or old.status = 'COMPLETED' and new.status not in ('COMPLETED', 'REVERSED'))
  execute function merchant.keep_signed_payout();

-- A payout leaves its batch only when the batch can pay nothing.
create function merchant.keep_payout_batch() returns trigger language plpgsql as $$
begin
  if not exists (select from merchant.payout_batches where id = old.batch_id and dead_at is not null) then
    raise exception 'payout % is signed: its transactions may still be mined', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_stay_in_batch before update on merchant.payouts
  for each row
  when (old.batch_id is not null and new.batch_id is distinct from old.batch_id)
  execute function merchant.keep_payout_batch();

-- Holds for every writer.
create function merchant.refuse_signing() returns trigger language plpgsql as $$
begin
  raise exception 'payout % must not be signed: it is held, or payouts are frozen', old.id
    using errcode = 'restrict_violation';
end $$;
create trigger payouts_signed_when_allowed before update on merchant.payouts
  for each row
  when (old.status = 'RESERVED'
    and new.status = 'SIGNED'
    and (new.approval = 'waiting' or new.approval = 'rejected'
      or coalesce(new.screening, 'allow') <> 'allow' or merchant.is_frozen(new.coin)))
  execute function merchant.refuse_signing();

create table merchant.payout_transactions (
  coin text not null,
  transaction_id text not null,
  batch_id uuid not null references merchant.payout_batches (id),
  generation integer not null,
  -- A payment pays the batch's payouts. A child spends the change of a payment to raise its fee.
  kind text not null check (kind in ('payment', 'child')),
  bytes text not null,
  fee numeric(38, 0) not null check (fee >= 0),
  -- In the coin's own unit. Null if unknown.
  fee_rate numeric(38, 0),
  weight bigint not null check (weight > 0),
  last_height bigint,
  signed_at timestamptz not null,
  primary key (coin, transaction_id),
  unique (batch_id, generation)
);

-- Refuses a transaction that could be mined beside an earlier one of its batch.
create function merchant.check_payout_transaction() returns trigger language plpgsql as $$
begin
  if exists (select from merchant.payout_batches where id = new.batch_id and (coin <> new.coin or dead_at is not null))
  then
    raise exception 'payout batch % takes no further transaction', new.batch_id using errcode = 'restrict_violation';
  end if;
  if new.kind = 'payment' and exists (
    select from merchant.payout_transactions earlier
    where earlier.batch_id = new.batch_id and earlier.kind = 'payment' and (
      earlier.fee >= new.fee or not exists (
        select from merchant.chain_sent_spends theirs
        join merchant.chain_sent_spends ours on ours.coin = theirs.coin and ours.spend = theirs.spend
        where theirs.coin = new.coin and theirs.transaction_id = earlier.transaction_id
          and ours.transaction_id = new.transaction_id))
  ) then
    raise exception 'transaction % and an earlier one of its batch could both be mined', new.transaction_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_transactions_exclude before insert on merchant.payout_transactions
  for each row execute function merchant.check_payout_transaction();
create trigger payout_transactions_stay before update or delete or truncate on merchant.payout_transactions
  for each statement execute function merchant.refuse_ledger_change();

-- Every transaction of a batch pays all of its payouts, and they bear its whole fee.
create function merchant.check_payout_shares() returns trigger language plpgsql as $$
begin
  if exists (
    select from merchant.payouts p where p.batch_id = new.batch_id and not exists (
      select from merchant.payout_shares s
      where s.coin = new.coin and s.transaction_id = new.transaction_id and s.payout_id = p.id)
  ) or exists (
    select from merchant.payout_shares s join merchant.payouts p on p.id = s.payout_id
    where s.coin = new.coin and s.transaction_id = new.transaction_id and p.batch_id is distinct from new.batch_id
  ) or new.fee <> (
    select coalesce(sum(fee), 0) from merchant.payout_shares
    where coin = new.coin and transaction_id = new.transaction_id
  ) then
    raise exception 'transaction % is not for all payouts of its batch', new.transaction_id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger payout_transactions_whole after insert on merchant.payout_transactions
  deferrable initially deferred for each row execute function merchant.check_payout_shares();

-- Output and share of the fee of each payout in a transaction.
create table merchant.payout_shares (
  coin text not null,
  transaction_id text not null,
  payout_id uuid not null references merchant.payouts (id),
  output_index integer,
  fee numeric(38, 0) not null check (fee >= 0),
  primary key (coin, transaction_id, payout_id),
  foreign key (coin, transaction_id) references merchant.payout_transactions (coin, transaction_id)
);
create index payout_shares_payout on merchant.payout_shares (payout_id);
create trigger payout_shares_stay before update or delete or truncate on merchant.payout_shares
  for each statement execute function merchant.refuse_ledger_change();

-- === Erasure of customers ===

-- How far each table was searched for customers older than CUSTOMER_DATA_DAYS.
create table merchant.erasure_progress (
  table_name text primary key,
  up_to uuid not null
);

-- Customers to erase. One with an open payment waits here.
create table merchant.customers_to_erase (
  psp_id integer not null,
  customer_reference_id text not null,
  primary key (psp_id, customer_reference_id)
);

-- === Sandbox ===

-- A sandbox with generated history. The very first start writes the row, so that a used sandbox gets none. The history
-- is generated once, under the lock of this row.
create table merchant.sandbox_life (
  only_row boolean primary key default true check (only_row),
  -- The first start, where the generated history ends.
  began_at timestamptz not null,
  made_at timestamptz,
  -- The endpoint of the generated shop.
  endpoint_id uuid
);
