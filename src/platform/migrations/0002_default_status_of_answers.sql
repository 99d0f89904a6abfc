-- Every answer that is kept is a 200. The version before still writes and reads the column; a later migration drops it.
alter table platform.idempotency_keys alter column status set default 200;
