import type { Pair } from '../pairs/pair.rules.ts';

/** Below every id. */
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

/** Of a week that is read part by part. */
export const defaultPart = 50;
export const largestPart = 200;
/** Of a week that is asked for as a whole. Who writes more in a week is read to the end by parts. */
export const largestWeek = 5000;
/** Of any page, as it is sent. A chat with long messages is read in more parts. */
export const largestPageBytes = 1024 * 1024;
/** What is around the messages of a page. */
const pageFrameBytes = 1024;
/** Around each of them: a comma, and the time of reading that this page may add. */
const messageFrameBytes = 32;

/** A message on the wire. */
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

/** The timestamp in a UUIDv7, its first 48 bits: milliseconds. */
export const timestampOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

export const senderOf = (message: Pair & { fromLow: boolean }): string =>
  message.fromLow ? message.lowId : message.highId;

export const isHiddenFrom = (message: Message, viewerId: string): boolean =>
  viewerId === message.lowId ? message.hiddenFromLow : message.hiddenFromHigh;

/** As one of the two sees it. What is deleted, or hidden from that one, has no text any more. */
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

/** The newest that fit on a page, of those that are given oldest first. */
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

/** Whether it is among those that the recipient's number of unread messages counts. */
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
