-- What was done to one thing, for the story on its page.
create index console_audit_subject on platform.console_audit (kind, organisation, subject, id) where subject <> '';
