-- What was read of each chain. Everything above is derived from these rows: blocks that are unwound take their outputs'
-- heights with them, and reading others in their place gives what reading only those would have given.

create table merchant.chain_states (
  coin text primary key,
  -- Which chain and whose addresses; a database belongs to one of each for good.
  network text not null,
  account text not null,
  height bigint not null,
  hash text not null,
  -- Everything that happened on the chain before this moment of the service's time is in these tables.
  caught_up_at timestamptz,
  -- In PostgreSQL's time: whether somebody is reading.
  checked_at timestamptz not null default clock_timestamp(),
  fee_rate numeric(38, 0),
  -- How far the node is, when it was last asked.
  node_height bigint not null,
  -- Why nothing is read at the moment: node_away, node_behind, deep_reorganisation, …
  fault text
);

create table merchant.chain_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  mined_at timestamptz not null,
  primary key (coin, height)
);

-- Addresses that were handed out, and who waits for coins there.
create table merchant.chain_addresses (
  coin text not null,
  destination text not null,
  address text not null,
  destination_tag text,
  branch smallint not null,
  address_index bigint not null,
  purpose text not null check (purpose in ('payment', 'deposit', 'funds')),
  subject_id uuid not null,
  created_at timestamptz not null,
  primary key (coin, destination)
);
create index chain_addresses_subject on merchant.chain_addresses (subject_id);

-- Only outputs that are ours. Those to an account of ours that nobody waits for have no subject.
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
  -- Booked in the ledger now, and how often it was: a receipt that was undone may come again.
  credited boolean not null default false,
  credit_count integer not null default 0,
  -- At this height its subject is to be looked at again.
  review_height bigint,
  spent_by text,
  spent_height bigint,
  primary key (coin, transaction_id, output_index)
);
create index chain_outputs_subject on merchant.chain_outputs (subject_id);
create index chain_outputs_unassigned on merchant.chain_outputs (first_seen_at) where subject_id is null;
-- The height first: beginning with the coin it would look as good as the key to a PostgreSQL that has no figures yet.
create index chain_outputs_height on merchant.chain_outputs (block_height, coin);
create index chain_outputs_review on merchant.chain_outputs (coin, review_height) where review_height is not null;
create index chain_outputs_unconfirmed on merchant.chain_outputs (coin) where unconfirmed;
create index chain_outputs_spent on merchant.chain_outputs (coin, spent_height) where spent_height is not null;
create index chain_outputs_unspent on merchant.chain_outputs (coin, amount)
  where credited and spent_by is null;

-- What came for whom, as the chain has it now. What the other features read of the chains in a statement of their own.
create view merchant.chain_receipts as
select o.subject_id, o.coin, o.transaction_id, o.output_index, a.address, a.destination_tag, o.destination, o.amount,
  o.first_seen_at, case when o.block_height is null then 0 else s.height - o.block_height + 1 end as confirmations,
  o.block_height is not null or o.unconfirmed as visible, o.credited, o.credit_count
from merchant.chain_outputs o
join merchant.chain_addresses a using (coin, destination)
join merchant.chain_states s using (coin);

-- What we sent ourselves, and what it uses up: nothing of it can be used by two.
create table merchant.chain_sent (
  coin text not null,
  transaction_id text not null,
  subject_id uuid not null,
  block_height bigint,
  unconfirmed boolean not null default false,
  -- Another transaction that excludes this one is in this block.
  excluded_height bigint,
  -- At this height its subject is to be looked at again.
  review_height bigint,
  primary key (coin, transaction_id)
);
create index chain_sent_subject on merchant.chain_sent (subject_id);
create index chain_sent_height on merchant.chain_sent (block_height, coin);
create index chain_sent_waiting on merchant.chain_sent (coin) where block_height is null;
create index chain_sent_review on merchant.chain_sent (coin, review_height) where review_height is not null;
create index chain_sent_excluded on merchant.chain_sent (coin, excluded_height) where excluded_height is not null;

create table merchant.chain_claims (
  coin text not null,
  spend text not null,
  transaction_id text not null,
  primary key (coin, spend)
);
create index chain_claims_transaction on merchant.chain_claims (coin, transaction_id);

-- Who is to be looked at again because something on the chain changed; written in the same transaction as the change.
-- A subject may stand here several times: a unique key would make the reader wait for a review that is under way.
create table merchant.chain_reviews (
  id bigint generated always as identity primary key,
  coin text not null,
  purpose text not null check (purpose in ('payment', 'deposit', 'funds', 'payout')),
  subject_id uuid not null,
  -- After a review that failed, in PostgreSQL's time.
  due_at timestamptz not null default clock_timestamp(),
  failed_attempts integer not null default 0
);
create index chain_reviews_due on merchant.chain_reviews (coin, due_at);
create index chain_reviews_subject on merchant.chain_reviews (subject_id);

-- Gaps are harmless; waiting for each other would not be.
create sequence merchant.btc_address_index minvalue 0 maxvalue 2147483647;
create sequence merchant.bch_address_index minvalue 0 maxvalue 2147483647;
create sequence merchant.ltc_address_index minvalue 0 maxvalue 2147483647;
create sequence merchant.eth_address_index minvalue 0 maxvalue 2147483647;
-- Wallets take tag 0 for none.
create sequence merchant.xrp_address_index minvalue 1 maxvalue 2147483647;
