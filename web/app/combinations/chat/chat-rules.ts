import type { Message, OutboxEntry } from '../../state/outbox-rules.ts';

/** Cursor for the messages before the known ones; null if there are none. */
export type Older = { readonly page: number; readonly before?: string } | null;

export interface Chat {
  /** Oldest first, without duplicates. Ids are in the order in which the server accepted the messages. */
  readonly messages: readonly Message[];
  readonly older: Older;
  /** True once the server has answered. Until then the messages are the ones stored on the device. */
  readonly isFresh: boolean;
}

export const unknownChat: Chat = { messages: [], older: null, isFresh: false };

/** Merges listed and live messages, in any order and with duplicates: each id appears once, in its latest version. */
export function mergeMessages(known: readonly Message[], heard: readonly Message[]): readonly Message[] {
  if (heard.length === 0) return known;
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of heard) byId.set(message.id, newer(byId.get(message.id), message));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Returns whether the messages read so far (oldest first) go back to the message `reach`; without `reach`, whether
 * there is any message.
 */
export const isReached = (read: readonly Pick<Message, 'id'>[], reach: string | undefined): boolean =>
  read[0] !== undefined && (reach === undefined || read[0].id <= reach);

/**
 * Replaces the messages that were known at the time of the request (`before`) by the answer. Messages that arrived live
 * during the request are kept; known messages missing from the answer are removed.
 */
export function replaceKnown(
  { messages }: Pick<Chat, 'messages'>,
  before: ReadonlySet<string>,
  read: Pick<Chat, 'messages' | 'older'>,
): Chat {
  const listed = new Set(read.messages.map(({ id }) => id));
  const stays = messages.filter(({ id }) => listed.has(id) || !before.has(id));
  return { messages: mergeMessages(stays, read.messages), older: read.older, isFresh: true };
}

/** A late answer must not restore a deleted message or mark a read one as unread. */
function newer(known: Message | undefined, heard: Message): Message {
  if (!known) return heard;
  if (known.deleted) return known;
  return known.read_at !== null && heard.read_at === null ? { ...heard, read_at: known.read_at } : heard;
}

export interface ReadUpdate {
  readonly by: string;
  readonly of: string;
  /** First message covered by this receipt; earlier ones are unaffected. */
  readonly from?: string;
  readonly upTo: string;
  readonly read_at: string;
}

export const markRead = (messages: readonly Message[], read: ReadUpdate): readonly Message[] =>
  messages.map((message) =>
    message.from === read.of &&
    message.read_at === null &&
    message.id <= read.upTo &&
    message.id >= (read.from ?? '')
      ? { ...message, read_at: read.read_at }
      : message,
  );

export type Delivery = 'waiting' | 'refused' | 'sent' | 'read';

/** One line of the chat: a message on the server or one in the outbox. */
export interface Line {
  /** Stays the same when the server accepts the message, so the line keeps its position in the DOM. */
  readonly key: string;
  readonly text: string;
  readonly at: string;
  readonly isOwn: boolean;
  readonly isDeleted: boolean;
  readonly delivery: Delivery | undefined;
  /** Set if the server has the message. */
  readonly id: string | undefined;
  /** Set if the message is still in the outbox. */
  readonly entry: OutboxEntry | undefined;
}

/** Returns the messages followed by the pending outbox entries. A message is never listed as both. */
export function linesOf(
  messages: readonly Message[],
  entries: readonly OutboxEntry[],
  otherId: string,
): readonly Line[] {
  const taken = new Set(messages.map((message) => message.client_id));
  return [
    ...messages.map((message) => lineOfMessage(message, otherId)),
    ...entries.filter(({ to, clientId }) => to === otherId && !taken.has(clientId)).map(lineOfEntry),
  ];
}

/** Lines are cached by their source object, so that a new message does not re-render a chat of a thousand lines. */
const madeOfMessages = new WeakMap<Message, Line>();
const madeOfEntries = new WeakMap<OutboxEntry, Line>();

function lineOfMessage(message: Message, otherId: string): Line {
  const known = madeOfMessages.get(message);
  if (known) return known;
  const isOwn = message.from !== otherId;
  const line: Line = {
    key: (isOwn ? message.client_id : null) ?? message.id,
    text: message.message,
    at: message.sent_at,
    isOwn,
    isDeleted: message.deleted,
    delivery: !isOwn ? undefined : message.read_at === null ? 'sent' : 'read',
    id: message.id,
    entry: undefined,
  };
  madeOfMessages.set(message, line);
  return line;
}

function lineOfEntry(entry: OutboxEntry): Line {
  const known = madeOfEntries.get(entry);
  if (known) return known;
  const line: Line = {
    key: entry.clientId,
    text: entry.text,
    at: entry.writtenAt,
    isOwn: true,
    isDeleted: false,
    delivery: entry.fault === undefined ? 'waiting' : 'refused',
    id: undefined,
    entry,
  };
  madeOfEntries.set(entry, line);
  return line;
}

export const countUnread = (messages: readonly Message[], otherId: string): number =>
  messages.filter(({ from, read_at: readAt, deleted }) => from === otherId && readAt === null && !deleted)
    .length;
