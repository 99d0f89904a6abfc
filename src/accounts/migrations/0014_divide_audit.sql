select platform.divide_table('accounts.audit', 'id', is_swept => true);
