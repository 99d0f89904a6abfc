-- Coins that were seen for a payment or a deposit and are not credited: few at any moment, of many that ever came.
create index chain_outputs_pending on merchant.chain_outputs (subject_id)
  where not credited and purpose in ('payment', 'deposit') and (block_height is not null or unconfirmed)
    and screening is distinct from 'deny';
