import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Pair } from './pair.rules.ts';

/**
 * Closes the chat of a pair. This belongs here because pairs decide whether two users may chat; `chat`, a higher layer,
 * reads only open chats. A concurrent message has either locked the pair first and is in the chat, or it finds that the
 * two are not combined.
 */
export function closeChat(tx: Tx, { lowId, highId }: Pair, now: Date): void {
  tx.defer(tx`
    update social.chats set
      low_cleared_id = last_message_id, high_cleared_id = last_message_id, low_read_id = last_message_id,
      high_read_id = last_message_id, low_unread = 0, high_unread = 0, closed_at = ${now}
    where low_id = ${lowId} and high_id = ${highId}`);
}

/**
 * Opens the chat of a pair that combines again. The old messages are deleted, so that their client ids can be used
 * again.
 */
export function openChat(tx: Tx, { lowId, highId }: Pair): void {
  tx.defer(tx`
    with opened as (
      update social.chats set closed_at = null
      where low_id = ${lowId} and high_id = ${highId}
      returning low_id, high_id
    )
    delete from social.messages m using opened o where m.low_id = o.low_id and m.high_id = o.high_id`);
}
