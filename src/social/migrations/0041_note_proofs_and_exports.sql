-- When the user proved who they are, which a sign-in with an older ID token says of an earlier moment; null is created_at.
alter table social.sessions add column proven_at timestamptz;
-- A copy of the user's data is being sent, and no other before then.
alter table social.users add column exporting_until timestamptz;
