create table social.devices (
  user_id uuid not null references social.users (id) on delete cascade,
  device_id text not null,
  endpoint text not null,
  -- The two keys of the subscription, with which notifications are encrypted for that device alone.
  sealed_keys bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, device_id)
);
-- A browser that another user signed in on belongs to the other user from then on.
create unique index devices_by_endpoint on social.devices (endpoint);

-- The one pair of VAPID keys by which push services know this installation.
create table social.push_keys (
  id smallint primary key check (id = 1),
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);
