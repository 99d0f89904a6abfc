-- Double entry. Whoever writes here, by whatever statement: every movement sums to zero in each asset, a balance is
-- always the sum of its entries, only the provider's own accounts may go below zero, and nothing written ever changes.

-- Amounts are integers of the asset's smallest unit. Wei need more than 64 bits.
create table merchant.ledger_accounts (
  id bigint generated always as identity primary key,
  -- psp:1, psp:1:held, provider:trading
  owner text not null check (owner ~ '^(psp:[1-9][0-9]*(:[a-z_]+)?|provider:[a-z_]+)$'),
  asset text not null,
  -- The provider's accounts stand in every movement; each is kept in several rows, so that they do not queue for one.
  stripe smallint not null,
  balance numeric(38, 0) not null default 0,
  entry_count bigint not null default 0,
  last_entry_at timestamptz not null default '-infinity',
  unique (owner, asset, stripe),
  constraint ledger_accounts_not_below_zero check (balance >= 0 or owner like 'provider:%')
) with (fillfactor = 50);

create table merchant.ledger_movements (
  id uuid primary key,
  kind text not null,
  -- What it is for, once for each kind: the same thing can never be booked twice.
  reference text not null,
  created_at timestamptz not null,
  unique (kind, reference)
);

create table merchant.ledger_entries (
  account_id bigint not null,
  -- 1, 2, 3 … in each account, without a gap.
  sequence bigint not null,
  movement_id uuid not null references merchant.ledger_movements (id),
  asset text not null,
  amount numeric(38, 0) not null check (amount <> 0),
  balance_after numeric(38, 0) not null,
  -- Never before the entry that precedes it, even when the clocks of two processes disagree.
  created_at timestamptz not null,
  primary key (account_id, sequence)
);
create index ledger_entries_statement on merchant.ledger_entries (account_id, created_at, sequence);
create index ledger_entries_movement_id on merchant.ledger_entries (movement_id);

create function merchant.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger entries_append_only before update or delete or truncate on merchant.ledger_entries
  for each statement execute function merchant.refuse_ledger_change();
create trigger movements_append_only before update or delete or truncate on merchant.ledger_movements
  for each statement execute function merchant.refuse_ledger_change();
create trigger accounts_stay before delete or truncate on merchant.ledger_accounts
  for each statement execute function merchant.refuse_ledger_change();
-- Only the trigger of the entries, below, gets past this.
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

-- An entry moves its balance in the same breath, under the lock of the balance's row.
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
create trigger entries_move_balances before insert on merchant.ledger_entries
  for each row execute function merchant.apply_entry();

-- Each statement that adds entries has to balance by itself; so everything always does.
create function merchant.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from added group by movement_id, asset having sum(amount) <> 0) then
    raise exception 'the entries of a movement do not sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger entries_balance after insert on merchant.ledger_entries
  referencing new table as added for each statement execute function merchant.refuse_unbalanced();

-- The row that this connection books on; opened where it is not there yet. Neighbouring connections have neighbouring
-- process numbers, so the stripes of the provider are shared by few of them.
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
