import type pg from 'pg';

/**
 * Watches connections to one server. If a connection gets no answer within the limit, the server is probably frozen or
 * unreachable, and the other connections are closed as well.
 */
export interface SilenceWatch {
  /** Registers a new connection. */
  add(client: pg.ClientBase): void;
  /** Records that a statement was sent or answered on the connection. */
  asked(client: pg.ClientBase): void;
  answered(client: pg.ClientBase): void;
  /**
   * Closes all connections. If one of them was answered after `silent` was asked, the server works, and connections
   * with a recent statement stay open.
   */
  closeAll(silent?: pg.ClientBase): void;
}

/** Time in milliseconds within which a working server answers most statements. */
const momentMs = 5000;

const watches = new WeakMap<pg.ClientBase, SilenceWatch>();
export const findSilenceWatch = (client: pg.ClientBase): SilenceWatch | undefined => watches.get(client);

export function watchSilence(): SilenceWatch {
  const connections = new Map<pg.ClientBase, { askedMs: number | undefined }>();
  let lastAnswerMs = performance.now();
  const watch: SilenceWatch = {
    add(client) {
      watches.set(client, watch);
      connections.set(client, { askedMs: undefined });
      client.once('end', () => connections.delete(client));
      connectionOf(client).on('readyForQuery', () => (lastAnswerMs = performance.now()));
    },
    asked(client) {
      const connection = connections.get(client);
      if (connection) connection.askedMs ??= performance.now();
    },
    answered(client) {
      const connection = connections.get(client);
      if (connection) connection.askedMs = undefined;
    },
    closeAll(silent) {
      const nowMs = performance.now();
      const silentSinceMs = silent && connections.get(silent)?.askedMs;
      // Waiting for the most recent statements as well would almost double the time that the process uses a frozen
      // server.
      const isFrozen = silentSinceMs !== undefined && lastAnswerMs < silentSinceMs;
      for (const [client, { askedMs }] of connections)
        if (isFrozen || askedMs === undefined || nowMs - askedMs >= momentMs) cutOff(client);
    },
  };
  return watch;
}

/** Destroys the socket without the protocol's goodbye message, which an unreachable server would not receive. */
export function cutOff(client: pg.ClientBase): void {
  connectionOf(client).stream.destroy(new Error('Connection terminated: PostgreSQL did not answer in time'));
}

type Wire = NodeJS.EventEmitter & { readonly stream: { destroy(error: Error): void } };

// The driver's published types lack `connection`.
const connectionOf = (client: pg.ClientBase): Wire => (client as unknown as { connection: Wire }).connection;
