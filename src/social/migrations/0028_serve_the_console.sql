-- Staff look for people by the beginning of their name, in the order of names, or by an address.
create index users_by_name on social.users (lower(name) collate "C", id);
create index users_by_email on social.users (lower(email)) where email is not null;
-- Few of many: whoever is or was suspended, and whoever is kept out of feeds.
create index users_suspended on social.users (id) where suspended_until > '-infinity';
create index users_hidden on social.users (id) where hidden_by is not null;
-- Appeals that wait for an answer.
create index appeals_open on social.appeals (user_id) where decided_at is null;

-- The form with which staff made an event: sent twice, it makes one.
alter table social.events add column form_id uuid;
create unique index events_by_form on social.events (form_id) where form_id is not null;
