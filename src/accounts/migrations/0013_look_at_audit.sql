-- Reads the table from end to end while it is used.
alter table accounts.audit validate constraint within_bounds;
