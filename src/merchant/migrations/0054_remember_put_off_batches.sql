-- None of its transactions can be mined any more, which was found while its coin was frozen: what becomes of its payouts
-- is decided at the thaw, before anything else is signed. Null for all others, and once that is done.
alter table merchant.payout_batches add column put_off_at timestamptz;
create index payout_batches_put_off on merchant.payout_batches (coin) where put_off_at is not null;

-- Those that earlier versions passed over and forgot: completed, in no block any more, and nobody sends them. They are
-- looked at by whoever begins to pay, and end by what the chain shows then.
update merchant.payout_batches b set put_off_at = now()
where b.dead_at is null and b.due_at is null
  and exists (select from merchant.chain_sent t where t.subject_id = b.id and t.block_height is null)
  and not exists (select from merchant.chain_sent t where t.subject_id = b.id and t.block_height is not null)
  and exists (select from merchant.payouts p where p.batch_id = b.id and p.status = 'COMPLETED');
