import type pg from 'pg';

/**
 * Connections that lead to the same place. One that is silent for longer than its question may take has found a machine
 * that is frozen or cut off, where the others wait in vain as well, or will: they are closed with it.
 */
export interface SilenceWatch {
  /** For every new connection. */
  add(client: pg.ClientBase): void;
  /** When it is asked something, and when it has answered. */
  asked(client: pg.ClientBase): void;
  answered(client: pg.ClientBase): void;
  /** Closes all but those that were asked only a moment ago. */
  closeAll(): void;
}

/** What is asked of a machine that works is mostly answered sooner. */
const momentMs = 5000;

const watches = new WeakMap<pg.ClientBase, SilenceWatch>();
export const findSilenceWatch = (client: pg.ClientBase): SilenceWatch | undefined => watches.get(client);

export function watchSilence(): SilenceWatch {
  const connections = new Map<pg.ClientBase, { askedMs: number | undefined }>();
  const watch: SilenceWatch = {
    add(client) {
      watches.set(client, watch);
      connections.set(client, { askedMs: undefined });
      client.once('end', () => connections.delete(client));
    },
    asked(client) {
      const connection = connections.get(client);
      if (connection) connection.askedMs = performance.now();
    },
    answered(client) {
      const connection = connections.get(client);
      if (connection) connection.askedMs = undefined;
    },
    closeAll() {
      const nowMs = performance.now();
      for (const [client, { askedMs }] of connections)
        if (askedMs === undefined || nowMs - askedMs >= momentMs) cutOff(client);
    },
  };
  return watch;
}

/** Without a goodbye, which nobody would hear. */
export function cutOff(client: pg.ClientBase): void {
  // Published types leave the connection out.
  const { stream } = (client as unknown as { connection: { stream: { destroy(error: Error): void } } })
    .connection;
  stream.destroy(new Error('Connection terminated: PostgreSQL did not answer in time'));
}
