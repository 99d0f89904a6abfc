import pg from 'pg';
import { logStandby } from '../postgres/client/availability.ts';
import { pgOptions, type Connection } from '../postgres/client/connection.ts';
import { cutOff, watchSilence, type SilenceWatch } from '../postgres/client/silence.ts';
import type { Logger } from '../telemetry/logger.ts';

/** Time limit in milliseconds for statements of the queue, which normally take a few milliseconds. */
const standardSilentMs = 15_000;

/** Creates the pool of the job library, which has no time limits of its own. `silentMs` is 0 for no limit. */
export function createJobPool(
  connection: Connection,
  log: Logger,
  max = 1,
  silentMs = standardSilentMs,
): pg.Pool {
  const silence = watchSilence();
  const verify = logStandby(log);
  const pool = new pg.Pool({
    ...pgOptions(connection, 'praca jobs'),
    max,
    Client: clientThatTells(() => silence.closeAll()),
    verify(client, done) {
      verify(client, (error) => {
        if (error) silence.closeAll();
        done(error);
      });
    },
  });
  // Logs only the message, because the driver attaches the whole client to the error.
  pool.on('error', (error) => log.debug(`a connection for jobs was lost: ${error.message}`));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    silence.add(client);
    if (silentMs > 0) limitSilence(client, silentMs, silence);
  });
  return pool;
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * Returns a client class that reports failed connects. If a connect fails, the server of the other connections may be
 * frozen and already replaced. No statements run on the connections that only listen, so they would otherwise stay
 * open.
 */
function clientThatTells(ofFailure: () => void): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | void {
      if (!callback) return super.connect();
      super.connect((error: Error | null) => {
        // A server that answers with an error is up: it has too many connections or is starting.
        if (error && !(error instanceof pg.DatabaseError)) ofFailure();
        (callback as (error: Error | null) => void)(error);
      });
    }
  };
}

/**
 * Closes all connections if a statement gets no answer, including those that only listen. The driver's own query
 * timeout would leave the connection open.
 */
function limitSilence(client: pg.PoolClient, silentMs: number, silence: SilenceWatch): void {
  let timer: NodeJS.Timeout | undefined;
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
  const watched = (...words: unknown[]): unknown => {
    timer ??= setTimeout(() => {
      silence.closeAll(client);
      cutOff(client);
    }, silentMs);
    silence.asked(client);
    return ask(...words);
  };
  Object.assign(client, { query: watched });
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    silence.answered(client);
  };
  // The driver's published types lack `connection`.
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('readyForQuery', end);
  client.once('end', end);
}
