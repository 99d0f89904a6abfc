-- Until when a password that the system made for this person counts; it has to be replaced before. Null for a password
-- that the person chose, and for all from before.
alter table platform.people add column password_expires_at timestamptz;

-- Networks, browsers and programs that a person has signed in with, hashed: a sign-in with another one is mailed.
create table platform.person_known_marks (
  person_id uuid not null references platform.people (id),
  mark bytea not null,
  last_used_at timestamptz not null,
  primary key (person_id, mark)
);
