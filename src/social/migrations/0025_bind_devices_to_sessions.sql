-- A device is notified for as long as the session that registered it lasts, and is forgotten with it.
alter table social.devices
  add column session_id uuid references social.sessions (id) on delete cascade,
  -- Which service brings notifications there; `endpoint` is the address that this service knows: a URL or a token.
  add column platform text not null default 'web' check (platform in ('web', 'fcm', 'apns')),
  -- Of APNs alone: which of Apple's two services gave the token.
  add column environment text check (environment in ('production', 'sandbox')),
  -- In which notifications are worded, where this is not done on the device.
  add column language text not null default 'en',
  -- Only a browser has keys of its own.
  alter column sealed_keys drop not null;

-- Whoever is signed in once registered it there. Of several sessions nobody can tell which it was: these devices
-- register anew when their app is opened. What an older version writes meanwhile has no session, and is not notified.
update social.devices d set session_id = known.id
from (
  select user_id, (array_agg(id))[1] as id from social.sessions
  where ended_at is null and expires_at > now() group by user_id having count(*) = 1
) known
where known.user_id = d.user_id;
delete from social.devices where session_id is null;

create index devices_by_session on social.devices (session_id);
