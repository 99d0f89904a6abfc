-- One row for two people, whoever acted first: two likes at the same instant meet in it.
create table social.pairs (
  -- No references: they would have every like lock two users. An erasure removes a user's pairs by itself.
  low_id uuid not null,
  high_id uuid not null,
  low_liked_at timestamptz,
  high_liked_at timestamptz,
  -- Passed over by a dislike, until then.
  low_passed_until timestamptz,
  high_passed_until timestamptz,
  -- 'infinity' is for good.
  low_blocked_until timestamptz,
  high_blocked_until timestamptz,
  -- Both have liked.
  combined_at timestamptz,
  -- Drawn by the like that combined them: whoever finds its own here tells both sides.
  combination_id uuid,
  primary key (low_id, high_id),
  check (low_id < high_id)
);
-- For the erasure and the export of a user. With both ids: PostgreSQL may take it for a single pair just as well.
create index pairs_high on social.pairs (high_id, low_id);
create index pairs_low_combined on social.pairs (low_id, combined_at desc, high_id desc) where combined_at is not null;
create index pairs_high_combined on social.pairs (high_id, combined_at desc, low_id desc) where combined_at is not null;

-- How far down a walk of the feed nobody was left for a user: rows between top and bottom need not be asked again.
create table social.feed_marks (
  user_id uuid not null references social.users (id) on delete cascade,
  scope text not null check (scope in ('city', 'state', 'country')),
  top_active_at timestamptz not null,
  top_id uuid not null,
  bottom_active_at timestamptz not null,
  bottom_id uuid not null,
  made_at timestamptz not null,
  primary key (user_id, scope)
);
