import pg from 'pg';
import { tellOfStandby } from '../postgres/client/availability.ts';
import { pgOptions, type Connection } from '../postgres/client/connection.ts';
import { cutOff, watchSilence } from '../postgres/client/silence.ts';
import type { Logger } from '../telemetry/logger.ts';

/** What the queue asks is answered in milliseconds. */
const standardSilentMs = 15_000;

/** The connections of the job library, which has no limits of its own; `silentMs` 0 for none. */
export function createJobPool(
  connection: Connection,
  log: Logger,
  max = 1,
  silentMs = standardSilentMs,
): pg.Pool {
  const pool = new pg.Pool({ ...pgOptions(connection, 'praca jobs'), max, verify: tellOfStandby(log) });
  const silence = watchSilence();
  // Only the message: the driver hangs the whole client on the error.
  pool.on('error', (error) => log.debug(`a connection for jobs was lost: ${error.message}`));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    silence.add(client);
    if (silentMs > 0) limitSilence(client, silentMs, () => silence.closeAll());
  });
  return pool;
}

/**
 * The driver's own limit of a query leaves the connection open. Also closes the ones on which the library only listens:
 * nothing is asked there, so that they would stay where nothing is ever told.
 */
function limitSilence(client: pg.PoolClient, silentMs: number, closeOthers: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
  const watched = (...words: unknown[]): unknown => {
    timer ??= setTimeout(() => {
      cutOff(client);
      closeOthers();
    }, silentMs);
    return ask(...words);
  };
  Object.assign(client, { query: watched });
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  // Published types leave the connection out.
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('readyForQuery', end);
  client.once('end', end);
}
