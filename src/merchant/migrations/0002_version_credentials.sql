-- A token names the version of the credential that obtained it: a new secret makes the old tokens worthless.
alter table merchant.credentials add column version integer not null default 1;

-- Counts every change of a PSP or credential, so that each process can ask cheaply whether it has missed one.
create table merchant.credential_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 0
);
insert into merchant.credential_revision default values;

create function merchant.count_credential_change() returns trigger language plpgsql as $$
begin
  update merchant.credential_revision set revision = revision + 1;
  return null;
end $$;

create trigger credentials_changed after insert or update or delete on merchant.credentials
  for each statement execute function merchant.count_credential_change();
create trigger psps_changed after update or delete on merchant.psps
  for each statement execute function merchant.count_credential_change();
