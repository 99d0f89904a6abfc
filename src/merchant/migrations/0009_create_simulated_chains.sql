-- The sandbox's blockchains. They stand where a real node's own disk would: nothing but the simulated node reads them.

create table merchant.simulated_chains (
  coin text primary key,
  -- Every change takes this row's lock, so that all processes see one chain.
  height bigint not null,
  hash text not null,
  -- In PostgreSQL's time: when the next block is due does not depend on a clock that people move.
  mined_at timestamptz not null default clock_timestamp()
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
  -- Keeps parents before their children.
  arrival bigint generated always as identity,
  fee numeric(38, 0) not null,
  -- Where the chain counts the payments of an account.
  account text,
  number bigint,
  last_height bigint,
  seen_at timestamptz not null,
  -- None while it waits.
  block_height bigint,
  primary key (coin, id)
);
create index simulated_transactions_block on merchant.simulated_transactions (coin, block_height);
create index simulated_transactions_waiting on merchant.simulated_transactions (coin, arrival) where block_height is null;
create index simulated_transactions_account on merchant.simulated_transactions (coin, account, number)
  where account is not null;

create table merchant.simulated_outputs (
  coin text not null,
  transaction_id text not null,
  output_index integer not null,
  address text not null,
  destination_tag text,
  destination text not null,
  amount numeric(38, 0) not null,
  primary key (coin, transaction_id, output_index),
  foreign key (coin, transaction_id) references merchant.simulated_transactions on delete cascade
);
create index simulated_outputs_address on merchant.simulated_outputs (coin, address);

-- What is used up by a transaction that waits or is in a block; nothing can be used by two.
create table merchant.simulated_spends (
  coin text not null,
  spend text not null,
  transaction_id text not null,
  primary key (coin, spend),
  foreign key (coin, transaction_id) references merchant.simulated_transactions on delete cascade
);
create index simulated_spends_transaction on merchant.simulated_spends (coin, transaction_id);
