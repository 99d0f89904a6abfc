-- Wrong codes are counted with the other attempts, by account and by network.
alter table accounts.recoveries drop column wrong_codes;
