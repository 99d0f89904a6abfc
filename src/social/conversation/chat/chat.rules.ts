import type { Pair } from '../../people/pairs/pair.rules.ts';

/** The nil UUID, which sorts before every id. */
export const noId = '00000000-0000-0000-0000-000000000000';

export interface Message extends Pair {
  id: string;
  fromLow: boolean;
  clientId: string | null;
  body: string;
  readAt: Date | null;
  deletedAt: Date | null;
  hiddenFromLow: boolean;
  hiddenFromHigh: boolean;
}

/** Default number of messages per part when a week is read in parts. */
export const defaultPart = 50;
export const largestPart = 200;
/** Maximum number of messages when a week is read as a whole. Longer weeks must be read in parts. */
export const largestWeek = 5000;
/** Maximum size in bytes of a page as it is sent. Chats with long messages need more parts. */
export const largestPageBytes = 1024 * 1024;
/** Bytes reserved for the JSON around the messages of a page. */
const pageFrameBytes = 1024;
/** Bytes reserved per message: a comma, and the `read` time that this page may add. */
const messageFrameBytes = 32;

export interface MessageView {
  id: string;
  client_id: string | null;
  from: string;
  to: string;
  message: string;
  sent_at: string;
  read_at: string | null;
  deleted: boolean;
}

/** Returns the timestamp of a UUIDv7 in milliseconds: its first 48 bits. */
export const timestampOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export const senderOf = (message: Pair & { fromLow: boolean }): string =>
  message.fromLow ? message.lowId : message.highId;

export const isHiddenFrom = (message: Message, viewerId: string): boolean =>
  viewerId === message.lowId ? message.hiddenFromLow : message.hiddenFromHigh;

/**
 * Returns a message as one of the two people sees it. Deleted messages and messages hidden from the viewer have no
 * text.
 */
export function viewMessage(message: Message, viewerId: string): MessageView {
  const deleted = message.deletedAt !== null || isHiddenFrom(message, viewerId);
  return {
    id: message.id,
    client_id: message.clientId,
    from: senderOf(message),
    to: message.fromLow ? message.highId : message.lowId,
    message: deleted ? '' : message.body,
    sent_at: new Date(timestampOf(message.id)).toISOString(),
    read_at: message.readAt?.toISOString() ?? null,
    deleted,
  };
}

/** Returns the newest messages that fit on a page. `views` are sorted oldest first. */
export function fitPage(views: readonly MessageView[]): MessageView[] {
  let left = largestPageBytes - pageFrameBytes;
  let from = views.length;
  for (const view of views.toReversed()) {
    left -= Buffer.byteLength(JSON.stringify(view)) + messageFrameBytes;
    if (left < 0) break;
    from -= 1;
  }
  return views.slice(from);
}

/** Returns whether the message is included in the recipient’s unread count. */
export function isUnread(
  message: Message,
  chat: { lowReadId: string | null; highReadId: string | null },
): boolean {
  const recipientId = message.fromLow ? message.highId : message.lowId;
  const readId = message.fromLow ? chat.highReadId : chat.lowReadId;
  return (
    message.readAt === null &&
    message.deletedAt === null &&
    !isHiddenFrom(message, recipientId) &&
    (readId === null || message.id > readId)
  );
}
