import pg from 'pg';
import { tellOfStandby } from '../postgres/client/availability.ts';
import { pgOptions, type Connection } from '../postgres/client/connection.ts';
import { cutOff, watchSilence, type SilenceWatch } from '../postgres/client/silence.ts';
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
  const silence = watchSilence();
  const verify = tellOfStandby(log);
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
  // Only the message: the driver hangs the whole client on the error.
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
 * Where a new connection leads nowhere, the machine that the others lead to may be frozen and its place taken already.
 * Nothing is asked on those on which the library only listens, so that they would stay there.
 */
function clientThatTells(ofFailure: () => void): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | void {
      if (!callback) return super.connect();
      super.connect((error: Error | null) => {
        // One that says no itself is there: it has too many connections, or is starting.
        if (error && !(error instanceof pg.DatabaseError)) ofFailure();
        (callback as (error: Error | null) => void)(error);
      });
    }
  };
}

/** The driver's own limit of a query leaves the connection open. Also closes the ones on which the library only listens. */
function limitSilence(client: pg.PoolClient, silentMs: number, silence: SilenceWatch): void {
  let timer: NodeJS.Timeout | undefined;
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown;
  const watched = (...words: unknown[]): unknown => {
    timer ??= setTimeout(() => {
      cutOff(client);
      silence.closeAll();
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
  // Published types leave the connection out.
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('readyForQuery', end);
  client.once('end', end);
}
