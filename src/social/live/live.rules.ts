import type { UpdateKind } from '../updates/update.rules.ts';

/** What happened to a user, as it travels: over a socket, as an event, and from `updates`. */
export interface Update {
  /** Counted for each user. Numbers may be missing, but never come out of order. */
  seq: number;
  type: UpdateKind;
  at: string;
  data: unknown;
}

/** In the midst of a stream as at its beginning: what came before is not all that happened. */
export interface Reload {
  type: 'ready';
  seq: number;
  complete: false;
}

/** How long a report of typing is worth delivering. */
export const typingLastsMs = 10_000;

/** One event of a stream (HTML, server-sent events). Its id is where a new connection goes on. */
export const formatEvent = (update: { seq: number; type: string }, json: string): string =>
  `id: ${update.seq}\nevent: ${update.type}\ndata: ${json}\n\n`;
