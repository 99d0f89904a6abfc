-- Numbers are given out under the lock of the user's counter, so that a key in each partition is enough.
select platform.divide_table('social.updates', 'created_at', array[
  'alter table %1$s add primary key (user_id, seq)'
], is_swept => true);
