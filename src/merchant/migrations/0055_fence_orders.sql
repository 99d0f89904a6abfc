-- By the month of their id (ADR 55). The old table becomes the first partition.
select platform.fence_table('merchant.orders', 'id');
