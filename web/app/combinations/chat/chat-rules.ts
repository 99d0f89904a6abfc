import type { Message, OutboxEntry } from '../../state/outbox-rules.ts';

/** Where the messages before those that are known are to be asked for; null where there are none. */
export type Older = { readonly page: number; readonly before?: string } | null;

export interface Chat {
  /** Oldest first, each once: ids are in the order in which the server took them. */
  readonly messages: readonly Message[];
  readonly older: Older;
  /** The server has said what there is; before that, it is what was known last. */
  readonly isFresh: boolean;
}

export const unknownChat: Chat = { messages: [], older: null, isFresh: false };

/** What was listed and what came live, in whatever order and however often: each once, as it was heard last. */
export function mergeMessages(known: readonly Message[], heard: readonly Message[]): readonly Message[] {
  if (heard.length === 0) return known;
  const byId = new Map(known.map((message) => [message.id, message]));
  for (const message of heard) byId.set(message.id, newer(byId.get(message.id), message));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Whether what was read, oldest first, leads back to a message; to any where none is named. */
export const isReached = (read: readonly Pick<Message, 'id'>[], reach: string | undefined): boolean =>
  read[0] !== undefined && (reach === undefined || read[0].id <= reach);

/**
 * What was read in place of what was known when it was asked for (`before`). What came live while the answer was on its
 * way is newer than it; what it does not name any more is gone.
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

/** An answer that was slower than an update must not bring back what was deleted, nor unread what was read. */
function newer(known: Message | undefined, heard: Message): Message {
  if (!known) return heard;
  if (known.deleted) return known;
  return known.read_at !== null && heard.read_at === null ? { ...heard, read_at: known.read_at } : heard;
}

export interface ReadUpdate {
  readonly by: string;
  readonly of: string;
  /** Nothing before this one was read by it. */
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

/** One line of the chat, whether the server has it yet or not. */
export interface Line {
  /** Stays when the server takes the message, so that it stays in its place. */
  readonly key: string;
  readonly text: string;
  readonly at: string;
  readonly isOwn: boolean;
  readonly isDeleted: boolean;
  readonly delivery: Delivery | undefined;
  /** Of what the server has. */
  readonly id: string | undefined;
  /** Of what it has not. */
  readonly entry: OutboxEntry | undefined;
}

/** The messages, and after them what waits: never both for one message. */
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

/** Kept as long as what they are made of, so that a chat of a thousand is not drawn anew for one more. */
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

/** How many of the other's are not read yet. */
export const countUnread = (messages: readonly Message[], otherId: string): number =>
  messages.filter(({ from, read_at: readAt, deleted }) => from === otherId && readAt === null && !deleted)
    .length;
