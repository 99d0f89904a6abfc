-- A first message that crossed a dislike or a block used to make its chat after the closing, which nothing closed or
-- purged. Such chats are closed now, and go 30 days later with all closed ones.
update social.chats c set
  low_cleared_id = c.last_message_id, high_cleared_id = c.last_message_id,
  low_read_id = c.last_message_id, high_read_id = c.last_message_id, low_unread = 0, high_unread = 0, closed_at = now()
where closed_at is null and not exists (
  select from social.pairs p where p.low_id = c.low_id and p.high_id = c.high_id and p.combined_at is not null);
