import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Logger } from '../telemetry/logger.ts';

interface MetricsRequest {
  type: 'praca:metrics-wanted';
  id: number;
}
interface MetricsAnswer {
  type: 'praca:metrics';
  id: number;
  text: string;
}

const slowestRestartMs = 10_000;

export interface Workers {
  /** Resolves when all of them listen; the first that gives up instead ends the wait. */
  ready: Promise<void>;
  stop(timeoutMs: number): Promise<void>;
}

/** n processes on one port. One that dies is replaced, at a growing pace if it keeps dying. */
export function startWorkers(count: number, environment: Record<string, string>, log: Logger): Workers {
  const aggregator = new AggregatorRegistry();
  let stopping = false;
  let readied = 0;
  let restartMs = 100;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // Told something while it dies, a worker says so by this event, which nobody else hears.
  const fork = (): Worker => closeUntaken(cluster.fork(environment).on('error', () => {}));
  cluster.on('listening', () => {
    restartMs = 100;
    if (++readied === count) resolve();
  });
  cluster.on('message', (worker, message: MetricsRequest) => {
    if (message?.type !== 'praca:metrics-wanted') return;
    aggregator
      .clusterMetrics()
      .then((text) => worker.send({ type: 'praca:metrics', id: message.id, text } satisfies MetricsAnswer))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the figures of the workers could not be collected'),
      );
  });
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    if (readied < count && code === 1) return reject(new Error('a worker process could not start'));
    log.warn({ worker: worker.process.pid, code, signal }, 'a worker process ended; starting another');
    setTimeout(() => !stopping && fork(), restartMs);
    restartMs = Math.min(restartMs * 2, slowestRestartMs);
  });
  for (let index = 0; index < count; index++) fork();
  return {
    ready,
    async stop(timeoutMs) {
      stopping = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      for (const worker of workers) worker.process.kill('SIGTERM');
      const timer = setTimeout(() => workers.forEach((worker) => worker.process.kill('SIGKILL')), timeoutMs);
      await Promise.all(
        workers.map((worker) => (worker.isDead() ? Promise.resolve([]) : once(worker, 'exit'))),
      );
      clearTimeout(timer);
    },
  };
}

interface Handle {
  close(...rest: unknown[]): void;
}

/**
 * A connection is handed to a worker, and its own end closed here when the worker says that it has it. One that dies in
 * between never says so, and Node forgets the connection: whoever waits on it would wait for ever.
 */
function closeUntaken(worker: Worker): Worker {
  const { process: child } = worker;
  const untaken = new Set<Handle>();
  const send = child.send.bind(child) as (...words: unknown[]) => boolean;
  const watch = (handle: Handle): void => {
    const close = handle.close.bind(handle);
    untaken.add(handle);
    handle.close = (...rest) => {
      untaken.delete(handle);
      close(...rest);
    };
  };
  child.send = ((message: { act?: string } | undefined, handle: Handle | undefined, ...rest: unknown[]) => {
    if (message?.act === 'newconn' && handle) watch(handle);
    return send(message, handle, ...rest);
  }) as typeof child.send;
  worker.once('exit', () => {
    for (const handle of untaken) handle.close();
  });
  return worker;
}

export const isWorker = (): boolean => cluster.isWorker;

/** In a worker: the figures of all processes on the port, asked of the parent. */
export function shareMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([registry]);
  void new AggregatorRegistry();
  const waiting = new Map<number, (text: string) => void>();
  let lastId = 0;
  process.on('message', (message: MetricsAnswer) => {
    if (message?.type === 'praca:metrics') waiting.get(message.id)?.(message.text);
  });
  return async () => {
    const id = ++lastId;
    try {
      return await new Promise<string>((resolve, reject) => {
        waiting.set(id, resolve);
        setTimeout(() => reject(new Error('the figures did not come in time')), 5000).unref();
        process.send?.({ type: 'praca:metrics-wanted', id } satisfies MetricsRequest);
      });
    } finally {
      waiting.delete(id);
    }
  };
}
