-- Reads both tables from end to end while they are used.
alter table social.messages validate constraint within_bounds;
alter table social.updates validate constraint within_bounds;
