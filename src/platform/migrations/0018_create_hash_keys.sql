-- Keys of keyed hashes that must outlive a change of SECRET_KEY. Each is sealed, and sealed again by `secrets reseal`.
create table platform.hash_keys (
  purpose text primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);
