-- Who was erased while suspended: not who it was, but enough to know the same identity when it signs in again. Removed
-- when the suspension ends.
create table social.barred_identities (
  -- A MAC of provider and identifier under the key below: whoever has only the database cannot try identifiers.
  identity_hash bytea primary key,
  suspended_until timestamptz not null,
  reason text not null,
  staff_id uuid,
  suspended_at timestamptz not null
);
create index barred_identities_by_end on social.barred_identities (suspended_until);

create table social.identity_keys (
  id smallint primary key check (id = 1),
  sealed_key bytea not null,
  created_at timestamptz not null
);
