-- What one member of staff wants to be booked by hand for a PSP; nothing is booked until another confirms it, within a
-- day. The movement itself is in the ledger, under the same reference, which can be booked once.
create table merchant.adjustment_proposals (
  id uuid primary key,
  psp_id integer not null references merchant.psps (id),
  asset text not null,
  -- Positive where the PSP has paid in, negative where it was paid out.
  amount numeric(38, 0) not null check (amount <> 0),
  reference text not null check (reference <> ''),
  -- staff:… as in control_actions.
  proposed_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  status text not null default 'proposed' check (status in ('proposed', 'confirmed', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  constraint adjustment_proposals_decided check (
    case status when 'proposed' then num_nonnulls(decided_by, decided_at) = 0
      else num_nulls(decided_by, decided_at) = 0 end),
  -- Whatever a page or a program tries. Who proposed something may still take it back.
  constraint adjustment_proposals_two_people check (
    status <> 'confirmed' or lower(trim(decided_by)) <> lower(trim(proposed_by))),
  constraint adjustment_proposals_in_time check (status <> 'confirmed' or decided_at < expires_at)
);
create index adjustment_proposals_psp on merchant.adjustment_proposals (psp_id, id);
create index adjustment_proposals_open on merchant.adjustment_proposals (expires_at) where status = 'proposed';

-- One decision, and nothing else ever changes: what is confirmed is what was proposed.
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
