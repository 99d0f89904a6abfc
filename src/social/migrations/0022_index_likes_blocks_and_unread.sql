-- Likes that wait for an answer, newest first, for whoever is liked.
create index pairs_low_liked on social.pairs (low_id, high_liked_at desc, high_id desc)
  where high_liked_at is not null and low_liked_at is null;
create index pairs_high_liked on social.pairs (high_id, low_liked_at desc, low_id desc)
  where low_liked_at is not null and high_liked_at is null;

-- Whom a user has blocked, those for longest first.
create index pairs_low_blocked on social.pairs (low_id, low_blocked_until desc, high_id desc)
  where low_blocked_until is not null;
create index pairs_high_blocked on social.pairs (high_id, high_blocked_until desc, low_id desc)
  where high_blocked_until is not null;

-- Chats with something to read. By columns that change only with the first unread message and when all is read: an
-- index on the numbers themselves would be written anew with every message.
alter table social.chats
  add column low_has_unread boolean generated always as (low_unread > 0) stored,
  add column high_has_unread boolean generated always as (high_unread > 0) stored;
create index chats_low_unread on social.chats (low_id, high_id) where low_has_unread;
create index chats_high_unread on social.chats (high_id, low_id) where high_has_unread;
