-- What is to be paid stays in payouts; how it is paid lies here. A batch is a set of payouts that are paid by one
-- transaction, and all transactions that were ever signed for them: the first, and those with a higher fee that were
-- meant to take its place. No two of them can both be mined, so whichever is, pays each of them once.
create table merchant.payout_batches (
  id uuid primary key,
  coin text not null,
  -- Of the newest of its transactions; the first has 0.
  generation integer not null default 0,
  -- When its bytes are to be sent next; null while there is no need.
  due_at timestamptz,
  attempts integer not null default 0,
  -- What the node said last, where it would not; and why its fee is not raised.
  trouble text,
  bump_trouble text,
  -- From this height on it waits too long; null while it is in a block, or where nothing is to be done by itself.
  bump_height bigint,
  -- What a person asked for, in the coin's own measure.
  bump_rate numeric(38, 0),
  -- None of its transactions can be mined any more.
  dead_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 80);
create index payout_batches_due on merchant.payout_batches (coin, due_at) where due_at is not null;
create index payout_batches_bump on merchant.payout_batches (coin, bump_height) where bump_height is not null;

create table merchant.payout_transactions (
  coin text not null,
  transaction_id text not null,
  batch_id uuid not null references merchant.payout_batches,
  generation integer not null,
  -- A payment pays the batch's payouts; a child spends a payment's change, so that a block takes both.
  kind text not null check (kind in ('payment', 'child')),
  bytes text not null,
  fee numeric(38, 0) not null check (fee >= 0),
  -- Null where the version before has signed.
  fee_rate numeric(38, 0),
  weight bigint not null check (weight > 0),
  last_height bigint,
  signed_at timestamptz not null,
  primary key (coin, transaction_id),
  unique (batch_id, generation)
);

-- What each payout has of a transaction: its output, and its part of the fee.
create table merchant.payout_shares (
  coin text not null,
  transaction_id text not null,
  payout_id uuid not null references merchant.payouts,
  output_index integer,
  fee numeric(38, 0) not null check (fee >= 0),
  primary key (coin, transaction_id, payout_id),
  foreign key (coin, transaction_id) references merchant.payout_transactions
);
create index payout_shares_payout on merchant.payout_shares (payout_id);

-- A spend is claimed by one batch; which of its transactions use it up stands apart.
alter table merchant.chain_claims add column subject_id uuid;
alter table merchant.chain_claims add constraint chain_claims_subject unique (coin, spend, subject_id);
create table merchant.chain_sent_spends (
  coin text not null,
  spend text not null,
  transaction_id text not null,
  subject_id uuid not null,
  primary key (coin, spend, transaction_id),
  foreign key (coin, spend, subject_id) references merchant.chain_claims (coin, spend, subject_id)
    on update cascade on delete cascade
);
-- The transaction first: beginning with the coin it would look as good as the key to a PostgreSQL without figures.
create index chain_sent_spends_transaction on merchant.chain_sent_spends (transaction_id, coin);

alter table merchant.payouts
  add column batch_id uuid references merchant.payout_batches,
  -- How often the fee was booked anew, because another transaction of the batch was mined than was believed.
  add column fee_corrections integer not null default 0;
create index payouts_batch on merchant.payouts (batch_id) where batch_id is not null;

-- Several payouts have one transaction, and a payout's own transaction and fee are those of the newest or the mined one.
drop trigger payouts_signed_once on merchant.payouts;
alter table merchant.payouts
  drop constraint payouts_coin_transaction_id_key,
  drop constraint payouts_signed_whole,
  drop constraint payouts_signed_by_status,
  drop constraint payouts_due_only_signed;

-- Each payout that was signed becomes a batch of its own. Whatever is in a block, or had to be sent again, is seen at the
-- next review.
alter table merchant.payout_batches add column moved_from uuid unique;
insert into merchant.payout_batches (id, coin, due_at, attempts, trouble, dead_at, created_at, moved_from)
select gen_random_uuid(), coin, due_at, attempts, case status when 'SIGNED' then trouble end,
  case when status in ('FAILED', 'REVERSED') then updated_at end, signed_at, id
