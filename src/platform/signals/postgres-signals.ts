import pg from 'pg';
import { type Connection, pgOptions } from '../postgres/client/connection.ts';
import type { Logger } from '../telemetry/logger.ts';
import { Batcher, Subscriptions, type Message, type Signals } from './signals.ts';

const channelName = 'praca';
/** PostgreSQL takes less than 8 000 bytes in one notification. */
const maximumBatchBytes = 7900;
/** A connection that is silently gone would otherwise go unnoticed for minutes. */
const heartbeatMs = 5000;

/**
 * LISTEN/NOTIFY on a connection of its own, outside any writing transaction: inside one, NOTIFY would make all
 * commits of the database queue up behind each other.
 */
export async function openPostgresSignals(connection: Connection, log: Logger): Promise<Signals> {
  const subscriptions = new Subscriptions((error) => log.error({ err: error }, 'a signal handler failed'));
  let client: pg.Client | undefined;
  let closed = false;
  let unsent: string[] = [];
  let heartbeat: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...pgOptions(connection, 'praca signals'),
      keepAlive: true,
      query_timeout: heartbeatMs,
    });
    next.on('notification', ({ payload }) => {
      for (const [channel, text] of JSON.parse(payload ?? '[]') as Message[])
        subscriptions.deliver(channel, text);
    });
    next.on('error', () => {});
    await next.connect();
    await next.query(`listen ${channelName}`);
    next.once('end', () => {
      client = undefined;
      if (!closed) void reconnect();
    });
    client = next;
    send(unsent.splice(0));
  };

  const reconnect = async (): Promise<void> => {
    log.warn('the connection for signals was lost; connecting again');
    for (let delayMs = 50; !closed; delayMs = Math.min(delayMs * 2, 2000)) {
      try {
        await connect();
        subscriptions.deliverGap();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
  };

  const send = (batches: string[]): void => {
    if (batches.length === 0) return;
    if (!client) {
      // Bounded: after an outage every process looks at everything anyway.
      unsent = [...unsent, ...batches].slice(-1000);
      return;
    }
    client
      .query('select pg_notify($1, batch) from unnest($2::text[]) as batch', [channelName, batches])
      .catch(() => {
        // The connection broke under them; the next one takes them along.
        unsent = [...batches, ...unsent].slice(-1000);
      });
  };

  await connect();
  heartbeat = setInterval(() => {
    const probed = client;
    probed?.query('select 1').catch(() => void probed.end().catch(() => {}));
  }, heartbeatMs);
  heartbeat.unref();

  const batcher = new Batcher(send, maximumBatchBytes);
  return {
    publish: (channel, payload = '') => batcher.add(channel, payload),
    subscribe: (channel, handler) => subscriptions.add(channel, handler),
    async close() {
      batcher.flush();
      closed = true;
      clearInterval(heartbeat);
      // Queued behind the last notification, so that it still goes out.
      await client?.query('select 1').catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}
