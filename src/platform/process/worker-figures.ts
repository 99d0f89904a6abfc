import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AggregatorRegistry,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import type { Logger } from '../telemetry/logger.ts';

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** A worker's request to the parent for the metrics of all workers. */
interface SumRequest {
  type: 'praca:metrics-wanted';
  id: number;
}
interface SumAnswer {
  type: 'praca:metrics';
  id: number;
  text: string;
}
/** The parent's request to a worker for its metrics. */
interface FiguresRequest {
  type: 'praca:figures-wanted';
}
interface FiguresAnswer {
  type: 'praca:figures';
  figures?: Figures;
  fault?: string;
}

/**
 * Additional time in milliseconds for an answer. A worker answers within its own wait limit, with earlier values if its
 * database is slow.
 */
const answerMs = 500;
const sumMs = 2000;

/**
 * Runs in the parent: answers a worker's request with the metrics of all workers that respond. A hanging worker delays
 * the others only once.
 */
export function reportFigures(waitMs: number, log: Logger): void {
  const listening = new Set<Worker>();
  const silent = new Set<Worker>();
  const asked = new Map<Worker, PromiseWithResolvers<Figures | undefined>>();

  const settle = (worker: Worker, figures?: Figures): void => {
    asked.get(worker)?.resolve(figures);
    asked.delete(worker);
  };
  /** Asks a worker once for all simultaneous requests. */
  const ask = (worker: Worker): Promise<Figures | undefined> => {
    const underWay = asked.get(worker);
    if (underWay) return underWay.promise;
    const answer = Promise.withResolvers<Figures | undefined>();
    asked.set(worker, answer);
    worker.send({ type: 'praca:figures-wanted' } satisfies FiguresRequest);
    return answer.promise;
  };
  const collect = async (): Promise<string> => {
    const late = sleep(waitMs + answerMs, 'late' as const, { ref: false });
    const answers = await Promise.all(
      // A worker that owes an earlier answer is not waited for.
      [...listening]
        .filter((worker) => !silent.has(worker))
        .map(async (worker) => {
          const answer = await Promise.race([ask(worker), late]);
          if (answer !== 'late') return answer;
          if (!silent.has(worker))
            log.warn({ worker: worker.process.pid }, 'a worker process does not answer');
          silent.add(worker);
          return undefined;
        }),
    );
    return formatSum(
      answers.filter((figures) => figures !== undefined),
      silent.size,
    );
  };

  cluster.on('listening', (worker) => listening.add(worker));
  cluster.on('exit', (worker) => {
    listening.delete(worker);
    silent.delete(worker);
    settle(worker);
  });
  cluster.on('message', (worker, message: SumRequest | FiguresAnswer | undefined) => {
    if (message?.type === 'praca:figures') {
      settle(worker, message.figures);
      if (message.fault !== undefined)
        log.warn(
          { worker: worker.process.pid, fault: message.fault },
          'a worker process could not collect its metrics',
        );
      if (silent.delete(worker)) log.info({ worker: worker.process.pid }, 'a worker process answers again');
    } else if (message?.type === 'praca:metrics-wanted') {
      collect()
        .then((text) => worker.send({ type: 'praca:metrics', id: message.id, text } satisfies SumAnswer))
        .catch((error: unknown) => log.warn({ err: error }, 'could not collect the metrics of the workers'));
    }
  });
}

export function formatSum(figures: readonly Figures[], silent: number): Promise<string> {
  const sum = AggregatorRegistry.aggregate([...figures]);
  new Gauge({
    name: 'workers_silent',
    help: 'Worker processes of this machine that did not answer the request for their metrics',
    registers: [sum],
  }).set(silent);
  return sum.metrics();
}

/** Ignores errors: if the parent is gone, its workers are about to stop. */
const sendToParent = (message: SumRequest | FiguresAnswer): void =>
  void process.send?.(message, undefined, undefined, () => {});

/** Runs in a worker: asks the parent for the metrics of all processes on the port. */
export function shareFigures(registry: Registry, waitMs: number): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let lastId = 0;
  process.on('message', (message: SumAnswer | FiguresRequest | undefined) => {
    if (message?.type === 'praca:metrics') waiting.get(message.id)?.(message.text);
    if (message?.type !== 'praca:figures-wanted') return;
    void registry.getMetricsAsJSON().then(
      (figures) => sendToParent({ type: 'praca:figures', figures }),
      (error: unknown) => sendToParent({ type: 'praca:figures', fault: String(error) }),
    );
  });
  return async () => {
    const id = ++lastId;
    try {
      return await new Promise<string>((resolve, reject) => {
        waiting.set(id, resolve);
        setTimeout(
          () => reject(new Error('the metrics did not arrive in time')),
          waitMs + answerMs + sumMs,
        ).unref();
        sendToParent({ type: 'praca:metrics-wanted', id });
      });
    } finally {
      waiting.delete(id);
    }
  };
}
