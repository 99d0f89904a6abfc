-- An account's numbers are given out under the lock of its row, so that a key in each partition is enough. A trigger for
-- a statement is that of the table it names: each partition has its own, for whoever would write past the table.
select platform.divide_table('merchant.ledger_entries', 'movement_id', array[
  'alter table %1$s add primary key (account_id, sequence)',
  'create trigger entries_append_only before update or delete or truncate on %1$s
     for each statement execute function merchant.refuse_ledger_change()',
  'create trigger entries_balance after insert on %1$s
     referencing new table as added for each statement execute function merchant.refuse_unbalanced()'
]);

drop trigger entries_move_balances on merchant.ledger_entries_before;
create trigger entries_move_balances before insert on merchant.ledger_entries
  for each row execute function merchant.apply_entry();
create trigger entries_append_only before update or delete or truncate on merchant.ledger_entries
  for each statement execute function merchant.refuse_ledger_change();
create trigger entries_balance after insert on merchant.ledger_entries
  referencing new table as added for each statement execute function merchant.refuse_unbalanced();
