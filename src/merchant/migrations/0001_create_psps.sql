create sequence merchant.psp_ids as integer;

create table merchant.psps (
  id integer primary key default nextval('merchant.psp_ids'),
  name text not null,
  created_at timestamptz not null,
  suspended_at timestamptz
);

-- What a PSP's software signs in with. The secret is 256 random bits, so that a plain hash of it cannot be guessed.
create table merchant.credentials (
  client_id text primary key,
  psp_id integer not null references merchant.psps (id),
  secret_hash bytea not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index credentials_psp_id on merchant.credentials (psp_id);
