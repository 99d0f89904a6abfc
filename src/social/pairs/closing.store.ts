import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Pair } from './pair.rules.ts';

/**
 * Whether the two may talk is decided here, so the chat is closed here as well; `chat`, which stands above, reads what
 * is open. A message that was on its way has locked the pair first and is in the chat, or finds the two not combined.
 */
export function closeChat(tx: Tx, { lowId, highId }: Pair, now: Date): void {
  tx.defer(tx`
    update social.chats set
      low_cleared_id = last_message_id, high_cleared_id = last_message_id, low_read_id = last_message_id,
      high_read_id = last_message_id, low_unread = 0, high_unread = 0, closed_at = ${now}
    where low_id = ${lowId} and high_id = ${highId}`);
}

/**
 * Those who combine again begin anew. The line is drawn once more, for what the version before left open; what lies
 * behind it goes, so that its client ids are free.
 */
export function openChat(tx: Tx, { lowId, highId }: Pair): void {
  tx.defer(tx`
    with opened as (
      update social.chats set
        low_cleared_id = last_message_id, high_cleared_id = last_message_id, low_read_id = last_message_id,
        high_read_id = last_message_id, low_unread = 0, high_unread = 0, closed_at = null
      where low_id = ${lowId} and high_id = ${highId}
      returning low_id, high_id
    )
    delete from social.messages m using opened o where m.low_id = o.low_id and m.high_id = o.high_id`);
}
