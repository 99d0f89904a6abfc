-- The kinds are listed by the code, which alone writes them: a list here as well would have to be changed with every
-- new one, while the version before is still running.
alter table social.updates drop constraint if exists updates_kind_check;

-- Since when its combination is undone. Nobody sees its messages from then on, also where the two combine again; they
-- are kept for a while for whoever reports them, then forgotten.
alter table social.chats add column closed_at timestamptz;
create index chats_closed on social.chats (closed_at) where closed_at is not null;

update social.chats c set
  low_cleared_id = c.last_message_id, high_cleared_id = c.last_message_id,
  low_read_id = c.last_message_id, high_read_id = c.last_message_id, low_unread = 0, high_unread = 0, closed_at = now()
where not exists (
  select from social.pairs p where p.low_id = c.low_id and p.high_id = c.high_id and p.combined_at is not null);
