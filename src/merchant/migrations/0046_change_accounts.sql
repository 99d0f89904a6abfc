-- A wallet whose key is exchanged goes on with another account. Those before it stay watched, and their keys sign what
-- still lies there.
create table merchant.former_accounts (
  coin text not null,
  -- In the order in which they took each other's place; the present account, in chain_states, has the number that follows.
  number smallint not null check (number >= 0),
  account text not null,
  -- Sealed with WALLET_KEY, as in chain_keys; null where none was ever stored.
  sealed_key bytea,
  ended_at timestamptz not null,
  primary key (coin, number),
  unique (coin, account)
);

alter table merchant.chain_addresses add column account smallint not null default 0;

-- Each account counts its own transactions. What payout_numbers holds are the numbers of the first.
create table merchant.account_numbers (
  coin text not null,
  account smallint not null,
  number bigint not null,
  payout_id uuid,
  primary key (coin, account, number)
);
create index account_numbers_free on merchant.account_numbers (coin, account, number) where payout_id is null;
create index account_numbers_payout on merchant.account_numbers (payout_id);

-- The version before may still sign, and knows the first account alone: what either of the two gives out, both see. Where
-- it runs no more, payout_numbers can go.
create function merchant.copy_payout_number() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    insert into merchant.account_numbers (coin, account, number, payout_id)
    values (new.coin, 0, new.number, new.payout_id)
    on conflict (coin, account, number) do update set payout_id = excluded.payout_id;
  end if;
  return null;
end $$;
create function merchant.copy_account_number() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() = 1 then
    insert into merchant.payout_numbers (coin, number, payout_id) values (new.coin, new.number, new.payout_id)
    on conflict (coin, number) do update set payout_id = excluded.payout_id;
  end if;
  return null;
end $$;
-- Nobody writes to the old table between the copy and the commit: the trigger locks it.
create trigger payout_numbers_copied after insert or update on merchant.payout_numbers
  for each row execute function merchant.copy_payout_number();
insert into merchant.account_numbers (coin, account, number, payout_id)
select coin, 0, number, payout_id from merchant.payout_numbers;
create trigger account_numbers_copied after insert or update on merchant.account_numbers
  for each row when (new.account = 0) execute function merchant.copy_account_number();
