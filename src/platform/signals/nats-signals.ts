import { connect } from '@nats-io/transport-node';
import { StartError } from '../start-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import { Batcher, Subscriptions, type Message, type Signals } from './signals.ts';

const maximumBatchBytes = 256 * 1024;

/** For many processes: takes the fan-out off PostgreSQL. */
export async function openNatsSignals(natsUrl: string, subject: string, log: Logger): Promise<Signals> {
  const subscriptions = new Subscriptions((error) => log.error({ err: error }, 'a signal handler failed'));
  const parsed = new URL(natsUrl);
  const connection = await connect({
    servers: parsed.host,
    ...(parsed.username === '' ? {} : { user: decodeURIComponent(parsed.username) }),
    ...(parsed.password === '' ? {} : { pass: decodeURIComponent(parsed.password) }),
    ...(parsed.protocol === 'tls:' ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    timeout: 5000,
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`NATS at ${parsed.host} (NATS_URL) cannot be reached: ${reason}.`);
  });
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error) return log.error({ err: error }, 'a signal could not be read');
      for (const [channel, payload] of message.json<Message[]>()) subscriptions.deliver(channel, payload);
    },
  });
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'reconnect') subscriptions.deliverGap();
    }
  })();
  const batcher = new Batcher((batches) => {
    for (const batch of batches) connection.publish(subject, batch);
  }, maximumBatchBytes);
  await connection.flush();
  return {
    publish: (channel, payload = '') => batcher.add(channel, payload),
    subscribe: (channel, handler) => subscriptions.add(channel, handler),
    async close() {
      batcher.flush();
      await connection.drain();
    },
  };
}
