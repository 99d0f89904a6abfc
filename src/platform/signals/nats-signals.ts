import type { Connection } from '../postgres/client/connection.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { NatsLink } from './nats-link.ts';
import { openPostgresSignals } from './postgres-signals.ts';
import { Batcher, Subscriptions, type Signals } from './signals.ts';

const maximumBatchBytes = 256 * 1024;
/** How a process whom NATS does not reach asks the others to tell PostgreSQL as well. */
const withoutNatsChannel = 'signals:without-nats';
const askMs = 1000;
/** Two of those may be lost. */
const heardForMs = 3500;

/**
 * For many processes: NATS takes the fan-out off PostgreSQL. Where a process does not reach it, signals to and from that
 * process go through PostgreSQL, so that every process listens there as well; a signal that comes by both ways is heard
 * twice, which a hint bears.
 */
export async function openNatsSignals(link: NatsLink, connection: Connection, log: Logger): Promise<Signals> {
  const subscriptions = new Subscriptions((error) => log.error({ err: error }, 'a signal handler failed'));
  const postgres = await openPostgresSignals(connection, log);
  let othersWithoutUntil = 0;
  /** Of the times that this process has asked: what came before the others knew is to be looked for. */
  let asked = 0;
  let asking: NodeJS.Timeout | undefined;
  const self = crypto.randomUUID();

  const ask = (): void => postgres.publish(withoutNatsChannel, self);
  postgres.subscribe(withoutNatsChannel, (from) => {
    othersWithoutUntil = performance.now() + heardForMs;
    // Back from PostgreSQL: by now the others have heard it, too, or will within the second time.
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
