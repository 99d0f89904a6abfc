import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { startLoop } from '../loop.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutage } from '../telemetry/outage.ts';
import type { Message } from './signals.ts';

/** Pause in milliseconds between an answer and the next ping. */
const pingMs = 900;
/** Time limit of an answer in milliseconds. A hanging server is detected after `pingMs + answerMs`. */
const answerMs = 900;
const answerParts = 10;
const connectMs = 2000;
const pauseMs = 500;

export interface NatsLink {
  readonly isUp: boolean;
  /** Publishes a batch. It is lost while the link is down. */
  publish(batch: string): void;
  /**
   * Adds the handlers of one database. The link carries the signals of all databases, and every handler receives all of
   * them.
   */
  join(handlers: NatsHandlers): () => void;
  close(): Promise<void>;
}

export interface NatsHandlers {
  readonly hear: (messages: readonly Message[]) => void;
  /** Called when the link is up again. Signals in between may have been lost. */
  readonly up: () => void;
  readonly down: () => void;
}

/** Opens a connection to any of the servers, and keeps retrying while none answers. */
export async function openNatsLink(urls: readonly string[], subject: string, log: Logger): Promise<NatsLink> {
  // Loaded on demand, because most installations have no NATS.
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
    // Messages published before the server has processed the subscription would be lost.
    await opened.flush();
    rise();
    const pinging = startLoop(AbortSignal.any([closing.signal, endOf(opened)]), () => ping(opened));
    for await (const { type } of opened.status()) {
      if (type === 'reconnect') rise();
      else if (type === 'disconnect') fall(new Error('the connection to NATS was lost'));
    }
    await pinging.ended;
  };
  /**
   * Replaces the ping of the NATS client, which counts an answer as missing if this process was blocked while it
   * arrived.
   */
  const ping = async (opened: NatsConnection): Promise<number> => {
    if (!isUp) return pingMs;
    const answered = new AbortController();
    const stop = (): void => answered.abort();
    // A connection that is lost meanwhile is reported by its own event.
    opened.flush().then(stop, stop);
    if (await isSilent(answered.signal)) {
      fall(new Error('NATS does not answer'));
      await opened.reconnect().catch(() => {});
    }
    return pingMs;
  };
  const loop = startLoop(closing.signal, async () => {
    try {
      connection = await connect(natsOptionsOf(urls));
      if (closing.signal.aborted) await connection.close();
      else await follow(connection);
    } catch (error) {
      if (!closing.signal.aborted) outage.failed(error);
    }
    fall(new Error('the connection to NATS was closed'));
    settled.resolve();
    return pauseMs;
  });
  // Limits the wait, so that an unavailable server does not delay the start.
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
      // Sends the last messages, unless the server is lost at this moment.
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

/**
 * Returns false as soon as `answered` is aborted, and true if `answerMs` pass before. The wait is divided into parts,
 * so that time in which this process was blocked does not count: the blocked part takes as long as the block, and the
 * answers that arrived meanwhile are read before the next part ends.
 */
async function isSilent(answered: AbortSignal): Promise<boolean> {
  try {
    for (let part = 0; part < answerParts; part++)
      await sleep(answerMs / answerParts, undefined, { signal: answered });
    return true;
  } catch {
    return false;
  }
}

function endOf(connection: NatsConnection): AbortSignal {
  const ended = new AbortController();
  void connection.closed().then(() => ended.abort());
  return ended.signal;
}

/** All servers share one user name and password: those of the first URL that has them. */
export function natsOptionsOf(urls: readonly string[]) {
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
