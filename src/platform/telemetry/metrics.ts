import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { RequestTimes } from './request-times.ts';

export interface Metrics {
  readonly registry: Registry;
  /** One observer for each route and status class, made once: looking labels up would cost more than counting. */
  requestObserver(method: string, route: string): (status: number, seconds: number) => void;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  gauge(
    name: string,
    help: string,
    collect: (gauge: Gauge) => void | Promise<void>,
    labels?: readonly string[],
  ): Gauge;
  histogram(name: string, help: string, buckets: number[], labels?: readonly string[]): Histogram;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new RequestTimes();
  requests.register(registry);
  return {
    registry,
    requestObserver: (method, route) => requests.observer(method, route),
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, collect, labels = []) =>
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [registry],
        // Most gauges tell of the whole database, which every process on the port sees alike.
        aggregator: 'max',
        collect() {
          return collect(this);
        },
      }),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name, help, buckets, labelNames: [...labels], registers: [registry] }),
  };
}
