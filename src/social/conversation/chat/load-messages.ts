import type { Sql } from '../../../platform/postgres/client/database.ts';
import { viewMessage, type MessageView } from './chat.rules.ts';
import { findMessagesByIds, type MessageInChat } from './chat.store.ts';

export interface MessageReference {
  viewerId: string;
  lowId: string;
  highId: string;
  id: string;
}

/**
 * Returns each message as its viewer sees it now, or undefined if it was deleted or emptied. `closedToo` also loads
 * messages of chats closed with their combination, for reports.
 */
export async function loadMessages(
  sql: Sql,
  references: readonly MessageReference[],
  { closedToo = false }: { closedToo?: boolean } = {},
): Promise<(MessageView | undefined)[]> {
  if (references.length === 0) return [];
  const distinct = new Map(
    references.map((reference) => [reference.lowId + reference.highId + reference.id, reference]),
  );
  const rows = await findMessagesByIds(sql, [...distinct.values()]);
  const found = new Map<string, MessageInChat>(rows.map((row) => [row.lowId + row.highId + row.id, row]));
  return references.map((reference) => {
    const message = found.get(reference.lowId + reference.highId + reference.id);
    if (!message) return undefined;
    const clearedId = reference.viewerId === message.lowId ? message.lowClearedId : message.highClearedId;
    const isEmptied = clearedId !== null && message.id <= clearedId;
    if (isEmptied && !(closedToo && message.isClosed)) return undefined;
    return viewMessage(message, reference.viewerId);
  });
}
