import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

type Collect = (gauge: Gauge) => void | Promise<void>;

export interface Metrics {
  readonly registry: Registry;
  requestObserver(method: string, route: string): (status: number, seconds: number) => void;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /**
   * Adds a gauge that all processes on the port see alike, such as rows in the database. The largest value of all
   * processes counts.
   */
  gauge(name: string, help: string, collect: Collect, labels?: readonly string[]): Gauge;
  /** Adds a gauge of each process, such as open connections. The values of all processes are added. */
  count(name: string, help: string, collect: Collect, labels?: readonly string[]): Gauge;
  histogram(name: string, help: string, buckets: number[], labels?: readonly string[]): Histogram;
}

/**
 * Creates the registry. A scrape waits at most `waitMs` for slow gauges and then uses their last values, so that an
 * unavailable database does not hide other metrics.
 */
export function createMetrics(waitMs: number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // `promtool check metrics` refuses these gauges for their names, and nodejs_active_resources has the same numbers.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const durations = new RequestDurations();
  // The object has all methods that the registry calls. The declared type allows only the library's four classes.
  registry.registerMetric(durations as object as Metric);
  return {
    registry,
    requestObserver: (method, route) => durations.observer(method, route),
    // Several servers in one process share a counter.
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
      // On a failure the last values stay.
      const collected = (async () => collect(this))().catch(() => {});
      await Promise.race([collected, sleep(waitMs, undefined, { ref: false })]);
    },
  });
}
