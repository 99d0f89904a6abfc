-- An erased user who was reported, suspended or blocked leaves a row with nothing of the profile in it: reports, decisions
-- and others' blocks refer to it. Its deleted_at is 'infinity': hidden everywhere, and never erased a second time, also
-- by the version before.
alter table social.users
  -- When an account of this identity was erased: this one, or, where returned_at is set, the one before it.
  add column erased_at timestamptz,
  -- When the identity signed up again and got the case of the erased account.
  add column returned_at timestamptz,
  -- MACs, under the key in identity_keys, of provider and identifier, and of the confirmed address. The first is set for
  -- erased accounts alone.
  add column identity_hash bytea,
  add column address_hash bytea;
create index users_erased on social.users (erased_at) where identity_hash is not null;
create index users_by_identity_hash on social.users (identity_hash) where identity_hash is not null;
create index users_by_address_hash on social.users (address_hash) where address_hash is not null;
