-- Coins that only a replaced transaction would have used were claimed for ever once another of its batch was mined.
delete from merchant.chain_claims c
using (
  select s.coin, s.spend, s.subject_id
  from merchant.chain_sent_spends s join merchant.chain_sent t using (coin, transaction_id)
  group by s.coin, s.spend, s.subject_id
  having bool_and(t.excluded_height is not null)
) excluded
where (c.coin, c.spend, c.subject_id) = (excluded.coin, excluded.spend, excluded.subject_id)
  and exists (select from merchant.payouts where batch_id = c.subject_id and status = 'COMPLETED')
  and not exists (select from merchant.payouts where batch_id = c.subject_id and status = 'SIGNED');
