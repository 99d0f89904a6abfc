import type { UpdateKind } from '../../delivery/updates/update.rules.ts';

/** An update of a user, as sent over a WebSocket, as a server-sent event and by the route `updates`. */
export interface Update {
  /** Per-user sequence number. Numbers can have gaps but are always increasing. */
  seq: number;
  type: UpdateKind;
  at: string;
  data: unknown;
}

/** Tells the client, at the start of a stream or within it, that it has missed updates and must reload its data. */
export interface Reload {
  type: 'ready';
  seq: number;
  complete: false;
}

/** Time in milliseconds after which a typing report is not delivered. */
export const typingLastsMs = 10_000;

/** Formats one server-sent event (HTML standard). A new connection continues after its id. */
export const formatEvent = (update: { seq: number; type: string }, json: string): string =>
  `id: ${update.seq}\nevent: ${update.type}\ndata: ${json}\n\n`;
