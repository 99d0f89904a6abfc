-- Applications that may use accounts as their sign-in, and what the OpenID provider stores for them.

create table accounts.oidc_clients (
  id text primary key,
  -- HMAC of the secret. Null for public clients and for clients with a key of their own.
  secret_hash bytea,
  -- By the names of OpenID Connect Dynamic Client Registration, without the secret.
  metadata jsonb not null,
  -- `file` for clients of CLIENTS_FILE, which the next start overwrites.
  source text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);

-- One row for each grant, code, token, interaction and pushed request. Ids are HMACs, so a copy of the database opens
-- nothing. Tokens end with their grant, and a grant ends with its session: by foreign keys, so that no deletion of a
-- session can leave one behind.
create table accounts.oidc_artefacts (
  id_hash bytea primary key,
  kind text not null,
  grant_hash bytea references accounts.oidc_artefacts (id_hash) on delete cascade,
  -- Only of grants, and of the provider's notes about a session.
  session_id uuid references accounts.sessions (id) on delete cascade,
  -- Only of grants, so that they are exported and erased with the person.
  user_id uuid references accounts.users (id) on delete cascade,
  -- Only of rows without a grant.
  client_id text references accounts.oidc_clients (id) on delete cascade,
  -- Name of a grant in lists.
  public_id uuid,
  user_code_hash bytea,
  payload jsonb not null,
  created_at timestamptz not null,
  -- Last refresh of a grant.
  used_at timestamptz,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  constraint grants_have_a_session check (kind <> 'Grant' or (session_id is not null and user_id is not null and public_id is not null))
);
create index oidc_artefacts_grant on accounts.oidc_artefacts (grant_hash) where grant_hash is not null;
create index oidc_artefacts_session on accounts.oidc_artefacts (session_id) where session_id is not null;
create index oidc_artefacts_user on accounts.oidc_artefacts (user_id) where user_id is not null;
create index oidc_artefacts_client on accounts.oidc_artefacts (client_id) where client_id is not null;
create unique index oidc_artefacts_user_code on accounts.oidc_artefacts (user_code_hash) where user_code_hash is not null;
create index oidc_artefacts_expires_at on accounts.oidc_artefacts (expires_at);
