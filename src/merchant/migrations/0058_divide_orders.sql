select platform.divide_table('merchant.orders', 'id', array['alter table %1$s set (fillfactor = 90)']);
