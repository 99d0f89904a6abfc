-- Who decided what about payouts, and why. Nothing of it ever changes.
create table merchant.control_actions (
  id uuid primary key,
  action text not null,
  -- A payout, a PSP, a coin: what it was done to.
  subject text not null,
  done_by text not null,
  reason text,
  detail jsonb not null,
  created_at timestamptz not null
);
create index control_actions_subject on merchant.control_actions (subject, id);
create function merchant.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op using errcode = 'restrict_violation';
end $$;
create trigger control_actions_append_only before update or delete or truncate on merchant.control_actions
  for each statement execute function merchant.refuse_change();

-- What a PSP may send of a coin: with one payout, within a day, and without asking somebody. Null: as much as it likes.
create table merchant.payout_limits (
  psp_id integer not null,
  coin text not null,
  one_amount numeric(38, 0) check (one_amount >= 0),
  day_amount numeric(38, 0) check (day_amount >= 0),
  approval_amount numeric(38, 0) check (approval_amount >= 0),
  primary key (psp_id, coin)
);

-- With the list switched on, coins go nowhere else; so an empty one lets nothing out.
alter table merchant.psps add column only_allowed_addresses boolean not null default false;
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

-- A row for each coin, so that whoever signs can share its lock and whoever freezes waits for those who sign.
create table merchant.payout_freezes (
  coin text primary key,
  frozen_at timestamptz,
  frozen_by text,
  reason text,
  constraint payout_freezes_whole check (num_nulls(frozen_at, frozen_by, reason) in (0, 3))
);
insert into merchant.payout_freezes (coin) values ('BTC'), ('BCH'), ('LTC'), ('ETH'), ('XRP');

-- Why an order waits for people.
alter table merchant.orders add column hold text check (hold in ('approval', 'screening'));

alter table merchant.payouts
  -- client:… of a PSP, staff:… or praca. Unknown for what was asked for before this was written down.
  add column requested_by text,
  -- Null where nobody has to be asked.
  add column approval text check (approval in ('waiting', 'approved', 'rejected')),
  add column screening text check (screening in ('unasked', 'pending', 'review', 'allow', 'deny'));
-- When its bytes were first handed to a node; of what was signed before nobody knows.
alter table merchant.payout_batches add column broadcast_at timestamptz;
update merchant.payout_batches set broadcast_at = created_at;
create index payouts_of_day on merchant.payouts (psp_id, coin, created_at);

-- Whatever a program tries, one of the version before included.
create function merchant.refuse_signing() returns trigger language plpgsql as $$
begin
  raise exception 'payout % must not be signed: it is held, or payouts are frozen', old.id
    using errcode = 'restrict_violation';
end $$;
create function merchant.is_frozen(given text) returns boolean language sql stable as
  'select exists (select from merchant.payout_freezes where coin = given and frozen_at is not null)';
create trigger payouts_signed_when_allowed before update on merchant.payouts
  for each row when (
    old.status = 'RESERVED' and new.status = 'SIGNED' and (
      new.approval = 'waiting' or new.approval = 'rejected' or coalesce(new.screening, 'allow') <> 'allow'
      or merchant.is_frozen(new.coin)))
  execute function merchant.refuse_signing();
