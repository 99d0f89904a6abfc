-- Reads the table from end to end while it is used.
alter table platform.console_audit validate constraint within_bounds;
