-- One row for each pair that ever wrote: what lists show of a chat, and the lock under which its messages get their
-- order.
create table social.chats (
  low_id uuid not null references social.users (id) on delete cascade,
  high_id uuid not null references social.users (id) on delete cascade,
  last_message_id uuid,
  -- What the low one, and the high one, has not read yet.
  low_unread integer not null default 0 check (low_unread >= 0),
  high_unread integer not null default 0 check (high_unread >= 0),
  -- Up to here each has read what the other sent.
  low_read_id uuid,
  high_read_id uuid,
  -- Up to here each has emptied the chat for oneself.
  low_cleared_id uuid,
  high_cleared_id uuid,
  primary key (low_id, high_id),
  check (low_id < high_id)
) with (fillfactor = 80);

-- Ids are ordered by time, so one week of a chat is one range of the primary key, and when a message was sent is
-- written in its id.
create table social.messages (
  low_id uuid not null,
  high_id uuid not null,
  id uuid not null,
  from_low boolean not null,
  client_id text,
  body text not null,
  read_at timestamptz,
  deleted_at timestamptz,
  hidden_from_low boolean not null default false,
  hidden_from_high boolean not null default false,
  primary key (low_id, high_id, id),
  foreign key (low_id, high_id) references social.chats (low_id, high_id) on delete cascade
) with (fillfactor = 90);
create unique index messages_by_client_id on social.messages (low_id, high_id, from_low, client_id) where client_id is not null;
-- For the chats of a user who is erased.
create index chats_by_high on social.chats (high_id);
