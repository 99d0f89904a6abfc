import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { startLoop } from '../loop.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutage } from '../telemetry/outage.ts';
import type { Message } from './signals.ts';
import { isSilent } from './silent-peer.ts';

/** Asked anew so long after each answer. */
const pingMs = 900;
/** How long an answer may take: a server that stands still is noticed after both. */
const answerMs = 900;
const connectMs = 2000;
const pauseMs = 500;

export interface NatsLink {
  readonly isUp: boolean;
  /** Lost while it is not up. */
  publish(batch: string): void;
  /** The signals of each database travel by the same link; each hears all of them. */
  join(handlers: NatsHandlers): () => void;
  close(): Promise<void>;
}

export interface NatsHandlers {
  readonly hear: (messages: readonly Message[]) => void;
  /** What was said meanwhile may have been missed. */
  readonly up: () => void;
  readonly down: () => void;
}

/** A connection to whichever of the servers answers; goes on trying for as long as none does. */
export async function openNatsLink(urls: readonly string[], subject: string, log: Logger): Promise<NatsLink> {
  // Loaded where it is wanted: most installations have no NATS.
  const { connect } = await import('@nats-io/transport-node');
  const joined = new Set<NatsHandlers>();
  const closing = new AbortController();
  const outage = createOutage(log, 'the connection to NATS');
  let connection: NatsConnection | undefined;
  let isUp = false;
  const settled = Promise.withResolvers<void>();
  const rise = (): void => {
    isUp = true;
    outage.worked();
    joined.forEach(({ up }) => up());
    settled.resolve();
  };
  const fall = (reason: Error): void => {
    if (isUp && !closing.signal.aborted) {
      outage.failed(reason);
      joined.forEach(({ down }) => down());
    }
    isUp = false;
  };

  const follow = async (opened: NatsConnection): Promise<void> => {
    opened.subscribe(subject, {
      callback: (error, message) => {
        if (error) return log.error({ err: error }, 'a signal could not be read');
        const messages = message.json<Message[]>();
        joined.forEach(({ hear }) => hear(messages));
      },
    });
    // What is published before the server knows of the subscription would be missed.
    await opened.flush();
    rise();
    const pinging = startLoop(AbortSignal.any([closing.signal, endOf(opened)]), () => ping(opened));
    for await (const { type } of opened.status()) {
      if (type === 'reconnect') rise();
      else if (type === 'disconnect') fall(new Error('the connection to NATS was lost'));
    }
    await pinging.ended;
  };
  /** Ours and not the client's, which takes an answer for missing that lies in the socket while this process stood still. */
  const ping = async (opened: NatsConnection): Promise<number> => {
    if (!isUp) return pingMs;
    const answered = new AbortController();
    const stop = (): void => answered.abort();
    // One that is lost meanwhile says so itself.
    opened.flush().then(stop, stop);
    if (await isSilent(answerMs, answered.signal)) {
      fall(new Error('NATS does not answer'));
      await opened.reconnect().catch(() => {});
    }
    return pingMs;
  };
  const loop = startLoop(closing.signal, async () => {
    try {
      connection = await connect(optionsOf(urls));
      if (closing.signal.aborted) await connection.close();
      else await follow(connection);
    } catch (error) {
      if (!closing.signal.aborted) outage.failed(error);
    }
    fall(new Error('the connection to NATS was closed'));
    settled.resolve();
    return pauseMs;
  });
  // Nobody waits for a server that is not there.
  await Promise.race([settled.promise, sleep(connectMs)]);
  return {
    get isUp() {
      return isUp;
    },
    join(handlers) {
      joined.add(handlers);
      return () => joined.delete(handlers);
    },
    publish(batch) {
      if (isUp) connection?.publish(subject, batch);
    },
    async close() {
      closing.abort();
      // What was published last still goes out, unless the server is lost at this very moment.
      const drained =
        isUp &&
        (await connection?.drain().then(
          () => true,
          () => false,
        ));
      if (!drained) await connection?.close();
      await loop.ended;
    },
  };
}

function endOf(connection: NatsConnection): AbortSignal {
  const ended = new AbortController();
  void connection.closed().then(() => ended.abort());
  return ended.signal;
}

/** One name and password for all servers: that of the first which has them. */
function optionsOf(urls: readonly string[]) {
  const parsed = urls.map((url) => new URL(url));
  const named = parsed.find(({ username }) => username !== '');
  return {
    servers: parsed.map(({ host }) => host),
    ...(named ? { user: decodeURIComponent(named.username), pass: decodeURIComponent(named.password) } : {}),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: pauseMs,
    ignoreAuthErrorAbort: true,
    timeout: connectMs,
  };
}
