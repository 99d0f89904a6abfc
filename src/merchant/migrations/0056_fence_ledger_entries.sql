-- By the month of their movement: what an entry is dated is decided while it is written, by a trigger, after PostgreSQL
-- has chosen its partition.
select platform.fence_table('merchant.ledger_entries', 'movement_id');
