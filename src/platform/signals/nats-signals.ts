import type { Connection } from '../postgres/client/connection.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { NatsLink } from './nats-link.ts';
import { openPostgresSignals } from './postgres-signals.ts';
import { Batcher, Subscriptions, type Signals } from './signals.ts';

const maximumBatchBytes = 256 * 1024;
/** Channel in PostgreSQL on which a process without NATS asks the others to publish there as well. */
const withoutNatsChannel = 'signals:without-nats';
const askMs = 1000;
/** Time in milliseconds for which such a request counts. Two of three may be lost. */
const heardForMs = 3500;

/**
 * Signals for many processes: NATS takes the fan-out off PostgreSQL. Signals to and from a process without NATS go
 * through PostgreSQL, so every process listens there as well. A signal that arrives on both ways is delivered twice,
 * which is harmless for a hint.
 */
export async function openNatsSignals(link: NatsLink, connection: Connection, log: Logger): Promise<Signals> {
  const subscriptions = new Subscriptions((error) => log.error({ err: error }, 'a signal handler failed'));
  const postgres = await openPostgresSignals(connection, log);
  let othersWithoutUntil = 0;
  /**
   * Number of own requests seen. Signals sent before the others knew of the request may be lost, so the first two cause
   * a gap.
   */
  let asked = 0;
  let asking: NodeJS.Timeout | undefined;
  const self = crypto.randomUUID();

  const ask = (): void => postgres.publish(withoutNatsChannel, self);
  postgres.subscribe(withoutNatsChannel, (from) => {
    othersWithoutUntil = performance.now() + heardForMs;
    // The own request came back through PostgreSQL, so the others have received it or will before the second one.
    if (from === self && asked++ < 2) subscriptions.deliverGap();
  });
  const down = (): void => {
    asked = 0;
    ask();
    asking ??= setInterval(ask, askMs);
  };
  const up = (): void => {
    clearInterval(asking);
    asking = undefined;
    subscriptions.deliverGap();
  };
  const leave = link.join({
    hear: (messages) => messages.forEach(([channel, payload]) => subscriptions.deliver(channel, payload)),
    up,
    down,
  });
  if (!link.isUp) down();

  const batcher = new Batcher(
    (batches) => batches.forEach((batch) => link.publish(batch)),
    maximumBatchBytes,
  );
  return {
    publish(channel, payload = '') {
      if (link.isUp) batcher.add(channel, payload);
      if (!link.isUp || performance.now() < othersWithoutUntil) postgres.publish(channel, payload);
    },
    subscribe(channel, handler) {
      const ends = [subscriptions.add(channel, handler), postgres.subscribe(channel, handler)];
      return () => ends.forEach((end) => end());
    },
    async close() {
      leave();
      clearInterval(asking);
      batcher.flush();
      await postgres.close();
    },
  };
}
