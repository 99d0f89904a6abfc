-- Reads both tables from end to end while they are used.
alter table merchant.orders validate constraint within_bounds;
alter table merchant.ledger_entries validate constraint within_bounds;
