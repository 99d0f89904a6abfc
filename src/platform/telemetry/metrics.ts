import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

type Collect = (gauge: Gauge) => void | Promise<void>;

export interface Metrics {
  readonly registry: Registry;
  requestObserver(method: string, route: string): (status: number, seconds: number) => void;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** What every process on the port sees alike, such as rows in the database: of several figures the largest counts. */
  gauge(name: string, help: string, collect: Collect, labels?: readonly string[]): Gauge;
  /** What each process has of its own, such as open connections: those of all are added. */
  count(name: string, help: string, collect: Collect, labels?: readonly string[]): Gauge;
  histogram(name: string, help: string, buckets: number[], labels?: readonly string[]): Histogram;
}

/** Whoever looks is answered by then with what is known; a database that is away must not take the figures along. */
export function createMetrics(waitMs: number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new RequestDurations();
  // All that a registry asks of a metric is what it has; the type names the library's own four.
  registry.registerMetric(durations as object as Metric);
  return {
    registry,
    requestObserver: (method, route) => durations.observer(method, route),
    // Several servers of one process count together.
    counter: (name, help, labels = []) =>
      (registry.getSingleMetric(name) as Counter | undefined) ??
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, collect, labels = []) =>
      openGauge(registry, waitMs, { name, help, collect, labels, aggregator: 'max' }),
    count: (name, help, collect, labels = []) =>
      openGauge(registry, waitMs, { name, help, collect, labels, aggregator: 'sum' }),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name, help, buckets, labelNames: [...labels], registers: [registry] }),
  };
}

interface GaugeDefinition {
  readonly name: string;
  readonly help: string;
  readonly collect: Collect;
  readonly labels: readonly string[];
  readonly aggregator: 'max' | 'sum';
}

function openGauge(registry: Registry, waitMs: number, definition: GaugeDefinition): Gauge {
  const { name, help, labels, collect, aggregator } = definition;
  return new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    aggregator,
    async collect() {
      // Where it fails, what was known before stays.
      const collected = (async () => collect(this))().catch(() => {});
      await Promise.race([collected, sleep(waitMs, undefined, { ref: false })]);
    },
  });
}
