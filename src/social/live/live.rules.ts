export const updateKinds = ['message', 'read', 'typing', 'combination'] as const;
export type UpdateKind = (typeof updateKinds)[number];

/** What happened to a user, as it travels: over a socket, as an event, and from `updates`. */
export interface Update {
  /** Grows by the user; numbers may be missing, but never come out of order. */
  seq: number;
  type: UpdateKind;
  at: string;
  data: unknown;
}

/** Who types now is no news later. */
export const typingLastsMs = 10_000;
/** At most one report of typing in this time for each chat. */
export const typingEveryMs = 2000;
/** What is older must be read from the chats again. */
export const keepUpdatesMs = 14 * 24 * 60 * 60 * 1000;
export const keepTypingMs = 60 * 60 * 1000;

/** One event of a stream (HTML, server-sent events). Its id is where a new connection goes on. */
export const formatEvent = (update: { seq: number; type: string }, json: string): string =>
  `id: ${update.seq}\nevent: ${update.type}\ndata: ${json}\n\n`;
