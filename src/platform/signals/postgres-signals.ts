import pg from 'pg';
import { type Connection, pgOptions } from '../postgres/client/connection.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutage } from '../telemetry/outage.ts';
import { Batcher, Subscriptions, type Message, type Signals } from './signals.ts';

const channelName = 'praca';
/** PostgreSQL limits a notification to less than 8 000 bytes. */
const maximumBatchBytes = 7900;
/** Without a heartbeat, a silently lost connection would stay undetected for minutes. */
const heartbeatMs = 5000;

interface OpenConnection {
  readonly client: pg.Client;
  query(text: string, values?: unknown[]): Promise<void>;
}

/**
 * LISTEN/NOTIFY on its own connection, outside all writing transactions: NOTIFY inside a transaction would serialise
 * all commits of the database.
 */
export async function openPostgresSignals(connection: Connection, log: Logger): Promise<Signals> {
  const subscriptions = new Subscriptions((error) => log.error({ err: error }, 'a signal handler failed'));
  const outage = createOutage(log, 'sending signals');
  let open: OpenConnection | undefined;
  let closed = false;
  let unsent: string[] = [];
  let heartbeat: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...pgOptions(connection, 'praca signals'),
      query_timeout: heartbeatMs,
    });
    next.on('notification', ({ payload }) => {
      for (const [channel, text] of JSON.parse(payload ?? '[]') as Message[])
        subscriptions.deliver(channel, text);
    });
    next.on('error', () => {});
    try {
      await next.connect();
      await next.query(`listen ${channelName}`);
      if (closed) throw new Error('closed meanwhile');
    } catch (error) {
      // LISTEN fails on a standby. Without this, each attempt would leave a connection there.
      void next.end().catch(() => {});
      throw error;
    }
    next.once('end', () => {
      open = undefined;
      if (!closed) void reconnect();
    });
    // The driver runs one statement at a time.
    const queue = createSerialQueue();
    open = {
      client: next,
      query: async (text, values) => {
        try {
          await queue(() => next.query(text, values));
        } catch (error) {
          // Without this, each queued signal would wait for the full timeout.
          if (!(error instanceof pg.DatabaseError)) void next.end().catch(() => {});
          throw error;
        }
      },
    };
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
    if (!open) {
      // Limited, because after an outage every process rereads everything anyway.
      unsent = [...unsent, ...batches].slice(-1000);
      return;
    }
    const { query } = open;
    void outage.watch(() =>
      query('select pg_notify($1, batch) from unnest($2::text[]) as batch', [channelName, batches]).catch(
        (error: unknown) => {
          // The connection broke. The next one sends these batches.
          unsent = [...batches, ...unsent].slice(-1000);
          throw error;
        },
      ),
    );
  };

  await connect();
  heartbeat = setInterval(() => {
    open?.query('select 1').catch(() => {});
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
      // Queued behind the last notification, so that it is still sent.
      await open?.query('select 1').catch(() => {});
      await open?.client.end().catch(() => {});
    },
  };
}