from merchant.payouts where bytes is not null;
-- The weight is that of bytes in hex without a witness, and more than that of others.
insert into merchant.payout_transactions (
  coin, transaction_id, batch_id, generation, kind, bytes, fee, weight, last_height, signed_at)
select p.coin, p.transaction_id, b.id, 0, 'payment', p.bytes, p.fee, 2 * length(p.bytes), p.last_height, p.signed_at
from merchant.payouts p join merchant.payout_batches b on b.moved_from = p.id;
insert into merchant.payout_shares (coin, transaction_id, payout_id, fee)
select p.coin, p.transaction_id, p.id, p.fee
from merchant.payouts p join merchant.payout_batches b on b.moved_from = p.id;
update merchant.chain_sent t set subject_id = b.id from merchant.payout_batches b where b.moved_from = t.subject_id;
update merchant.chain_reviews r set subject_id = b.id
from merchant.payout_batches b where r.purpose = 'payout' and b.moved_from = r.subject_id;
update merchant.payouts p set batch_id = b.id, bytes = null, due_at = null
from merchant.payout_batches b where b.moved_from = p.id;
alter table merchant.payout_batches drop column moved_from;
update merchant.chain_claims c set subject_id = t.subject_id
from merchant.chain_sent t where t.coin = c.coin and t.transaction_id = c.transaction_id;
insert into merchant.chain_sent_spends (coin, spend, transaction_id, subject_id)
select coin, spend, transaction_id, subject_id from merchant.chain_claims where subject_id is not null;

alter table merchant.payouts add constraint payouts_batched_by_status check (
  case status when 'RESERVED' then batch_id is null and transaction_id is null when 'FAILED' then true
    else batch_id is not null and transaction_id is not null and fee is not null end);

-- The version before may still sign: it knows one transaction for each payout, and keeps the bytes there. What it signs
-- becomes a batch as well, which only the new version sends and ends; to the version before such a payout has nothing
-- to send, and a review of a batch concerns nobody. New senders look at every open batch again when they begin.
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
  for each row when (
    old.status = 'RESERVED' and new.status = 'SIGNED' and new.bytes is not null and new.batch_id is null)
  execute function merchant.adopt_signed_payout();
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

-- Whatever a program tries, these hold. What is to be paid never changes, and what has ended stays so:
create trigger payouts_signed_once before update on merchant.payouts
  for each row when (
    (old.coin, old.destination, old.amount) is distinct from (new.coin, new.destination, new.amount)
    or new.bytes is not null
    or old.status in ('FAILED', 'REVERSED') and new.status <> old.status
    or old.status = 'COMPLETED' and new.status not in ('COMPLETED', 'REVERSED'))
  execute function merchant.keep_signed_payout();

-- a payout leaves its batch only when that can pay nothing any more;
create function merchant.keep_payout_batch() returns trigger language plpgsql as $$
begin
  if not exists (select from merchant.payout_batches where id = old.batch_id and dead_at is not null) then
    raise exception 'payout % is signed: its transactions may still be mined', old.id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payouts_stay_in_batch before update on merchant.payouts
  for each row when (old.batch_id is not null and new.batch_id is distinct from old.batch_id)
  execute function merchant.keep_payout_batch();

-- a batch is dead for good, and not while one of its transactions is in a block;
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
  for each row when (new.dead_at is distinct from old.dead_at)
  execute function merchant.keep_batch_dead();

-- what was signed is kept as it is, and by the side of it nothing is signed that could be mined as well;
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
create trigger payout_shares_stay before update or delete or truncate on merchant.payout_shares
  for each statement execute function merchant.refuse_ledger_change();

-- and every transaction of a batch is for all of its payouts, who bear its fee together.
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
