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

/** Of all workers, which one of them asks the parent for. */
interface SumRequest {
  type: 'praca:metrics-wanted';
  id: number;
}
interface SumAnswer {
  type: 'praca:metrics';
  id: number;
  text: string;
}
/** Of one worker, which the parent asks it for. */
interface FiguresRequest {
  type: 'praca:figures-wanted';
}
interface FiguresAnswer {
  type: 'praca:figures';
  figures?: Figures;
  fault?: string;
}

/** A worker has by then what its database tells, or tells what it knew before. */
const answerMs = 500;
const sumMs = 2000;

/** In the parent: tells a worker that asks the figures of all that answer. One that hangs keeps no other's back. */
export function tellFigures(waitMs: number, log: Logger): void {
  const listening = new Set<Worker>();
  const silent = new Set<Worker>();
  const asked = new Map<Worker, PromiseWithResolvers<Figures | undefined>>();

  const settle = (worker: Worker, figures?: Figures): void => {
    asked.get(worker)?.resolve(figures);
    asked.delete(worker);
  };
  /** Once for all who want to know at the same time. */
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
      // One that owes an answer since before is not waited for again.
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
        log.warn({ worker: worker.process.pid, fault: message.fault }, 'a worker process has no figures');
      if (silent.delete(worker)) log.info({ worker: worker.process.pid }, 'a worker process answers again');
    } else if (message?.type === 'praca:metrics-wanted') {
      collect()
        .then((text) => worker.send({ type: 'praca:metrics', id: message.id, text } satisfies SumAnswer))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the figures of the workers could not be collected'),
        );
    }
  });
}

function formatSum(figures: readonly Figures[], silent: number): Promise<string> {
  const sum = AggregatorRegistry.aggregate([...figures]);
  new Gauge({
    name: 'workers_silent',
    help: 'Worker processes of this machine that did not answer when they were asked for their figures',
    registers: [sum],
  }).set(silent);
  return sum.metrics();
}

/** A parent that is gone hears nothing, and whoever it started is about to stop. */
const tellParent = (message: SumRequest | FiguresAnswer): void =>
  void process.send?.(message, undefined, undefined, () => {});

/** In a worker: the figures of all processes on the port, asked of the parent. */
export function shareFigures(registry: Registry, waitMs: number): () => Promise<string> {
  const waiting = new Map<number, (text: string) => void>();
  let lastId = 0;
  process.on('message', (message: SumAnswer | FiguresRequest | undefined) => {
    if (message?.type === 'praca:metrics') waiting.get(message.id)?.(message.text);
    if (message?.type !== 'praca:figures-wanted') return;
    void registry.getMetricsAsJSON().then(
      (figures) => tellParent({ type: 'praca:figures', figures }),
      (error: unknown) => tellParent({ type: 'praca:figures', fault: String(error) }),
    );
  });
  return async () => {
    const id = ++lastId;
    try {
      return await new Promise<string>((resolve, reject) => {
        waiting.set(id, resolve);
        setTimeout(
          () => reject(new Error('the figures did not come in time')),
          waitMs + answerMs + sumMs,
        ).unref();
        tellParent({ type: 'praca:metrics-wanted', id });
      });
    } finally {
      waiting.delete(id);
    }
  };
}
