-- How many of what only so many may be done of a user has done, until when it counts. One row for a user and a kind.
create table social.limit_uses (
  user_id uuid not null references social.users (id) on delete cascade,
  kind text not null,
  used integer not null,
  -- How many whoever counted last allowed.
  most integer not null,
  -- From then on it counts from nothing again.
  resets_at timestamptz not null,
  primary key (user_id, kind),
  -- What would be one too many fails with the whole statement that does it, so that nothing of it is left.
  constraint limit_uses_kept check (used <= most)
) with (fillfactor = 60);

-- The last dislike of each user, which can be taken back.
create table social.last_dislikes (
  user_id uuid primary key references social.users (id) on delete cascade,
  -- No reference: it would have every dislike lock two users. An erasure removes it by itself.
  other_id uuid not null,
  -- What it wrote into the pair: where something else stands there, the dislike has been overtaken.
  passed_until timestamptz not null,
  undid_combination boolean not null
) with (fillfactor = 60);

-- The newest combination that each user had in the list when it was last read.
create table social.seen_combinations (
  user_id uuid primary key references social.users (id) on delete cascade,
  seen_at timestamptz not null
) with (fillfactor = 60);
