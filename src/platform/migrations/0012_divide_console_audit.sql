select platform.divide_table('platform.console_audit', 'id', array[
  'create trigger console_audit_is_not_emptied before truncate on %1$s
     for each statement execute function platform.forbid_change()'
]);

drop trigger console_audit_stays on platform.console_audit_before;
create trigger console_audit_stays before update or delete on platform.console_audit
  for each row execute function platform.forbid_change();
create trigger console_audit_is_not_emptied before truncate on platform.console_audit
  for each statement execute function platform.forbid_change();
