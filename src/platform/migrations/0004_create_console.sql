-- People who work in the console: the provider's staff, and the members of organisations that services know. One
-- person, one address.
create table platform.people (
  id uuid primary key,
  email text not null,
  -- The address as it is compared.
  email_key text not null,
  name text not null,
  -- Null for those who only look around in a sandbox: no password opens that.
  password_hash text,
  language text not null default 'en',
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index people_email_key on platform.people (email_key);

-- Who belongs where, as what. The kind 'staff' is the provider itself, with an empty organisation; other kinds and
-- their organisations are a service's, and known here by their id alone.
create table platform.memberships (
  person_id uuid not null references platform.people (id),
  kind text not null,
  organisation text not null,
  role text not null,
  created_at timestamptz not null,
  primary key (person_id, kind, organisation),
  check ((kind = 'staff') = (organisation = '')),
  check (
    case when kind = 'staff' then role in ('admin', 'treasury', 'support', 'moderator', 'viewer')
    else role in ('owner', 'finance', 'developer', 'support', 'viewer') end
  )
);
create index memberships_organisation on platform.memberships (kind, organisation);

create table platform.person_totp (
  person_id uuid primary key references platform.people (id),
  sealed_secret bytea not null,
  confirmed_at timestamptz,
  -- The last time step whose code was used: each counts once.
  last_step bigint not null,
  -- The session that was shown the secret: none but that one may confirm it, or whoever has only the password could
  -- look at it first and leave the rest to its owner.
  session_id uuid not null,
  created_at timestamptz not null
);

create table platform.person_recovery_codes (
  person_id uuid not null references platform.people (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);

create table platform.person_passkeys (
  credential_id bytea primary key,
  person_id uuid not null references platform.people (id),
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index person_passkeys_person on platform.person_passkeys (person_id);

-- `stage` is how far a sign-in has come: 'check' and 'set-up' lead to nothing but the second factor.
create table platform.console_sessions (
  id uuid primary key,
  token_hash bytea not null,
  person_id uuid not null references platform.people (id),
  stage text not null check (stage in ('check', 'set-up', 'full')),
  -- Proves that a form is of a page that this session was shown.
  form_token text not null,
  -- When the second factor was last given.
  factor_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  seen_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create unique index console_sessions_token on platform.console_sessions (token_hash);
create index console_sessions_person on platform.console_sessions (person_id);
create index console_sessions_expires_at on platform.console_sessions (expires_at);

-- What an authenticator is asked to sign, each once.
create table platform.console_challenges (
  challenge bytea primary key,
  session_id uuid not null references platform.console_sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index console_challenges_session on platform.console_challenges (session_id);

-- Wrong passwords and codes, by whatever they are counted by, hashed.
create table platform.console_attempts (
  key bytea primary key,
  failures integer not null,
  failed_at timestamptz not null,
  blocked_until timestamptz not null
) with (fillfactor = 70);
create index console_attempts_failed_at on platform.console_attempts (failed_at);

-- Links that are mailed: one use each, known by their hash alone.
create table platform.invitations (
  id uuid primary key,
  token_hash bytea not null,
  email text not null,
  email_key text not null,
  kind text not null,
  organisation text not null,
  role text not null,
  invited_by uuid not null references platform.people (id),
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invitations_token on platform.invitations (token_hash);
-- One that waits for each address and organisation.
create unique index invitations_waiting on platform.invitations (kind, organisation, email_key)
  where accepted_at is null and withdrawn_at is null;

create table platform.password_links (
  token_hash bytea primary key,
  person_id uuid not null references platform.people (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_links_person on platform.password_links (person_id);

-- Every act of the console. Who did it is written out: a name may change, and what happened does not.
create table platform.console_audit (
  id uuid primary key,
  at timestamptz not null,
  person_id uuid,
  person_name text not null,
  person_email text not null,
  -- Null where it concerns nobody but the person.
  kind text,
  organisation text,
  act text not null,
  subject text not null,
  detail jsonb not null,
  address text not null
);
create index console_audit_organisation on platform.console_audit (kind, organisation, id);
create index console_audit_organisation_act on platform.console_audit (kind, organisation, act, id);
create index console_audit_act on platform.console_audit (act, id);
create index console_audit_person on platform.console_audit (person_id, id);

create function platform.forbid_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit record is only added to';
end $$;
create trigger console_audit_stays before update or delete on platform.console_audit
  for each row execute function platform.forbid_change();
create trigger console_audit_is_not_emptied before truncate on platform.console_audit
  for each statement execute function platform.forbid_change();

-- Those who were staff before the console could do what moderators do; an admin is named on the command line.
insert into platform.people (id, email, email_key, name, password_hash, created_at, disabled_at)
select id, email, lower(email), name, password_hash, created_at, disabled_at from platform.staff;
insert into platform.memberships (person_id, kind, organisation, role, created_at)
select id, 'staff', '', 'moderator', created_at from platform.staff;

-- Staff who may use the API of moderation, with the password of their person: the services read this table.
create function platform.keep_staff(changed uuid) returns void language sql as $$
  insert into platform.staff as known (id, email, name, password_hash, created_at, disabled_at)
  select person.id, person.email, person.name, person.password_hash, person.created_at, person.disabled_at
  from platform.people person
  where person.id = changed and person.password_hash is not null and exists (
    select from platform.memberships m
    where m.person_id = changed and m.kind = 'staff' and m.role in ('admin', 'moderator')
  )
  on conflict (lower(email)) do update set name = excluded.name, password_hash = excluded.password_hash,
    disabled_at = excluded.disabled_at;
  update platform.staff set disabled_at = now()
  where lower(email) = (select lower(email) from platform.people where id = changed) and disabled_at is null
    and not exists (
    select from platform.memberships m
    where m.person_id = changed and m.kind = 'staff' and m.role in ('admin', 'moderator')
  );
$$;
create function platform.person_changed() returns trigger language plpgsql as $$
begin
  perform platform.keep_staff(new.id);
  return null;
end $$;
create trigger people_keep_staff after update on platform.people
  for each row execute function platform.person_changed();
create function platform.membership_changed() returns trigger language plpgsql as $$
begin
  perform platform.keep_staff(coalesce(new.person_id, old.person_id));
  return null;
end $$;
create trigger memberships_keep_staff after insert or update or delete on platform.memberships
  for each row execute function platform.membership_changed();
