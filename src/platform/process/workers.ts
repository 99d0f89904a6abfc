import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { StartError } from '../start-error.ts';
import type { Logger } from '../telemetry/logger.ts';

/** A worker's last message: the reason for its end, which the parent logs. */
interface LastWords {
  type: 'praca:ends';
  sentence: string;
}

const slowestRestartMs = 10_000;

export interface Workers {
  /** Resolves when all workers listen, and is rejected if one fails before that. */
  ready: Promise<void>;
  stop(timeoutMs: number): Promise<void>;
}

/** Starts several processes on one port. A worker that ends is replaced, with a growing delay if it keeps ending. */
export function startWorkers(count: number, environment: Record<string, string>, log: Logger): Workers {
  let stopping = false;
  let readied = 0;
  let restartMs = 100;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // Sending a message to a worker that is ending emits this event. Without a listener it would end the parent.
  const fork = (): Worker => closeUntaken(cluster.fork(environment).on('error', () => {}));
  cluster.on('listening', () => {
    restartMs = 100;
    if (++readied === count) resolve();
  });
  const lastWords = new WeakMap<Worker, string>();
  cluster.on('message', (worker, message: LastWords | undefined) => {
    if (message?.type === 'praca:ends') lastWords.set(worker, message.sentence);
  });
  const replace = (worker: Worker, code: number, signal: string): void => {
    if (stopping) return;
    const reason = lastWords.get(worker);
    if (readied < count && code === 1)
      return reject(new StartError(reason ?? 'A worker process could not start.'));
    log.warn(
      { worker: worker.process.pid, code, signal, reason },
      'a worker process ended; starting another',
    );
    setTimeout(() => !stopping && fork(), restartMs);
    restartMs = Math.min(restartMs * 2, slowestRestartMs);
  };
  cluster.on('exit', (worker, code, signal) => {
    // Its last message may still be in transit.
    if (worker.isConnected()) worker.once('disconnect', () => replace(worker, code, signal));
    else replace(worker, code, signal);
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
 * Closes connections that a worker did not accept. The parent closes its own end of a connection when the worker
 * confirms it. If the worker dies before that, Node keeps the connection open, and its client would wait forever.
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

/**
 * Runs in a worker: sends the reason for its end to the parent, which reports it once for all workers. Resolves when it
 * was sent or the parent is gone.
 */
export const sendLastWords = (sentence: string): Promise<void> =>
  new Promise((resolve) => {
    const words: LastWords = { type: 'praca:ends', sentence };
    process.send?.(words, undefined, undefined, () => resolve());
  });
